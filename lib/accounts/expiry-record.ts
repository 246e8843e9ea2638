/** How many files of an account its host may soon delete, as last counted, and whether the user has dismissed that. */
import { hasShape } from '../storage/shape.ts';
import { createStoredValue, type StorageArea, type StoredValue } from '../storage/stored.ts';

export interface ExpiryRecord {
  /** A minimum: files that aren't known yet, or whose views aren't reported, may add to it. */
  readonly count: number;
  /** Nobody has viewed them for this many days. 0: not counted yet. */
  readonly days: number;
  /** Files whose last view hasn't been read yet. */
  readonly unread: number;
  /** Files whose last view the service doesn't report. */
  readonly unreported: number;
  /** All files of the account are known. */
  readonly isWhole: boolean;
  /** `day`: `YYYY-MM-DD`, local clock. */
  readonly dismissed: { readonly count: number; readonly day: string } | null;
}

export const nothingExpires: ExpiryRecord = {
  count: 0,
  days: 0,
  unread: 0,
  unreported: 0,
  isWhole: false,
  dismissed: null,
};

/** Pages read it too. */
export const createExpiryStore = (local: StorageArea, accountId: string): StoredValue<ExpiryRecord> =>
  createStoredValue(local, `expiry:${accountId}`, (value) =>
    hasShape(value, {
      count: Number,
      days: Number,
      unread: Number,
      unreported: Number,
      isWhole: Boolean,
      dismissed: [null, { count: Number, day: String }],
    })
      ? value
      : nothingExpires,
  );

/**
 * A dismissed notice is shown again once there are more files, and on the next day.
 * @param day `YYYY-MM-DD`, local clock
 */
export const isExpiryShown = ({ count, dismissed }: ExpiryRecord, day: string): boolean =>
  count > 0 && !(dismissed !== null && dismissed.day === day && count <= dismissed.count);
