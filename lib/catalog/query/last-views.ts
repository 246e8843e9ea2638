/**
 * When files were last viewed, and which details must be read again. Last views and uploads are on the service's clock, in an unknown time
 * zone, so they are compared only with that clock, day by day. Pure.
 */
import type { EpochMs, Seconds, ServiceSeconds } from '../../timing/units.ts';
import type { Block } from '../columns/block.ts';
import { neverViewed } from '../columns/number-columns.ts';
import type { SyncStatus } from '../file.ts';

const daySeconds = 86_400;
/** Older details are read again, sooner for files that a filter or rule is about. */
const maxAge: Seconds = 7 * daySeconds;
const maxAgeIfUnviewed: Seconds = daySeconds;

/** The last view, or the upload if nobody has viewed the file. NaN: unknown. */
export const unviewedSince = (lastView = Number.NaN, uploaded = Number.NaN): ServiceSeconds =>
  lastView === neverViewed ? uploaded : lastView;

/** The service's clock. If it reports none, the local one. */
export const getServiceTime = (
  { serviceClock }: Pick<SyncStatus, 'serviceClock'>,
  nowMs: EpochMs,
): ServiceSeconds =>
  serviceClock === null ? nowMs / 1_000 : serviceClock.seconds + (nowMs - serviceClock.atMs) / 1_000;

/** A file viewed later was viewed within these days. */
export const endOfDayAgo = (days: number, serviceTime: ServiceSeconds): ServiceSeconds =>
  (Math.floor(serviceTime / daySeconds) - days + 1) * daySeconds - 1;

interface LastViewCounts {
  readonly files: number;
  /** Details never read. */
  readonly unread: number;
  /** The service doesn't report the last view. */
  readonly unreported: number;
  readonly never: number;
}

const countsByBlock = new WeakMap<Block, LastViewCounts>();

/** Counts unchanged blocks once. */
export function countLastViews(blocks: readonly Block[]): LastViewCounts {
  const sum = { files: 0, unread: 0, unreported: 0, never: 0 };
  for (const block of blocks) {
    const counts = countsByBlock.get(block) ?? countIn(block);
    countsByBlock.set(block, counts);
    for (const name of ['files', 'unread', 'unreported', 'never'] as const) sum[name] += counts[name];
  }
  return sum;
}

function countIn(block: Block): LastViewCounts {
  const counts = { files: 0, unread: 0, unreported: 0, never: 0 };
  const [views, readAt] = [block.numbers('lastView'), block.numbers('detailsReadAt')];
  for (let slot = 0; slot < block.slots; slot += 1) {
    if (block.isEmpty(slot)) continue;
    counts.files += 1;
    if (views[slot] === neverViewed) counts.never += 1;
    else if (Number.isNaN(views[slot])) counts[Number.isNaN(readAt[slot]) ? 'unread' : 'unreported'] += 1;
  }
  return counts;
}

/** Files that nobody has viewed after this time, and those whose last view isn't reported, or not read yet. */
export function countUnviewed(
  blocks: readonly Block[],
  after: number,
): { readonly count: number; readonly unread: number; readonly unreported: number } {
  const counts = { count: 0, unread: 0, unreported: 0 };
  forEachFile(blocks, ({ since, readAt }) => {
    if (since <= after) counts.count += 1;
    else if (Number.isNaN(since)) counts[Number.isNaN(readAt) ? 'unread' : 'unreported'] += 1;
  });
  return counts;
}

interface DueOptions {
  readonly nowMs: EpochMs;
  /** Files that nobody has viewed after this time are read more often. */
  readonly unviewedAfter: number | null;
}

/** Files whose details are missing or old. */
export function countDue(blocks: readonly Block[], options: DueOptions): number {
  let count = 0;
  forEachFile(blocks, (file) => {
    if (isDue(file, options)) count += 1;
  });
  return count;
}

/** Codes of files whose details are missing or old. Missing ones first, the longest unviewed before the others. */
export function listDue(blocks: readonly Block[], options: DueOptions): readonly string[] {
  const due: { code: string; readAt: number; since: number }[] = [];
  forEachFile(blocks, (file, block, slot) => {
    if (!isDue(file, options)) return;
    const { readAt, uploaded, since } = file;
    due.push({
      code: block.code(slot),
      readAt: Number.isNaN(readAt) ? 0 : readAt,
      since: (Number.isNaN(since) ? uploaded : since) || 0,
    });
  });
  return due
    .sort((one, other) => one.readAt - other.readAt || one.since - other.since)
    .map(({ code }) => code);
}

interface FileTimes {
  /** By the local clock. NaN: never. */
  readonly readAt: number;
  readonly uploaded: number;
  readonly since: number;
}

function isDue({ readAt, since }: FileTimes, { nowMs, unviewedAfter }: DueOptions): boolean {
  if (Number.isNaN(readAt)) return true;
  // The clock may have been set back.
  const age = Math.abs(nowMs / 1_000 - readAt);
  return age > maxAge || (age > maxAgeIfUnviewed && unviewedAfter !== null && since <= unviewedAfter);
}

function forEachFile(
  blocks: readonly Block[],
  call: (file: FileTimes, block: Block, slot: number) => void,
): void {
  for (const block of blocks) {
    const [views, uploads, reads] = [
      block.numbers('lastView'),
      block.numbers('uploaded'),
      block.numbers('detailsReadAt'),
    ];
    for (let slot = 0; slot < block.slots; slot += 1) {
      if (block.isEmpty(slot)) continue;
      const [uploaded = Number.NaN, readAt = Number.NaN] = [uploads[slot], reads[slot]];
      call({ readAt, uploaded, since: unviewedSince(views[slot], uploaded) }, block, slot);
    }
  }
}
