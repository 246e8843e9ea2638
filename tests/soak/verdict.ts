/** What a soak came to: figures, and a sentence for each promise that was broken. Pure. */
import type { OutboxItem } from '../../lib/outbox/item.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';
import type { AuditEntry } from '../../service/src/index.ts';
import { mostInASecond } from '../bench/sliding-second.ts';
import type { SoakLink } from './plan.ts';

export interface Evidence {
  readonly links: readonly SoakLink[];
  /** All files that the service has in the end. */
  readonly files: readonly StoredFile[];
  /** What is left in the outbox. */
  readonly items: readonly OutboxItem[];
  /** What the watch remembers; of ended transfers only the newest. */
  readonly transfers: readonly WatchedTransfer[];
  /** Everything that the extension has on disk. */
  readonly disk: string;
  /** Every request that reached the service. */
  readonly audit: readonly AuditEntry[];
  /** The service leaves connections open: then Chromium repeats by itself what breaks on a used one. */
  readonly keepAlive: boolean;
  /** What the extension's worker and pages complained of as faults of their own. */
  readonly faults: readonly string[];
}

export interface StoredFile {
  readonly title: string;
  readonly folderId: string | null;
}

export interface Verdict {
  readonly figures: Readonly<Record<string, number>>;
  /** Empty where every promise was kept. */
  readonly violations: readonly string[];
}

const limit = 10;

export function judge(evidence: Evidence): Verdict {
  const { links, files, items, transfers, disk, audit, faults, keepAlive } = evidence;
  const calls = audit.filter(({ path }) => path.startsWith('/api/'));
  const uploads = calls.filter(({ endpoint }) => endpoint === '/api/upload/url');
  const repeated = repeats(calls);
  // What the browser repeats, no limiter of ours can count.
  const ours = keepAlive ? calls.filter((call) => !repeated.has(call)) : calls;
  const arrivals = mostInASecond(ours.map(({ at }) => at));
  const titles = files.map(({ title }) => title);
  const folderOf = new Map(files.map(({ title, folderId }) => [title, folderId]));
  const present = new Set(titles);
  const left = new Set(items.map(({ url }) => url));
  const twice = titles.filter((title, at) => titles.indexOf(title) !== at);
  const lost = links.filter(({ url, title }) => !present.has(title) && !left.has(url));
  const strangers = [...present].filter((title) => !links.some((link) => link.title === title));
  const misplaced = links.filter(
    ({ title, folder }) => present.has(title) && folderOf.get(title) !== folder.id,
  );
  const traced = links.filter((link) => link.private && disk.includes(JSON.stringify(link.url)));
  const unsure = items.filter(({ state }) => state === 'unsure');
  const refused = items.filter(({ state }) => state === 'refused');
  const waiting = items.filter(({ state, waiting }) => state === 'queued' && waiting !== null);
  const idle = items.filter((item) => ![unsure, refused, waiting].some((known) => known.includes(item)));
  const wrong = transfers.filter(({ ours, phase }) => ours && (phase === 'gone' || phase === 'error'));
  const moving = transfers.filter(({ endedAt, phase }) => endedAt === null && phase !== 'error');

  const historyOf = (title: string) => {
    const url = links.find((link) => link.title === title)?.url;
    return history(uploads.filter(({ query }) => query['url'] === url));
  };
  const violations = [
    some(lost, ({ url }) => `are neither a file nor in the outbox, like ${url}`),
    some(twice, (title) => `are at the service more than once, like ${title}: ${historyOf(title)}`),
    some(misplaced, ({ title, folder }) => `are in another folder than “${folder.name}”, like ${title}`),
    some(traced, ({ url }) => `are from private windows and yet on disk, like ${url}`),
    some(strangers, (title) => `are at the service though nobody sent them, like ${title}`),
    some(
      unsure,
      ({ url, failure }) => `are left unsure, which the service could have settled, like ${url} (${failure})`,
    ),
    some(refused, ({ url, msg }) => `were refused, like ${url} (${msg})`),
    some(idle, ({ url, state }) => `neither end nor tell what they wait for, like ${url} (${state})`),
    some(waiting, ({ url, waiting }) => `still wait, like ${url} (${waiting?.reason})`),
    some(wrong, ({ url, phase }) => `are “${phase}” in the watch, like ${url}`),
    some(moving, ({ url, phase }) => `were never seen to end by the watch, like ${url} (${phase})`),
    faults.length > 0 ? `The extension told ${faults.length} faults of its own, like ${faults[0]}.` : null,
    arrivals > limit ? `${arrivals} requests arrived within one second; ${limit} are allowed.` : null,
  ].filter((sentence) => sentence !== null);

  return {
    figures: {
      links: links.length,
      files: files.length,
      'requests in all': calls.length,
      'requests that add a link': uploads.length,
      'of them without their whole answer': uploads.filter(({ outcome }) => outcome !== 'answered').length,
      'of them repeated by the browser': uploads.filter((call) => repeated.has(call)).length,
      'refused for their number': calls.filter(({ outcome }) => outcome === 'refused').length,
      'most arrivals in a sliding second': mostInASecond(calls.map(({ at }) => at)),
      'of them sent by the extension, at most': arrivals,
    },
    violations,
  };
}

/** A sentence about links that did something wrong, with the first as an example; null where none did. */
function some<T>(links: readonly T[], say: (first: T) => string): string | null {
  const [first] = links;
  return first === undefined ? null : `${links.length} of the links ${say(first)}.`;
}

/** What became of each request for one link, and when: seconds since the first. */
function history(uploads: readonly AuditEntry[]): string {
  const start = uploads[0]?.at ?? 0;
  return uploads
    .map(({ at, outcome, fault, status, effect }) => {
      const what = [fault ?? outcome, status, effect ? 'taken' : 'not taken'].filter((part) => part !== null);
      return `${((at - start) / 1_000).toFixed(3)} s ${what.join(' ')}`;
    })
    .join(', ');
}

/** Milliseconds within which an equal request after a reset is the browser's: the extension waits longer with each. */
const soon = 1_000;

/** Requests that were not the extension's: the same once more, right after its connection was reset. */
function repeats(calls: readonly AuditEntry[]): ReadonlySet<AuditEntry> {
  const last = new Map<string, AuditEntry>();
  const found = calls.filter((entry) => {
    const request = JSON.stringify([entry.path, entry.query]);
    const before = last.get(request);
    last.set(request, entry);
    return before?.outcome === 'reset' && entry.at - before.at < soon;
  });
  return new Set(found);
}
