/** Reads the uploads since the last sync, usually in one request. */

import type { FileEntry } from '../../api/index.ts';
import { parseServiceTime } from '../../timing/service-time.ts';
import type { AccountSync } from './account-sync.ts';
import { listPage } from './list-page.ts';
import type { SyncState } from './sync-state.ts';

/** Some services date uploads by their start, or in UTC although they compare by their own time. */
const marginSeconds = 15 * 3_600;

/** Later dates are ignored. Allows for time zones and wrong clocks. */
const maxClockAheadMs = 2 * 86_400_000;

const perPage = 200;
/** More are left to a full sync. */
const maxPages = 50;

/** @param lane `interactive` if the user waits */
export async function syncIncrementally(account: AccountSync, lane: 'interactive' | 'sync'): Promise<void> {
  const { clock } = account.parts;
  const startedAtMs = clock();
  const createdAfter =
    account.state.newest === null ? undefined : subtractSeconds(account.state.newest, marginSeconds);
  const options = lane === 'sync' ? account.backgroundOptions : { lane };
  const seen = new Set<string>();
  let newest = account.state.newest;
  let total: number | null = null;
  let isComplete = false;
  for (let page = 1; !isComplete && page <= maxPages; page += 1) {
    const isExpected = (): boolean => page > 1 && seen.size < (total ?? Number.POSITIVE_INFINITY);
    const { answer, delta } = await account.fetchAndSave(
      (client) => listPage(client, { createdAfter, page, perPage }, options, isExpected),
      ({ files }) => ({ change: { files, pass: account.state.pass } }),
      'now',
    );
    const { files } = answer;
    total = answer.total ?? total;
    newest = newestDate(files, newest, clock());
    const before = seen.size;
    for (const { fileCode } of files) seen.add(fileCode);
    isComplete =
      seen.size === before ||
      (files.length < perPage && (total ?? 0) <= seen.size) ||
      // There is no more to read: nothing is new on a page of the newest files, or the service ignores the date.
      (delta.added === 0 && (isNewestFirst(files) || ignoresCreatedAfter(files, createdAfter)));
  }
  const step = (state: SyncState): SyncState => ({
    ...state,
    newest: laterDate(newest, state.newest),
    syncedAtMs: state.phase === 'complete' ? startedAtMs : state.syncedAtMs,
    needsIncrementalSync: false,
    incrementalFailures: 0,
    needsFullSync: state.needsFullSync || !isComplete,
  });
  await account.save({ step }, 'now');
}

export function laterDate(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one;
}

/**
 * The newest date, ignoring those far in the future.
 * @param now local clock, milliseconds
 */
export function newestDate(files: readonly FileEntry[], known: string | null, now: number): string | null {
  const latest = formatDate(now + maxClockAheadMs);
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

function ignoresCreatedAfter(files: readonly FileEntry[], createdAfter: string | undefined): boolean {
  return (
    createdAfter === undefined || files.some(({ uploaded }) => uploaded !== null && uploaded < createdAfter)
  );
}

function subtractSeconds(date: string, seconds: number): string {
  return formatDate(parseServiceTime(date) - seconds * 1_000);
}

const formatDate = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
