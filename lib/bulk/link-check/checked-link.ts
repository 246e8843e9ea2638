/** A check of pasted links: which of the files still exist. */

import type { ApiErrorCode } from '../../api/index.ts';
import type { EpochMs } from '../../timing/units.ts';

export type LinkVerdict =
  | 'there'
  | 'gone'
  | 'unknown' // nobody could be asked, or no response tells
  | 'left-out'; // it isn't a file

export type LinkReason =
  | ApiErrorCode
  | 'takedown' // it exists, but was reported for takedown
  | 'status' // the service's status for it isn't "Active" (`msg`)
  | 'missing' // the account had this file, and the service no longer knows it
  | 'not-found' // the service doesn't know it, or it belongs to someone else
  | 'own-only' // the service only reports the account's own files
  | 'other-code' // it doesn't look like the account's codes. For example, the service knows protected links only on its pages
  | 'no-account' // no account is at its host, or it was removed
  | 'no-permission'; // the browser denies the host

/** A link as it was pasted. */
export interface NewLink {
  readonly line: number;
  readonly text: string;
  /** Null if it isn't a file. */
  readonly fileCode: string | null;
  /** The accounts to ask, one after the other, until one has the file. */
  readonly accountIds: readonly string[];
}

/** `accountIds`: those that must still be asked. */
export interface CheckedLink extends NewLink {
  /** Null: not checked yet. */
  readonly verdict: LinkVerdict | null;
  readonly reason: LinkReason | null;
  /** The service's own words. Null if there are none. */
  readonly msg: string | null;
}

export interface LinkCheck {
  readonly startedAtMs: EpochMs;
  /** All accounts that links were to be looked up in. */
  readonly accountIds: readonly string[];
  readonly isStopped: boolean;
  readonly links: readonly CheckedLink[];
}

/** A text that isn't a link, or has no account, needs no request. */
export function toCheckedLink(link: NewLink): CheckedLink {
  const open = { ...link, verdict: null, reason: null, msg: null };
  if (link.fileCode === null) return { ...open, verdict: 'left-out' };
  return link.accountIds.length === 0 ? { ...open, verdict: 'unknown', reason: 'no-account' } : open;
}

export const isOpen = ({ verdict }: CheckedLink): boolean => verdict === null;
