/** What the outbox holds: one item for each link that the service has not yet confirmed it took. */
import type { FolderRef } from '../folders/folder.ts';

/**
 * `queued → sending → accepted | refused | unsure`, and `queued` again after a wait.
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
  /** How often it was sent so far. */
  readonly attempts: number;
  /** Only on a queued item that must wait: the reason, and when it is tried next (null: when the reason ends). */
  readonly waiting: { readonly reason: WaitReason; readonly until: number | null } | null;
  /** The service's own words about the last failure; null where it said none. */
  readonly msg: string | null;
  /** The stable code of the last failure (`ApiError.code`); null where nothing failed yet. */
  readonly failure: string | null;
  /** Known once accepted. */
  readonly fileCode: string | null;
  /** From a private window: kept in memory only. */
  readonly private: boolean;
  /** Milliseconds since the epoch, this machine's clock. */
  readonly createdAt: number;
  readonly changedAt: number;
}
