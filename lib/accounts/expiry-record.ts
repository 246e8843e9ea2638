/** How many files of an account its host may soon delete, as last counted, and whether the user has dismissed that. */
import { hasShape } from '../storage/shape.ts';
import { createStoredValue, type StorageArea, type StoredValue } from '../storage/stored.ts';

export interface ExpiryRecord {
  /** At least so many: files that are not known yet, or never told of, may be more. */
  readonly count: number;
  /** Nobody has viewed them for so many days; 0: not counted yet. */
  readonly days: number;
  /** Files whose last view is not known yet. */
  readonly unread: number;
  /** Files of which the service doesn't say since when nobody has viewed them. */
  readonly untold: number;
  /** Whether all files of the account are known. */
  readonly isWhole: boolean;
  /** What was dismissed, on which day (`YYYY-MM-DD`, local clock). */
  readonly dismissed: { readonly count: number; readonly day: string } | null;
}

export const nothingExpires: ExpiryRecord = {
  count: 0,
  days: 0,
  unread: 0,
  untold: 0,
  isWhole: false,
  dismissed: null,
};

/** The record of an account in `storage.local`; pages read it too. */
export const createExpiryStore = (local: StorageArea, accountId: string): StoredValue<ExpiryRecord> =>
  createStoredValue(local, `expiry:${accountId}`, (value) =>
    hasShape(value, {
      count: Number,
      days: Number,
      unread: Number,
      untold: Number,
      isWhole: Boolean,
      dismissed: [null, { count: Number, day: String }],
    })
      ? value
      : nothingExpires,
  );

/** What was dismissed is shown again once there are more files, and on the next day. @param day `YYYY-MM-DD`, local clock */
export const isExpiryShown = ({ count, dismissed }: ExpiryRecord, day: string): boolean =>
  count > 0 && !(dismissed !== null && dismissed.day === day && count <= dismissed.count);
