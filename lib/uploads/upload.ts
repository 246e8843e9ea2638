/** The record of one upload: anything on its way into an account, from the click to the verified file. */

import type { BackoffReason } from '../accounts/account-backoff.ts';
import type { FailedCall } from '../api/index.ts';
import type { AccountFolder, FolderRef } from '../folders/folder.ts';
import type { EpochMs } from '../timing/units.ts';
import type { SourceFailure } from './source-fetch.ts';

/** `link`: the service fetches it. `file`: this browser sends it, whether local or fetched. `external`: started outside Linkhaul. */
export type UploadSource = 'link' | 'file' | 'external';

/** Who fetches a link: the service, or this browser with the user's session at the site. */
export type Via = 'service' | 'browser';

/**
 * ```
 * link:       queued → sending → accepted → running → verifying → done
 * file:       queued → sending → verifying → done      (by `via: 'browser'` it is fetched while queued)
 * external:                      accepted → running → verifying → done
 * ```
 * `transitions.ts` has every other way.
 */
export type UploadState =
  | 'queued' // not sent yet
  | 'sending' // stored before the request leaves
  | 'deferred' // refused for now. The service may have taken it anyway, so we search before sending again
  | 'uncertain' // no response came. Evidence settles it, or the user does
  | 'refused' // by the service, or because the folder is gone
  | 'accepted' // the service has it and hasn't started
  | 'running' // the service is fetching it
  | 'failed' // the service reports an error. It can be restarted
  | 'verifying' // no longer in the service's list, so we search for the file. A vanished file is searched for once more
  | 'done' // the file was seen
  | 'vanished' // neither a transfer nor a file exists
  | 'archived'; // removed by the user, but kept to recognise its file and duplicates

export type WaitReason =
  | BackoffReason
  | 'title' // the title is being read from the page
  | 'paused' // the user paused the queue
  | 'source' // the site that this browser fetches from can't be reached
  | 'slow'; // the site that this browser fetches from is too slow

export interface Wait {
  readonly reason: WaitReason;
  /** Next attempt. Null: no time is set, the reason must end. */
  readonly untilMs: EpochMs | null;
  /** When the folder first couldn't be read, if that is the reason. */
  readonly sinceMs?: EpochMs;
}

type SourceFailureCode = `source.${SourceFailure}`;

/** Refusals that we word ourselves. */
export type RefusalCode =
  | 'needs-session' // the service expects a session with a file. Without one, the file would be public
  | 'folder-gone' // the service doesn't know the folder
  | 'file-gone' // a local file can no longer be read
  | 'same-file' // the service returned one file code for two uploads
  | 'incomplete' // the service has a different number of bytes than we sent
  | 'too-many-attempts'; // the service never took it

export type UploadFailureCode =
  | FailedCall['code']
  | SourceFailureCode
  | RefusalCode
  | 'transfer-failed' // the service reports an error for the transfer
  | 'never-shown' // the service reports no transfers, and never showed the file
  | 'not-moved' // the file arrived but couldn't be moved into its folder
  | 'not-renamed' // the file arrived but couldn't be renamed
  | 'encoding-failed'; // the file arrived, but the host couldn't encode it

export interface FailureInfo {
  readonly code: UploadFailureCode;
  /** The service's own words. For a `SourceFailureCode`, what it is about. For `incomplete`, stored and expected bytes: `10/1000`. */
  readonly msg: string | null;
}

/** What the service listed when an upload was sent (`note-baseline.ts`). */
export interface Baseline {
  /** Accurate to seconds. Null if the service reports no time. */
  readonly serviceTime: string | null;
  /** The newest files of the last hour, which existed before. */
  readonly fileCodes: readonly string[];
}

/** Why an upload is uncertain, and when to search next. */
export interface Uncertainty {
  /**
   * `no-answer`: no usable response. `already-queued`: the service has this link queued, perhaps for someone else. `turned-away`: refused
   * for now, perhaps because the browser repeated the request (`requests/failure.ts`).
   */
  readonly cause: 'no-answer' | 'already-queued' | 'turned-away';
  /** Anything the service showed before this time can't prove that the upload is absent. */
  readonly sinceMs: EpochMs;
  /** First search that was late enough to count and found nothing. Null: none yet. */
  readonly unconfirmedAtMs: EpochMs | null;
  /** Conclusive checks so far that proved nothing. */
  readonly checks: number;
  /** Null: no evidence is available, so the user decides. */
  readonly nextCheckAtMs: EpochMs | null;
  /** The user has been asked. */
  readonly isAsked?: true | undefined;
}

