/** A check of pasted links: which of the files still exist. */

import type { ApiErrorCode } from '../../api/index.ts';
import type { EpochMs } from '../../timing/units.ts';

export type LinkVerdict =
  | 'there'
  | 'gone'
  | 'unknown' // nobody could be asked, or the responses don't tell
  | 'left-out'; // not a file

export type LinkReason =
  | ApiErrorCode
  | 'takedown' // exists, but was reported for takedown
  | 'status' // the service's status for it isn't "Active" (`msg`)
  | 'missing' // the account had it, and the service no longer knows it
  | 'not-found' // the service doesn't know it, or it belongs to someone else
  | 'own-only' // the service reports only the account's own files
  | 'other-code' // unlike the account's codes, such as a protected link, which the service knows only on its pages
  | 'no-account' // no account at its host, or the account was removed
  | 'no-permission'; // the browser denies the host

/** As pasted. */
export interface NewLink {
  readonly line: number;
  readonly text: string;
  /** Null if it isn't a file. */
  readonly fileCode: string | null;
  /** To be asked one after the other, until one has the file. */
  readonly accountIds: readonly string[];
}

/** `accountIds`: those that must still be asked. */
export interface CheckedLink extends NewLink {
  /** Null: not checked yet. */
  readonly verdict: LinkVerdict | null;
  readonly reason: LinkReason | null;
  /** The service's own words. */
  readonly msg: string | null;
}

export interface LinkCheck {
  readonly startedAtMs: EpochMs;
  /** All that links were to be looked up in. */
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
