import {
  countLinks,
  getRank,
  hasEnded,
  isSilent,
  ranks,
  speedAt,
  type UploadItem,
  withCopies,
} from '../../lib/uploads/upload-items.ts';

export type GroupName = (typeof groupNames)[number];

export interface Group {
  readonly name: GroupName;
  readonly items: readonly UploadItem[];
  readonly entries: readonly (UploadItem | Batch)[];
  /** Only uploads in this group by their own state. Each copy of a link counts. */
  readonly count: number;
  /** Sum of the rows. Null if unknown. */
  readonly bytesPerSecond: number | null;
  /** Null if unknown for any row. */
  readonly secondsLeft: number | null;
}

/** One entry: uploads sent together (without those that need the user), copies of one link, or one cause. */
export interface Batch {
  readonly id: string;
  readonly isCause?: boolean;
  readonly members: readonly UploadItem[];
}

/** Smaller batches are shown as single rows. */
const minBatchSize = 10;
const minCauseSize = 3;

/** In order. `earlier` ended or failed before today. */
export const groupNames = ['active', 'attention', 'waiting', 'finished', 'earlier'] as const;

/** By rank. Waiting here or at the service is one group. */
const namesByRank = ['active', 'attention', 'waiting', 'waiting', 'finished'] as const;

/** Anything this recent counts as today, even after midnight. */
const recentMs = 3 * 3_600_000;

/**
 * Expects `items` in the order of `toUploadItems`.
 *
 * @param getCause equal causes become one entry. Null: no cause
 */
export function groupRows(
  items: readonly UploadItem[],
  nowMs: number,
  getCause: (item: UploadItem) => string | null = () => null,
): readonly Group[] {
  const todayMs = Math.min(new Date(nowMs).setHours(0, 0, 0, 0), nowMs - recentMs);
  const isEarlier = ({ state, upload: { endedAtMs, changedAtMs } }: UploadItem) =>
    hasEnded(state) && (endedAtMs ?? changedAtMs) < todayMs;
  const getGroupName = (item: UploadItem): GroupName => {
    if (withCopies(item).every(isEarlier)) return 'earlier';
    return isSilent(item, nowMs) ? 'waiting' : namesByRank[item.rank];
  };
  // A batch belongs to the group of its most urgent row.
  const batches = new Map<string, { readonly name: GroupName; readonly members: UploadItem[] }>();
  const findBatch = ({ upload: { batch }, rank }: UploadItem) =>
    batch && batch.size >= minBatchSize && rank !== 1 ? batches.get(batch.id) : undefined;
  for (const item of items) {
    const id = item.upload.batch?.id;
    if (id !== undefined && item.rank !== 1) {
      const name = getGroupName(item);
      const known = batches.get(id);
      if (known === undefined || (name === 'active' && known.name !== 'active'))
        batches.set(id, { name, members: known?.members ?? [] });
    }
    findBatch(item)?.members.push(item);
  }
  const groups = Map.groupBy(items, (item) => findBatch(item)?.name ?? getGroupName(item));
  return groupNames.flatMap((name) => {
    const each = groups.get(name);
    if (each === undefined) return [];
    const causes = Map.groupBy(each, getCause);
    const entries = each.flatMap((item): (UploadItem | Batch)[] => {
      const cause = getCause(item);
      const alike = (cause !== null && causes.get(cause)) || [];
      if (cause !== null && alike.length >= minCauseSize)
        return alike[0] === item ? [{ id: `${name} ${cause}`, members: alike, isCause: true }] : [];
      const members = findBatch(item)?.members;
      if (members === undefined || members.length === 1) return [toEntry(item)];
      return members[0] === item ? [{ id: `batch ${item.upload.batch?.id}`, members }] : [];
    });
    const isOpen = name === 'active' || name === 'waiting';
    const all = each.flatMap(withCopies);
    const counted = all.filter(({ state }) =>
      name === 'attention' ? ranks[state] === 1 : !isOpen || !hasEnded(state),
    );
    const count = countLinks(counted);
    return [{ name, items: each, entries, count, ...sumTotals(all, nowMs) }];
  });
}

export const toEntry = (item: UploadItem): UploadItem | Batch => {
  const { copies, ...alone } = item;
  return copies ? { id: `link ${item.upload.linkId}`, members: [alone, ...copies] } : item;
};

function sumTotals(
  items: readonly UploadItem[],
  nowMs: number,
): Pick<Group, 'bytesPerSecond' | 'secondsLeft'> {
  let [bytesPerSecond, bytesLeft] = [0, 0];
  for (const item of items) {
    if (hasEnded(item.state)) continue;
    const progress = getRank(item) === 0 ? item.progress : null;
    bytesPerSecond += (progress && speedAt(progress, nowMs).bytesPerSecond) ?? 0;
    const { bytesDone = null, bytesTotal = null } = progress ?? {};
    bytesLeft += bytesDone === null || bytesTotal === null ? Number.NaN : bytesTotal - bytesDone;
  }
  if (bytesPerSecond === 0) return { bytesPerSecond: null, secondsLeft: null };
  return { bytesPerSecond, secondsLeft: Number.isNaN(bytesLeft) ? null : bytesLeft / bytesPerSecond };
}
