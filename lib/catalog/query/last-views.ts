/**
 * What is known of the last views of an account's files, and whose details are to be asked for again. Last views and uploads are
 * on the service's clock, in an unknown time zone, so that they are compared with that clock only, day by day. Pure.
 */
import type { Block } from '../columns/block.ts';
import { neverViewed } from '../columns/number-columns.ts';
import type { SyncStatus } from '../file.ts';

const daySeconds = 86_400;
/** Details that were asked for before are old; those of files that a filter or a rule is about, sooner. Seconds. */
const maxAge = 7 * daySeconds;
const maxAgeIfUnviewed = daySeconds;

/** Since when nobody has viewed a file: its last view, its upload where it was never viewed. NaN: unknown. Seconds. */
export const unviewedSince = (lastView = Number.NaN, uploaded = Number.NaN): number =>
  lastView === neverViewed ? uploaded : lastView;

/** The time at the service, by its last answer: seconds as `CatalogFile.uploaded`; by the local clock where it tells none. */
export const getServiceTime = ({ serviceClock }: Pick<SyncStatus, 'serviceClock'>, nowMs: number): number =>
  serviceClock === null ? nowMs / 1_000 : serviceClock.seconds + (nowMs - serviceClock.atMs) / 1_000;

/** The end of the day that was so many days ago: who viewed a file later has viewed it in these days. */
export const endOfDayAgo = (days: number, serviceTime: number): number =>
  (Math.floor(serviceTime / daySeconds) - days + 1) * daySeconds - 1;

/** Of all files. */
export interface LastViewCounts {
  readonly files: number;
  /** Files whose details were never asked for. */
  readonly unread: number;
  /** Files of which the service doesn't say when they were viewed. */
  readonly untold: number;
  readonly never: number;
}

const countsByBlock = new WeakMap<Block, LastViewCounts>();

/** Unchanged blocks are counted once. */
export function countLastViews(blocks: readonly Block[]): LastViewCounts {
  const sum = { files: 0, unread: 0, untold: 0, never: 0 };
  for (const block of blocks) {
    const counts = countsByBlock.get(block) ?? countIn(block);
    countsByBlock.set(block, counts);
    for (const name of ['files', 'unread', 'untold', 'never'] as const) sum[name] += counts[name];
  }
  return sum;
}

function countIn(block: Block): LastViewCounts {
  const counts = { files: 0, unread: 0, untold: 0, never: 0 };
  const [views, readAt] = [block.numbers('lastView'), block.numbers('detailsReadAt')];
  for (let slot = 0; slot < block.slots; slot += 1) {
    if (block.isEmpty(slot)) continue;
    counts.files += 1;
    if (views[slot] === neverViewed) counts.never += 1;
    else if (Number.isNaN(views[slot])) counts[Number.isNaN(readAt[slot]) ? 'unread' : 'untold'] += 1;
  }
  return counts;
}

/** The files that nobody has viewed after this time, and those of which that is unknown: read from the service, or not yet. */
export function countUnviewed(
  blocks: readonly Block[],
  after: number,
): { readonly count: number; readonly unread: number; readonly untold: number } {
  const counts = { count: 0, unread: 0, untold: 0 };
  forEachFile(blocks, ({ since, readAt }) => {
    if (since <= after) counts.count += 1;
    else if (Number.isNaN(since)) counts[Number.isNaN(readAt) ? 'unread' : 'untold'] += 1;
  });
  return counts;
}

interface DueOptions {
  readonly nowMs: number;
  /** Files that nobody has viewed after this time are asked for more often; null: none are. */
  readonly unviewedAfter: number | null;
}

/** How many files' details are missing or old. */
export function countDue(blocks: readonly Block[], options: DueOptions): number {
  let count = 0;
  forEachFile(blocks, (file) => {
    if (isDue(file, options)) count += 1;
  });
  return count;
}

/** Codes of the files whose details are missing or old: missing ones first, of these the files that were unviewed for longest. */
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
  /** Seconds, local clock; NaN: never. */
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
