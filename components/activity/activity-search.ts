import type { ActivityEntry, ActivityKind } from '../../lib/activity/activity.ts';
import { createMatcher, createSearchText, decodeAddress } from '../../lib/search/words.ts';

export type OutcomeFilter = 'all' | 'arrived' | 'failed' | 'uncertain' | 'sent' | 'cancelled' | 'files';

const kinds: Readonly<Record<Exclude<OutcomeFilter, 'all'>, readonly ActivityKind[]>> = {
  arrived: ['done'],
  failed: ['failed', 'refused'],
  uncertain: ['uncertain'],
  sent: ['sent', 'rerouted'],
  cancelled: ['cancelled', 'dismissed', 'deleted'],
  files: ['moved', 'renamed', 'cloned', 'filesDeleted', 'undone'],
};

export const outcomeFilters = ['all', ...Object.keys(kinds)] as readonly OutcomeFilter[];

/** Prepares entries once for a search at every key press; `getFolderName` gives what the list shows. */
export function createActivitySearch(
  entries: readonly ActivityEntry[],
  getFolderName: (entry: ActivityEntry) => string,
): (typed: string, outcome: OutcomeFilter) => readonly ActivityEntry[] {
  const texts = entries.map((entry) =>
    createSearchText(
      entry.title,
      entry.url,
      decodeAddress(entry.url),
      getFolderName(entry),
      entry.fileCode,
      entry.msg,
    ),
  );
  return (typed, outcome) => {
    const matches = createMatcher(typed);
    return entries.filter(
      ({ kind }, at) => (outcome === 'all' || kinds[outcome].includes(kind)) && matches(texts[at] ?? ''),
    );
  };
}

export interface Day {
  readonly atMs: number;
  readonly entries: readonly ActivityEntry[];
}

/** Entries in their order, by day of the user's own time zone. */
export function groupByDay(entries: readonly ActivityEntry[]): readonly Day[] {
  const days: { atMs: number; entries: ActivityEntry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && new Date(last.atMs).toDateString() === new Date(entry.atMs).toDateString()) {
      last.entries.push(entry);
    } else days.push({ atMs: entry.atMs, entries: [entry] });
  }
  return days;
}

/** Links whose last news is that they failed or were refused, each once, oldest first. `entries`: newest first. */
export function findUnresolvedFailures(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  return [...Map.groupBy(entries, ({ accountId, url }) => `${accountId} ${url}`).values()]
    .flatMap(([newest]) => newest ?? [])
    .filter(({ kind, url }) => kinds.failed.includes(kind) && url !== '')
    .toReversed();
}
