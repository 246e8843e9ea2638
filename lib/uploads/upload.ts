/** The record of one upload: anything on its way into an account, from the click to the verified file. */

import type { BackoffReason } from '../accounts/account-backoff.ts';
import type { FailedCall } from '../api/index.ts';
import { type AccountFolder, type FolderRef, rootId } from '../folders/folder.ts';
import type { EpochMs } from '../timing/units.ts';
import type { SourceFailure } from './source-fetch.ts';

/** `link`: the service fetches it. `file`: this browser sends it, local or fetched. `external`: started outside Linkhaul. */
export type UploadSource = 'link' | 'file' | 'external';

/** The service fetches a link, or this browser does, with the user's session at the site. */
export type Via = 'service' | 'browser';

/**
 * ```
 * link:       queued → sending → accepted → running → verifying → done
 * file:       queued → sending → verifying → done      (by `via: 'browser'` it is fetched while queued)
 * external:                      accepted → running → verifying → done
 * ```
 * `transitions.ts` has all others.
 */
export type UploadState =
  | 'queued'
  | 'sending' // stored before the request leaves
  | 'deferred' // refused for now, but perhaps taken, so search before sending it again
  | 'uncertain' // no response. Evidence or the user settles it
  | 'refused' // by the service, or because the folder is gone
  | 'accepted' // taken, but not started
  | 'running'
  | 'failed' // reported by the service. Can be restarted
  | 'verifying' // left the service's list, so search for the file
  | 'done'
  | 'vanished' // neither transfer nor file exists
  | 'archived'; // removed by the user. Kept to recognise its file and duplicates

export type WaitReason =
  | BackoffReason
  | 'title' // until the title is read from the page
  | 'paused' // by the user
  | 'source' // the site that this browser fetches from can't be reached
  | 'slow'; // that site is too slow

export interface Wait {
  readonly reason: WaitReason;
  /** Null: no time is set, the reason has to end. */
  readonly untilMs: EpochMs | null;
  /** When the folder first couldn't be read. */
  readonly sinceMs?: EpochMs;
}

type SourceFailureCode = `source.${SourceFailure}`;

export type RefusalCode =
  | 'needs-session' // the service expects a session, and would make the file public without one
  | 'folder-gone'
  | 'file-gone' // the local file can no longer be read
  | 'same-file' // one file code for two uploads
  | 'incomplete' // not the number of bytes that we sent
  | 'too-many-attempts' // never taken
  | 'connection-lost'; // to the upload server, in each attempt

export type UploadFailureCode =
  | FailedCall['code']
  | SourceFailureCode
  | RefusalCode
  | 'transfer-failed'
  | 'never-shown' // no transfer reported, and no file seen
  | 'not-moved' // arrived, but not moved into its folder
  | 'not-renamed' // arrived, but not renamed
  | 'encoding-failed'; // arrived, but not encoded

export interface FailureInfo {
  readonly code: UploadFailureCode;
  /**
   * The service's own words. For a `SourceFailureCode`, what it is about. For `incomplete`, stored and expected bytes: `10/1000`. For
   * `connection-lost`, the upload server's origin.
   */
  readonly msg: string | null;
}

/** What the service showed before the upload was sent (`note-baseline.ts`). */
export interface Baseline {
  /** Accurate to a second. */
  readonly serviceTime: string | null;
  /** The newest files of the last hour. */
  readonly fileCodes: readonly string[];
}

export interface Uncertainty {
  /**
   * `no-answer`: no usable response. `already-queued`: the service has this link queued, perhaps for someone else. `turned-away`: refused
   * for now, perhaps because the browser repeated the request (`requests/failure.ts`).
   */
  readonly cause: 'no-answer' | 'already-queued' | 'turned-away';
  /** What the service showed before can't prove that the upload is absent. */
  readonly sinceMs: EpochMs;
  /** The first search that was late enough to count and found nothing. */
  readonly unconfirmedAtMs: EpochMs | null;
  /** Checks that got a response and proved nothing. */
  readonly checks: number;
  /** Null: nothing can be proven, so the user decides. */
  readonly nextCheckAtMs: EpochMs | null;
  readonly isAsked?: true | undefined;
}

/** The search for the file of a transfer that left the list, or isn't reported. */
export interface Verification {
  readonly misses: number;
  readonly nextAtMs: EpochMs;
  /** Attempts to set the file's folder or title. */
  readonly placements?: number | undefined;
  /** The transfer was once listed as running. */
  readonly wasListed?: true | undefined;
  /** The service reports no transfers, so only the file can prove arrival. */
  readonly unreportedSinceMs?: EpochMs | undefined;
}

/** A second copy, because the browser repeated the request. */
export interface Duplicate {
  readonly fileCode: string;
  /** Transfers can be deleted. The API can't delete files. */
  readonly isTransfer: boolean;
}

