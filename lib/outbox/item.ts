/** What the outbox holds: one item for each link that the service has not yet confirmed it took. */
import type { FolderRef } from '../folders/folder.ts';

/**
 * `queued → sending → accepted | refused | unsure`, and `queued` again after a wait. A queued item with a `doubt` is one
 * that the service turned away: it is looked for before it is sent again.
 *
 * An accepted item leaves the outbox: the watch follows its transfer from then on.
 */
export type OutboxState = 'queued' | 'sending' | 'accepted' | 'refused' | 'unsure';

/** Why a queued item is not on its way yet. */
export type WaitReason =
  | 'slots' // every remote upload slot of the account is in use
  | 'network' // no answer could be had, or the browser is offline
  | 'rate-limited' // the service asked for fewer requests
  | 'quota' // the account's own quota, per day or per minute
  | 'service' // the service answered with something that is no answer
  | 'account' // the key is refused: everything of this account waits
  | 'paused'; // the user paused the outbox

/** A reason to wait and when it is tried next (null: when the reason ends). */
export interface Waiting {
  readonly reason: WaitReason;
  readonly until: number | null;
}

/** What is in doubt about an item, and when evidence is looked for next. */
export interface Doubt {
  /**
   * `no-answer`: no usable answer came. `already-queued`: the service has it in a queue, which may be somebody else's.
   * `turned-away`: the service refused for now, which may be its answer to a repeat (see `sort-failure.ts`).
   */
  readonly cause: 'no-answer' | 'already-queued' | 'turned-away';
  /** When the doubt arose: nothing that the service showed before proves that the link is absent. */
  readonly since: number;
  /** When it was first looked for in vain, late enough to count; null: not yet. */
  readonly missedAt: number | null;
  /** Looks that could have decided and yet proved nothing. */
  readonly looks: number;
  /** When evidence is looked for next; null: it cannot be had, the user decides. */
  readonly nextLookAt: number | null;
}

export interface OutboxItem {
  readonly id: string;
  readonly accountId: string;
  /** The link, normalised by `URL`. */
  readonly url: string;
  /** Offered to the service as the file's title; null lets the service choose. */
  readonly title: string | null;
  readonly folder: FolderRef;
  /** Items go out in ascending order of this. */
  readonly position: number;
  readonly state: OutboxState;
  /** How often it was sent in such a way that the service may have taken it. */
  readonly attempts: number;
  /** Only on a queued item that must wait: the reason, and when it is tried next (null: when the reason ends). */
  readonly waiting: Waiting | null;
  /** On an unsure item, and on a queued one that was turned away. */
  readonly doubt: Doubt | null;
  /** The service's own words about the last failure; null where it said none. */
  readonly msg: string | null;
  /** The stable code of the last failure (`ApiError.code`); null where nothing failed yet. */
  readonly failure: string | null;
  /** Known once accepted. */
  readonly fileCode: string | null;
  /** From a private window: kept in memory only. */
  readonly private: boolean;
  /** When the last request for it was about to leave; null if none ever was. */
  readonly sentAt: number | null;
  /** False while others (the watch, the activity) have yet to be told of what the item came to. */
  readonly announced: boolean;
  /** Milliseconds since the epoch, this machine's clock. */
  readonly createdAt: number;
  readonly changedAt: number;
}