/** The search for the file of a transfer that left the list, or that the service doesn't report. */
export interface Verification {
  readonly misses: number;
  readonly nextAtMs: EpochMs;
  /** Attempts to set the folder or title of the file. Undefined before the first. */
  readonly placements?: number | undefined;
  /** The transfer has been listed as running before. */
  readonly wasListed?: true | undefined;
  /** Set while the service reports no transfers, so that only the file can prove arrival. */
  readonly unreportedSinceMs?: EpochMs | undefined;
}

/** A second copy that the service made because the browser repeated the request. */
export interface Duplicate {
  readonly fileCode: string;
  /** Transfers can be deleted. For files the API has no call. */
  readonly isTransfer: boolean;
}

/** Why an upload moved to another account. */
export interface Reroute {
  /** `full`, `refused` and `failed` used the account's fallback. `user`: the user chose it. */
  readonly reason: 'full' | 'refused' | 'failed' | 'user';
  /** The words of the previous service. */
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
  /** The link, normalised by `URL`. For `external`, as the service reports it. Empty for a local file. */
  readonly url: string;
  readonly via?: 'browser' | undefined;
  /** The page that the link is on, used as the referrer. Removed once the file has arrived. */
  readonly pageUrl?: string | undefined;
  /** Addresses on other sites that the user lets this fetch follow. */
  readonly followed?: readonly string[] | undefined;
  /** The host that a fetch was redirected to, if it isn't the link's. */
  readonly fetchedFrom?: string | undefined;
  /** `url` normalised for comparison (`same-upload.ts`). */
  readonly addressKey: string;
  /** First the title we suggest, later the file's. Null lets the service choose. */
  readonly title: string | null;
  readonly folder: FolderRef;
  readonly isFolderByRule: boolean;
  /** Choices made after the request left, applied to the file once it exists. For a local file, always its title. */
  readonly pendingChoice?: Choice | undefined;
  /** From a private window: kept in memory only. */
  readonly private: boolean;
  /** Uploads that were sent together, and their number. Null for a single one. */
  readonly batch: { readonly id: string; readonly size: number } | null;
  /** The upload that replaces it, in another folder, once it is gone. */
  readonly replacedBy?: { readonly id: string; readonly folder: FolderRef } | undefined;
  /** Shared by copies of one link in several accounts. Null for a single one. */
  readonly linkId: string | null;
  /** Where it goes, in this order, if its account is full or refuses it. */
  readonly fallbacks: readonly AccountFolder[];
  /** Accounts that it has left, the latest last. */
  readonly formerAccountIds: readonly string[];
  /** Why it left the last of them. */
  readonly reroute: Reroute | null;
  /** Sort order within a state, ascending: the place in the queue, later the negative end time. */
  readonly order: number;
  /** How often it was sent in a way that the service may have taken it. */
  readonly attempts: number;
  /** Only while queued or deferred. */
  readonly wait: Wait | null;
  /** Only while deferred or uncertain. */
  readonly uncertainty: Uncertainty | null;
  readonly failure: FailureInfo | null;
  /** Known once accepted. Unique within its account. */
  readonly fileCode: string | null;
  /** The source of `fileCode`. A response is certain, evidence isn't. */
  readonly claim: 'answer' | 'evidence' | null;
  /** The service's word for a state that we don't know. */
  readonly unknownStatus: string | null;
  /** Set while verifying, while the service reports no transfers, and for a failed upload that is no longer listed. */
  readonly verification: Verification | null;
  readonly sizeBytes: number | null;
  /** Progress of a local file in whole percents, as bytes. Null if its page has reported none. */
  readonly sentBytes: number | null;
  /** Thumbnail. Null if unknown. */
  readonly imageUrl: string | null;
  /** Whether the service can play the file. Null if unknown. */
  readonly canPlay: boolean | null;
  readonly duplicates: readonly Duplicate[];
  /** What the user wants to happen to its transfer, until the service's list confirms it (`tracking/intents.ts`). */
  readonly intent: 'dismiss' | 'retry' | 'fetch' | 'restart' | 'reroute' | null;
  /** It has failed, but the user isn't told until the fallback was tried. */
  readonly isFailureHidden?: boolean | undefined;
  readonly createdAtMs: EpochMs;
  readonly changedAtMs: EpochMs;
  /** When the last request was about to leave. Null: never. */
  readonly sentAtMs: EpochMs | null;
  /** What the service listed at that moment. Null: nothing. Only for uploads that can become uncertain. */
  readonly baseline?: Baseline | null | undefined;
  /** When it was proven done or vanished. Kept while it is searched for once more. */
  readonly endedAtMs: EpochMs | null;
  /** When its file was seen. Kept with the record, so that we know what the account has. */
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

/** The upload with the folder and title that its file will have. */
export function withChosenFields(upload: Upload): Upload {
  const { folder = upload.folder, title = upload.title } = upload.pendingChoice ?? {};
  const isFolderByRule = upload.isFolderByRule && upload.pendingChoice?.folder === undefined;
  return { ...upload, folder, title, isFolderByRule };
}

/** Queued: the service hasn't taken the upload. */
export const queueStates = ['queued', 'deferred', 'sending'] as const;
/** States that the service's list can change. */
export const trackedStates = ['accepted', 'running', 'failed', 'verifying'] as const;
export const openStates = [...queueStates, 'uncertain', 'accepted', 'running', 'verifying'] as const;
/** States that need the user. */
export const attentionStates = ['refused', 'uncertain', 'failed', 'vanished'] as const;
/** States that pages show. */
export const shownStates = [...openStates, 'refused', 'failed', 'vanished', 'done'] as const;

/** Whether this browser couldn't fetch a link, or may not send a file. */
export const isSourceFailure = (code: string | null | undefined): code is SourceFailureCode =>
  code?.startsWith('source.') === true;

/** Whether a link redirects to a site that the user hasn't agreed to, or that needs a host permission. */
export const isRedirectFailure = (code: string | null | undefined): boolean =>
  code === 'source.redirect' || code === 'source.site';

/** @param msg the site's status, or the origin that needs a permission */
export const toSourceFailure = (kind: SourceFailure, msg: string | null = null): FailureInfo => ({
  code: `source.${kind}`,
  msg,
});

/**
 * Whether the service may have the complete file.
 * @param storedBytes null if the service doesn't report a size
 */
export const isWhole = ({ source, sizeBytes }: Upload, storedBytes: number | null): boolean =>
  source !== 'file' || sizeBytes === null || storedBytes === null || sizeBytes === storedBytes;

export const toIncomplete = ({ sizeBytes }: Upload, storedBytes: number | null): FailureInfo => ({
  code: 'incomplete',
  msg: `${storedBytes}/${sizeBytes}`,
});

/** Whether a transfer can change by itself. A failed one waits for the user. */
export const isMoving = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'accepted' || state === 'running';

/** Whether the service doesn't report its transfer, so that only its file can prove arrival. */
export const isUnreported = ({ verification }: Pick<Upload, 'verification'>): boolean =>
  verification?.unreportedSinceMs !== undefined;

/** Whether the service accepted the link but hasn't listed its transfer yet. One list may be late. */
export const isUnlisted = ({ source, state, claim, endedAtMs, verification }: Upload): boolean =>
  source === 'link' &&
  claim === 'answer' &&
  endedAtMs === null &&
  (state === 'accepted' || (state === 'verifying' && verification?.wasListed !== true));

/** Whether its failed transfer is deleted so that the link can be sent again. */
export const isResent = (intent: Upload['intent']): boolean =>
  intent === 'retry' || intent === 'fetch' || intent === 'reroute';

/** Whether the service should delete its transfer. */
export const isToBeDeleted = (intent: Upload['intent']): boolean => intent === 'dismiss' || isResent(intent);

/** Whether the account has it, or is getting it. */
export const isInAccount = ({ state, arrivedAtMs }: Upload): boolean =>
  arrivedAtMs !== null || (openStates as readonly string[]).includes(state);

/** Whether another account may get a link that isn't in progress. A duplicate is already in the account. */
export const mayReroute = ({ url, source, duplicates, accountId }: Upload, toAccountId: string): boolean =>
  url !== '' && source !== 'external' && duplicates.length === 0 && accountId !== toAccountId;

/** Uploads and events kept in memory only: from private windows, or started outside Linkhaul. */
export const isMemoryOnly = ({
  private: isPrivate,
  source,
}: Pick<Upload, 'private'> & { readonly source: UploadSource | null }): boolean =>
  isPrivate || source === 'external';

export const compareOrder = (one: Pick<Upload, 'order'>, other: Pick<Upload, 'order'>): number =>
  one.order - other.order;