export interface Reroute {
  /** `user`: chosen by the user. Otherwise why a fallback was used. */
  readonly reason: 'full' | 'refused' | 'failed' | 'user';
  /** The previous service's words. */
  readonly msg: string | null;
  readonly atMs: number;
}

export interface Choice {
  readonly folder?: FolderRef | undefined;
  /** Null: the service names the file. */
  readonly title?: string | null | undefined;
}

export interface UploadChoice extends Choice {
  readonly id: string;
}

export interface Upload {
  readonly id: string;
  /** Changes only if the upload is certainly not in the previous account (`reroute`). */
  readonly accountId: string;
  readonly source: UploadSource;
  readonly state: UploadState;
  /** Normalised by `URL`. For `external`, as the service reports it. Empty for a local file. */
  readonly url: string;
  readonly via?: 'browser' | undefined;
  /** The page with the link, sent as the referrer. Removed once the file has arrived. */
  readonly pageUrl?: string | undefined;
  /** Addresses on other sites that the user lets its fetch follow. */
  readonly followed?: readonly string[] | undefined;
  /** Where its fetch was redirected, if not to the link's host. */
  readonly fetchedFrom?: string | undefined;
  /** For comparison (`same-upload.ts`). */
  readonly addressKey: string;
  /** Our suggestion, later the file's title. Null lets the service choose. */
  readonly title: string | null;
  readonly folder: FolderRef;
  readonly isFolderByRule: boolean;
  /** Chosen after the request left, and applied once the file exists. For a local file, always its title. */
  readonly pendingChoice?: Choice | undefined;
  /** From a private window. Kept in memory only. */
  readonly private: boolean;
  /** Uploads sent together. Null for a single one. */
  readonly batch: { readonly id: string; readonly size: number } | null;
  /** Replaces it, in another folder, once it is gone. */
  readonly replacedBy?: { readonly id: string; readonly folder: FolderRef } | undefined;
  /** Shared by copies of one link in several accounts. Null for a single one. */
  readonly linkId: string | null;
  /** Where it goes, in this order, if the account is full or refuses it. */
  readonly fallbacks: readonly AccountFolder[];
  /** Accounts that it left, the latest last. */
  readonly formerAccountIds: readonly string[];
  /** Why it left the latest. */
  readonly reroute: Reroute | null;
  /** Ascending within a state: the position in the queue, later the negative end time. */
  readonly order: number;
  /** How often it was sent and may have been taken. */
  readonly attempts: number;
  readonly wait: Wait | null;
  readonly uncertainty: Uncertainty | null;
  readonly failure: FailureInfo | null;
  /** Known once accepted. Unique within its account. */
  readonly fileCode: string | null;
  /** `answer`: from the response, so certain. `evidence` can be wrong. */
  readonly claim: 'answer' | 'evidence' | null;
  /** The service's word for a state we don't know. */
  readonly unknownStatus: string | null;
  /** Set while `verifying` or unreported, and for a failed upload that is no longer listed. */
  readonly verification: Verification | null;
  readonly sizeBytes: number | null;
  /** Of a local file, in steps of a percent. */
  readonly sentBytes: number | null;
  /** A thumbnail. */
  readonly imageUrl: string | null;
  /** Null if unknown. */
  readonly canPlay: boolean | null;
  readonly duplicates: readonly Duplicate[];
  /** What the user wants of its transfer, until the service's list confirms it (`tracking/intents.ts`). */
  readonly intent: 'dismiss' | 'retry' | 'fetch' | 'restart' | 'reroute' | null;
  /** Failed, but the user isn't told until the fallback was tried. */
  readonly isFailureHidden?: boolean | undefined;
  readonly createdAtMs: EpochMs;
  readonly changedAtMs: EpochMs;
  /** When the last request was about to leave. */
  readonly sentAtMs: EpochMs | null;
  /** Only for uploads that can become uncertain. */
  readonly baseline?: Baseline | null | undefined;
  /** When it was proven done or vanished. Kept while the file is searched for once more. */
  readonly endedAtMs: EpochMs | null;
  /** When its file was seen. Kept to know what the account has. */
  readonly arrivedAtMs: EpochMs | null;
}

export function createUpload(
  given: Partial<Upload> &
    Pick<
      Upload,
      'id' | 'accountId' | 'source' | 'url' | 'addressKey' | 'title' | 'folder' | 'private' | 'order'
    >,
  nowMs: EpochMs,
): Upload {
  return {
    isFolderByRule: false,
    batch: null,
    linkId: null,
    fallbacks: [],
    formerAccountIds: [],
    reroute: null,
    state: 'queued',
    attempts: 0,
    wait: null,
    uncertainty: null,
    failure: null,
    fileCode: null,
    claim: null,
    unknownStatus: null,
    verification: null,
    sizeBytes: null,
    sentBytes: null,
    imageUrl: null,
    canPlay: null,
    duplicates: [],
    intent: null,
    createdAtMs: nowMs,
    changedAtMs: nowMs,
    sentAtMs: null,
    endedAtMs: null,
    arrivedAtMs: null,
    ...given,
  };
}

