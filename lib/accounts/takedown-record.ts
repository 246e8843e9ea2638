/** The files of an account that were reported for takedown at the last check, and when the user first saw each. */

import { createStoredValue, type StorageArea, type StoredValue } from '../storage/stored.ts';
import type { EpochMs } from '../timing/units.ts';

export interface TakedownRecord {
  /** Null before the first list. */
  readonly checkedAtMs: EpochMs | null;
  /** By file code. 0 for an account's first list. Null until the user has seen it. */
  readonly firstSeenAtMs: Readonly<Record<string, number | null>>;
}

const newForMs = 86_400_000;

/** Without a prototype, because a code may equal the name of one of its properties. */
export const noTakedowns: TakedownRecord = {
  checkedAtMs: null,
  firstSeenAtMs: Object.freeze(Object.create(null)),
};

/** Pages read it too. */
export const createTakedownStore = (local: StorageArea, accountId: string): StoredValue<TakedownRecord> =>
  createStoredValue(local, `takedowns:${accountId}`, readRecord);

function readRecord(value: unknown): TakedownRecord {
  const { checkedAtMs, firstSeenAtMs } = (value ?? {}) as Record<string, unknown>;
  if (typeof checkedAtMs !== 'number' || typeof firstSeenAtMs !== 'object') return noTakedowns;
  return { checkedAtMs, firstSeenAtMs: Object.assign(Object.create(null), firstSeenAtMs) };
}

/** The user hasn't seen the takedown, or first saw it less than a day ago. False for a file that isn't listed. */
export function isNewTakedown({ firstSeenAtMs }: TakedownRecord, fileCode: string, nowMs: EpochMs): boolean {
  const seenAtMs = firstSeenAtMs[fileCode];
  return seenAtMs === null || (seenAtMs !== undefined && nowMs - seenAtMs < newForMs);
}

/**
 * Forgets takedowns that the list lacks.
 * @param isSeen the user sees the list now
 */
export function updateListed(
  record: TakedownRecord,
  fileCodes: readonly string[],
  isSeen: boolean,
  nowMs: EpochMs,
): TakedownRecord {
  const isFirst = record.checkedAtMs === null;
  const firstSeenAtMs = Object.fromEntries(
    fileCodes.map((code) => {
      const known = record.firstSeenAtMs[code];
      if (typeof known === 'number') return [code, known];
      return [code, isFirst ? 0 : isSeen ? nowMs : null];
    }),
  );
  return { checkedAtMs: nowMs, firstSeenAtMs };
}
