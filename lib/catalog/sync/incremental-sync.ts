/** What was uploaded since the last time: usually one request. */
import type { FileEntry } from '../../api/index.ts';
import type { AccountSync } from './account-sync.ts';
import type { SyncState } from './state.ts';

/**
 * Seconds before the newest upload from which on is asked: uploads of the same second, and those whose date is that of
 * their beginning.
 */
const margin = 3_600;

/** Milliseconds that a service's date may be ahead of our clock and still be one: time zones, and clocks that are wrong. */
const plausible = 2 * 86_400_000;

const perPage = 200;
/** Beyond that many it is a matter for a walk. */
const maxPages = 50;

/** @param lane `interactive` where somebody waits for it */
export async function readNews(account: AccountSync, lane: 'interactive' | 'sync'): Promise<void> {
  const { clock } = account.parts;
  const startedAtMs = clock();
  const createdAfter = account.state.newest === null ? undefined : earlier(account.state.newest, margin);
  const options = lane === 'sync' ? account.unhurried : { lane };
  const seen = new Set<string>();
  let newest = account.state.newest;
  let isComplete = false;
  for (let page = 1; !isComplete && page <= maxPages; page += 1) {
    const { answer, delta } = await account.learn(
      ({ files }) => files.list({ createdAfter, page, perPage }, options),
      ({ files }) => ({ change: { files, pass: account.state.pass } }),
      'now',
    );
    const { files, total } = answer;
    newest = newestOf(files, newest, clock());
    const before = seen.size;
    for (const { fileCode } of files) seen.add(fileCode);
    isComplete =
      seen.size === before ||
      (files.length < perPage && (total ?? 0) <= seen.size) ||
      // Nothing new among the newest, or in a list that does not heed the date: nothing new at all.
      (delta.added === 0 && (isNewestFirst(files) || isUnheeded(files, createdAfter)));
  }
  const step = (state: SyncState): SyncState => ({
    ...state,
    newest: later(newest, state.newest),
    // Before the first walk has ended there is nothing to agree with.
    syncedAt: state.phase === 'complete' ? startedAtMs : state.syncedAt,
    newsIsDue: false,
    walkIsDue: state.walkIsDue || !isComplete,
  });
  await account.save({ step }, 'now');
}

/** The later one of two dates of the service. */
export function later(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one;
}

/** The newest date among the files and the one known; dates that lie far ahead are none. `now`: our clock. */
export function newestOf(files: readonly FileEntry[], known: string | null, now: number): string | null {
  const latest = stamp(now + plausible);
  return files.reduce<string | null>(
    (newest, { uploaded }) =>
      uploaded !== null && uploaded <= latest && (newest === null || uploaded > newest) ? uploaded : newest,
    known,
  );
}

function isNewestFirst(files: readonly FileEntry[]): boolean {
  return files.every(({ uploaded }, index) => {
    const before = files[index - 1]?.uploaded;
    return uploaded !== null && (before === undefined || (before !== null && uploaded <= before));
  });
}

function isUnheeded(files: readonly FileEntry[], createdAfter: string | undefined): boolean {
  return (
    createdAfter === undefined || files.some(({ uploaded }) => uploaded !== null && uploaded < createdAfter)
  );
}

/** So many seconds before a date of the service. */
function earlier(date: string, seconds: number): string {
  const time = Date.parse(`${date.replace(' ', 'T')}Z`);
  // The 31st of February has the form of a date.
  return Number.isNaN(time) ? date : stamp(time - seconds * 1_000);
}

const stamp = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
