/** The files of an account that were reported for takedown at the last check, and when the user first saw each. */
import { createStoredValue, type StorageArea, type StoredValue } from '../storage/stored.ts';

export interface TakedownRecord {
  /** Milliseconds since the epoch; null before the first list. */
  readonly checkedAtMs: number | null;
  /** By file code: milliseconds since the epoch; 0 in an account's first list, null until the user has seen it. */
  readonly firstSeenAtMs: Readonly<Record<string, number | null>>;
}

const newForMs = 86_400_000;

/** Before the first list. Without a prototype: a code may be called like one of its properties. */
export const noTakedowns: TakedownRecord = {
  checkedAtMs: null,
  firstSeenAtMs: Object.freeze(Object.create(null)),
};

/** The record of an account in `storage.local`; pages read it too. */
export const createTakedownStore = (local: StorageArea, accountId: string): StoredValue<TakedownRecord> =>
  createStoredValue(local, `takedowns:${accountId}`, readRecord);

function readRecord(value: unknown): TakedownRecord {
  const { checkedAtMs, firstSeenAtMs } = (value ?? {}) as Record<string, unknown>;
  if (typeof checkedAtMs !== 'number' || typeof firstSeenAtMs !== 'object') return noTakedowns;
  return { checkedAtMs, firstSeenAtMs: Object.assign(Object.create(null), firstSeenAtMs) };
}

/** Whether the user has not seen a takedown, or has seen it for less than a day. False for a file that is not listed. */
export function isNewTakedown({ firstSeenAtMs }: TakedownRecord, fileCode: string, nowMs: number): boolean {
  const seenAtMs = firstSeenAtMs[fileCode];
  return seenAtMs === null || (seenAtMs !== undefined && nowMs - seenAtMs < newForMs);
}

/** After a list was read; what it lacks is forgotten. @param isSeen the user sees the list now */
export function updateListed(
  record: TakedownRecord,
  fileCodes: readonly string[],
  isSeen: boolean,
  nowMs: number,
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
