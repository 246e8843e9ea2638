/** A check of pasted links: which of the files are still there. */
import type { ApiErrorCode } from '../../api/index.ts';

export type LinkVerdict =
  | 'there'
  | 'gone'
  | 'unknown' // nobody could be asked, or no answer says it
  | 'left-out'; // it is no file

export type LinkReason =
  | ApiErrorCode
  | 'takedown' // it is there, and reported for takedown
  | 'status' // the service's word for it is not "Active" (`msg`)
  | 'missing' // the account had this file, and the service no longer knows it
  | 'not-found' // the service does not know it, or it is somebody else's
  | 'own-only' // the service tells of the account's own files only
  | 'other-code' // it has not the form of the account's codes, as protected links: the service knows these on its pages only
  | 'no-account' // no account is at its host, or it was removed
  | 'no-permission'; // the browser denies the host

/** A link as it was pasted. */
export interface NewLink {
  readonly line: number;
  readonly text: string;
  /** Null for what is no file. */
  readonly fileCode: string | null;
  /** The accounts to ask, one after the other, until one has the file. */
  readonly accountIds: readonly string[];
}

/** `accountIds`: those that are still to be asked. */
export interface CheckedLink extends NewLink {
  /** Null: not checked yet. */
  readonly verdict: LinkVerdict | null;
  readonly reason: LinkReason | null;
  /** The service's own words; null where it said none. */
  readonly msg: string | null;
}

export interface LinkCheck {
  readonly startedAtMs: number;
  /** All that links were to be asked for. */
  readonly accountIds: readonly string[];
  readonly isStopped: boolean;
  readonly links: readonly CheckedLink[];
}

/** Nothing of a left-out text is asked for, and nobody where there is no account. */
export function toCheckedLink(link: NewLink): CheckedLink {
  const open = { ...link, verdict: null, reason: null, msg: null };
  if (link.fileCode === null) return { ...open, verdict: 'left-out' };
  return link.accountIds.length === 0 ? { ...open, verdict: 'unknown', reason: 'no-account' } : open;
}

export const isOpen = ({ verdict }: CheckedLink): boolean => verdict === null;
