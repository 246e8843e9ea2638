/** Progress of transfers, measured at polls, in `storage.session`. The background writes it, pages read it. */

import type { Transfer } from '../../api/index.ts';
import { hasShape, listOf } from '../../storage/shape.ts';
import { createStoredValue, type StorageArea, type StoredValue } from '../../storage/stored.ts';
import type { EpochMs } from '../../timing/units.ts';
import type { WatchedFiles } from './encodings.ts';
import type { PollState } from './poll-interval.ts';

export interface Progress {
  readonly bytesDone: number | null;
  readonly bytesTotal: number | null;
  /** If the service reports no bytes. */
  readonly percent?: number | null | undefined;
  /** Running mean over the polls. */
  readonly bytesPerSecond: number | null;
  readonly sampledAtMs: EpochMs | null;
}

export interface Tracking {
  readonly polls: readonly PollState[];
  /** By account id, then upload id. */
  readonly progress: Readonly<Record<string, Readonly<Record<string, Progress>>>>;
  /** By upload id: local files being sent. */
  readonly files: Readonly<Record<string, Progress>>;
  /** By account id: files that its host is encoding. */
  readonly encodings: Readonly<Record<string, WatchedFiles>>;
}

export const createTrackingStore = (session: StorageArea): StoredValue<Tracking> =>
  createStoredValue(session, 'tracking', readTracking);

const readTracking = (value: unknown): Tracking =>
  hasShape(value, shape) ? (value as Tracking) : { polls: [], progress: {}, files: {}, encodings: {} };

const shape = {
  polls: listOf({ accountId: String, failures: Number }),
  progress: {},
  files: {},
  encodings: {},
} as const;

/** The speed restarts if the bytes decrease. */
export function measureProgress(
  before: Progress | undefined,
  {
    bytesTotal,
    bytesDownloaded: bytesDone,
    progress: percent,
  }: Pick<Transfer, 'bytesTotal' | 'bytesDownloaded'> & Partial<Pick<Transfer, 'progress'>>,
  nowMs: EpochMs,
): Progress {
  // A total of 0, or less than the bytes done, means unknown.
  const isTotal = bytesTotal !== null && bytesTotal > 0 && bytesTotal >= (bytesDone ?? 0);
  const measured = { bytesDone, bytesTotal: isTotal ? bytesTotal : null, percent };
  const elapsed = before?.sampledAtMs == null ? 0 : (nowMs - before.sampledAtMs) / 1_000;
  if (before?.bytesDone == null || bytesDone === null || bytesDone < before.bytesDone || elapsed <= 0) {
    const isSameSample = before !== undefined && elapsed === 0 && bytesDone === before.bytesDone;
    return { ...measured, bytesPerSecond: isSameSample ? before.bytesPerSecond : null, sampledAtMs: nowMs };
  }
  const speed = (bytesDone - before.bytesDone) / elapsed;
  const mean = before.bytesPerSecond === null ? speed : (before.bytesPerSecond + speed) / 2;
  return { ...measured, bytesPerSecond: mean < 1 ? 0 : Math.round(mean), sampledAtMs: nowMs };
}