/** Some services put links into the root, so the file must be moved. What only evidence assigned to this upload may be another's. */
export const hasChosenFolder = ({ source, claim, folder }: Upload): boolean =>
  folder.id !== rootId && (source === 'file' || (source === 'link' && claim === 'answer'));

/** With the folder and title that its file will have. */
export function withChosenFields(upload: Upload): Upload {
  const { folder = upload.folder, title = upload.title } = upload.pendingChoice ?? {};
  const isFolderByRule = upload.isFolderByRule && upload.pendingChoice?.folder === undefined;
  return { ...upload, folder, title, isFolderByRule };
}

/** The service hasn't taken it. */
export const queueStates = ['queued', 'deferred', 'sending'] as const;
export const trackedStates = ['accepted', 'running', 'failed', 'verifying'] as const;
const openStates = [...queueStates, 'uncertain', 'accepted', 'running', 'verifying'] as const;
export const attentionStates = ['refused', 'uncertain', 'failed', 'vanished'] as const;
export const shownStates = [...openStates, 'refused', 'failed', 'vanished', 'done'] as const;

/** This browser couldn't fetch a link, or may not send a file. */
export const isSourceFailure = (code: string | null | undefined): code is SourceFailureCode =>
  code?.startsWith('source.') === true;

/** The service's own words. Null if there are none, or `msg` is about something else (`FailureInfo`). */
export const getServiceWords = ({ code, msg }: { code: string | null; msg: string | null }): string | null =>
  isSourceFailure(code) || code === 'incomplete' || code === 'connection-lost' ? null : msg;

/** The user hasn't allowed the redirect, or it needs a host permission. */
export const isRedirectFailure = (code: string | null | undefined): boolean =>
  code === 'source.redirect' || code === 'source.site';

/** @param msg the site's status, or the origin that needs a permission */
export const toSourceFailure = (kind: SourceFailure, msg: string | null = null): FailureInfo => ({
  code: `source.${kind}`,
  msg,
});

/**
 * Whether the service may have the complete file.
 * @param storedBytes null if the service reports no size
 */
export const isWhole = ({ source, sizeBytes }: Upload, storedBytes: number | null): boolean =>
  source !== 'file' || sizeBytes === null || storedBytes === null || sizeBytes === storedBytes;

export const toIncomplete = ({ sizeBytes }: Upload, storedBytes: number | null): FailureInfo => ({
  code: 'incomplete',
  msg: `${storedBytes}/${sizeBytes}`,
});

/** Whether it can change by itself. A failed one waits for the user. */
export const isMoving = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'accepted' || state === 'running';

/** The service doesn't report its transfer, so only its file can prove arrival. */
export const isUnreported = ({ verification }: Pick<Upload, 'verification'>): boolean =>
  verification?.unreportedSinceMs !== undefined;

/** Accepted, but not listed yet. One list may be late. */
export const isUnlisted = ({ source, state, claim, endedAtMs, verification }: Upload): boolean =>
  source === 'link' &&
  claim === 'answer' &&
  endedAtMs === null &&
  (state === 'accepted' || (state === 'verifying' && verification?.wasListed !== true));

/** Its failed transfer is deleted, so that the link can be sent again. */
export const isResent = (intent: Upload['intent']): boolean =>
  intent === 'retry' || intent === 'fetch' || intent === 'reroute';

export const isToBeDeleted = (intent: Upload['intent']): boolean => intent === 'dismiss' || isResent(intent);

/** Whether the account has it or is getting it. */
export const isInAccount = ({ state, arrivedAtMs }: Upload): boolean =>
  arrivedAtMs !== null || (openStates as readonly string[]).includes(state);

/** Whether another account may get it, provided it isn't in progress. With a duplicate, the account already has it. */
export const mayReroute = ({ url, source, duplicates, accountId }: Upload, toAccountId: string): boolean =>
  url !== '' && source !== 'external' && duplicates.length === 0 && accountId !== toAccountId;

/** From private windows, or started outside Linkhaul. */
export const isMemoryOnly = ({
  private: isPrivate,
  source,
}: Pick<Upload, 'private'> & { readonly source: UploadSource | null }): boolean =>
  isPrivate || source === 'external';

export const compareOrder = (one: Pick<Upload, 'order'>, other: Pick<Upload, 'order'>): number =>
  one.order - other.order;
