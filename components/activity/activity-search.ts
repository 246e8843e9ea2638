import type { ActivityEntry, ActivityKind } from '../../lib/activity/activity.ts';
import { decodeHost } from '../../lib/links/readable-host.ts';
import { createMatcher, createSearchText, decodeAddress } from '../../lib/search/words.ts';
import type { ActivityRow } from './activity-rows.ts';

export type OutcomeFilter = 'all' | 'arrived' | 'failed' | 'uncertain' | 'sent' | 'cancelled' | 'files';

const kinds: Readonly<Record<Exclude<OutcomeFilter, 'all'>, readonly ActivityKind[]>> = {
  arrived: ['done'],
  failed: ['failed', 'refused'],
  uncertain: ['uncertain'],
  sent: ['sent', 'rerouted', 'replaced'],
  cancelled: ['cancelled', 'dismissed', 'deleted'],
  files: ['moved', 'renamed', 'cloned', 'filesDeleted', 'undone'],
};

const outcomeKinds = Object.entries(kinds) as readonly [OutcomeFilter, readonly ActivityKind[]][];

export const outcomeFilters: readonly OutcomeFilter[] = ['all', ...outcomeKinds.map(([outcome]) => outcome)];

/** Prepares rows once for a search at every key press. `getFolderName` returns what the list shows. */
export function createActivitySearch(
  rows: readonly ActivityRow[],
  getFolderName: (entry: ActivityEntry) => string,
): (typed: string, outcome: OutcomeFilter) => readonly ActivityRow[] {
  const texts = rows.map(({ latest, earlier }) =>
    createSearchText(
      ...[latest, ...earlier].flatMap((entry) => [
        entry.title,
        entry.url,
        decodeAddress(entry.url),
        decodeHost(URL.parse(entry.url ?? '')?.host ?? ''),
        getFolderName(entry),
        entry.fileCode,
        entry.msg,
      ]),
    ),
  );
  return (typed, outcome) => {
    const matches = createMatcher(typed);
    return rows.filter(
      (row, at) => (outcome === 'all' || hasOutcome(row, kinds[outcome])) && matches(texts[at] ?? ''),
    );
  };
}

const turns = new Set<ActivityKind>([...kinds.sent, ...kinds.arrived]);

/** The current outcome of an upload. One that failed and was then dismissed counts as both, one that was sent again as neither. */
function hasOutcome({ latest, earlier }: ActivityRow, wanted: readonly ActivityKind[]): boolean {
  if (wanted.includes(latest.kind)) return true;
  if (turns.has(latest.kind)) return false;
  const turn = earlier.findIndex(({ kind }) => turns.has(kind));
  return earlier.slice(0, turn === -1 ? undefined : turn).some(({ kind }) => wanted.includes(kind));
}

/** How many rows have each outcome, in the order of the filters. A failed upload that was dismissed counts as failed. */
export function countOutcomes(rows: readonly ActivityRow[]): readonly (readonly [OutcomeFilter, number])[] {
  const found = Map.groupBy(rows, (row) => outcomeKinds.find(([, its]) => hasOutcome(row, its))?.[0]);
  return outcomeKinds.flatMap(([outcome]) => {
    const count = found.get(outcome)?.length ?? 0;
    return count > 0 ? [[outcome, count] as const] : [];
  });
}

/** Links whose last event is a failure or a refusal, each once, oldest first. `entries` are newest first. */
export function findUnresolvedFailures(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  return [...Map.groupBy(entries, ({ accountId, url }) => `${accountId} ${url}`).values()]
    .flatMap(([newest]) => newest ?? [])
    .filter(({ kind, url }) => kinds.failed.includes(kind) && url !== '')
    .toReversed();
}
