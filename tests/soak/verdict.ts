/** What a soak came to: figures, and a sentence for each promise that was broken. Pure. */
import type { OutboxItem } from '../../lib/outbox/item.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';
import type { AuditEntry } from '../../service/src/index.ts';
import { mostInASecond } from '../bench/sliding-second.ts';
import type { SoakLink } from './plan.ts';

export interface Evidence {
  readonly links: readonly SoakLink[];
  /** Titles of all files that the service has in the end. */
  readonly titles: readonly string[];
  /** What is left in the outbox. */
  readonly items: readonly OutboxItem[];
  /** What the watch remembers; of ended transfers only the newest. */
  readonly transfers: readonly WatchedTransfer[];
  /** Every request that reached the service. */
  readonly audit: readonly AuditEntry[];
  /** What the extension's worker and pages complained of as faults of their own. */
  readonly faults: readonly string[];
}

export interface Verdict {
  readonly figures: Readonly<Record<string, number>>;
  /** Empty where every promise was kept. */
  readonly violations: readonly string[];
}

const limit = 10;

export function judge({ links, titles, items, transfers, audit, faults }: Evidence): Verdict {
  const calls = audit.filter(({ path }) => path.startsWith('/api/'));
  const uploads = calls.filter(({ endpoint }) => endpoint === '/api/upload/url');
  const arrivals = mostInASecond(calls.map(({ at }) => at));
  const present = new Set(titles);
  const left = new Set(items.map(({ url }) => url));
  const twice = titles.filter((title, at) => titles.indexOf(title) !== at);
  const lost = links.filter(({ url, title }) => !present.has(title) && !left.has(url));
  const strangers = [...present].filter((title) => !links.some((link) => link.title === title));
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
      files: titles.length,
      'requests in all': calls.length,
      'requests that add a link': uploads.length,
      'of them without their whole answer': uploads.filter(({ outcome }) => outcome !== 'answered').length,
      'of them repeated by the browser': repeats(uploads),
      'refused for their number': calls.filter(({ outcome }) => outcome === 'refused').length,
      'most arrivals in a sliding second': arrivals,
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

/**
 * Requests that were not the extension's: the same link once more right after its connection was reset. The extension
 * itself asks for evidence first, which takes it 20 seconds at least.
 */
function repeats(uploads: readonly AuditEntry[]): number {
  const last = new Map<string, AuditEntry>();
  return uploads.filter((entry) => {
    const url = entry.query['url'] ?? '';
    const before = last.get(url);
    last.set(url, entry);
    return before?.outcome === 'reset' && entry.at - before.at < 5_000;
  }).length;
}
