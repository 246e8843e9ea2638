/** The record of one upload: everything that is on its way into an account, from the click to the verified file. */
import type { BackoffReason } from '../accounts/account-backoff.ts';
import type { FailedCall } from '../api/index.ts';
import type { AccountFolder, FolderRef } from '../folders/folder.ts';
import type { SourceFailure } from './source-fetch.ts';

/** `link`: the service fetches it. `file`: this browser sends it, the user's or a fetched one. `external`: started outside Linkhaul. */
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
  | 'sending' // stored before its request leaves
  | 'deferred' // refused for now; searched for before it is sent again, because the service may have taken it
  | 'uncertain' // an answer never came: settled by evidence, else by the user
  | 'refused' // by the service, or because its folder is gone
  | 'accepted' // the service has it and has not begun
  | 'running' // the service fetches it
  | 'failed' // the service reports an error; it can be restarted
  | 'verifying' // it left the service's list; its file is searched for, once more where it had vanished
  | 'done' // its file was seen
  | 'vanished' // neither a transfer nor a file
  | 'archived'; // put away by the user; remembered for claims and duplicates

export type WaitReason =
  | BackoffReason
  | 'title' // its title is being read from the page
  | 'paused' // the user paused the queue
  | 'source' // the site that this browser fetches from can't be reached
  | 'slow'; // the site that this browser fetches from sends too little

export interface Wait {
  readonly reason: WaitReason;
  /** When it is tried next, milliseconds since the epoch; null: when the reason ends. */
  readonly untilMs: number | null;
  /** Since when its folder cannot be read, milliseconds since the epoch; only where that is the reason. */
  readonly sinceMs?: number;
}

type SourceFailureCode = `source.${SourceFailure}`;

/** Refusals that are not in the service's words. */
export type RefusalCode =
  | 'needs-session' // the service expects one with a file, which would become public without it
  | 'folder-gone' // the service doesn't know its folder (any more)
  | 'file-gone' // a file of the user's cannot be read any more
  | 'same-file' // the service gave one file code to two uploads
  | 'incomplete' // the service has another number of bytes than were sent
  | 'too-many-attempts'; // the service never took it

export type UploadFailureCode =
  | FailedCall['code']
  | SourceFailureCode
  | RefusalCode
  | 'transfer-failed' // the service reports an error for the transfer
  | 'never-shown' // the service reports no transfers, and never showed the file
  | 'not-moved' // the file arrived and could not be moved into its folder
  | 'not-renamed' // the file arrived and could not get its title
  | 'encoding-failed'; // the file arrived, and the host could not encode it

export interface FailureInfo {
  readonly code: UploadFailureCode;
  /** The service's own words; what a `SourceFailureCode` is about; the bytes that an `incomplete` file has and should have: `10/1000`. */
  readonly msg: string | null;
}

/** What a service shows when an upload is sent (`note-baseline.ts`). */
export interface Baseline {
  /** Within seconds of the sending; null where the service tells none. */
  readonly serviceTime: string | null;
  /** The newest files of the last hour, which were there before. */
  readonly fileCodes: readonly string[];
}

/** Why an upload is uncertain, and when evidence is searched for next. Times in milliseconds since the epoch. */
export interface Uncertainty {
  /**
   * `no-answer`: no usable answer came. `already-queued`: the service has it in a queue, which may be somebody else's.
   * `turned-away`: the service refused for now, which may be its answer to a repeated request (`requests/failure.ts`).
   */
  readonly cause: 'no-answer' | 'already-queued' | 'turned-away';
  /** Nothing that the service showed before proves that the upload is absent. */
  readonly sinceMs: number;
  /** When a search that was late enough to count first found nothing; null: not yet. */
  readonly unconfirmedAtMs: number | null;
  /** Checks that could have decided and yet proved nothing. */
  readonly checks: number;
  /** Null: no evidence can be had, the user decides. */
  readonly nextCheckAtMs: number | null;
  /** The user has been asked. */
  readonly isAsked?: true | undefined;
}

/** The search for the file of a transfer that left the service's list, or that the service does not report. */
export interface Verification {
  readonly misses: number;
  readonly nextAtMs: number;
  /** Tries to give the file that is there its folder or title; absent before the first. */
  readonly placements?: number | undefined;
  /** The service has listed its transfer as running before. */
  readonly wasListed?: true | undefined;
  /** Since when the service reports no transfers, so that only the file can tell; absent while it does. */
  readonly unreportedSinceMs?: number | undefined;
}

/** A second copy that the service made of the same request, because the browser repeated it. */
export interface Duplicate {
  readonly fileCode: string;
  /** A transfer can be deleted; for a file the API has no call. */
  readonly isTransfer: boolean;
}

/** Why an upload has left an account for another one. */
export interface Reroute {
  /** `full`, `refused`, `failed`: the account's fallback took over. `user`: by the user's choice. */
  readonly reason: 'full' | 'refused' | 'failed' | 'user';
  /** The words of the service that it has left. */
  readonly msg: string | null;
  readonly atMs: number;
}

export interface Choice {
  readonly folder?: FolderRef | undefined;
  /** Null: the service names the file. */
  readonly title?: string | null | undefined;
}

export interface Upload {
  readonly id: string;
  /** Changes only where the upload is certainly not in that account (`reroute`). */
  readonly accountId: string;
  readonly source: UploadSource;
  readonly state: UploadState;
  /** The link, normalised by `URL`; as the service echoes it where `source` is `external`; empty for a file of the user's. */
  readonly url: string;
  readonly via?: 'browser' | undefined;
  /** The page that the link stands on, the referrer of a fetch by this browser; removed when the file has arrived. */
  readonly pageUrl?: string | undefined;
  /** Addresses of other sites that the user lets a fetch by this browser be led to. */
  readonly followed?: readonly string[] | undefined;
  /** The host that such a fetch was led to, where it is not the link's. */
  readonly fetchedFrom?: string | undefined;
  /** `url` in the form in which addresses are compared (`same-upload.ts`). */
  readonly addressKey: string;
  /** Offered to the service, later the file's own; null lets the service choose. */
  readonly title: string | null;
  readonly folder: FolderRef;
  readonly isFolderByRule: boolean;
  /** What the user chose instead since its request left; the title of a file, always. Its file gets it once it is there. */
  readonly later?: Choice | undefined;
  /** From a private window: kept in memory only. */
  readonly private: boolean;
  /** What was sent together, and how many that were; null for one alone. */
  readonly batch: { readonly id: string; readonly size: number } | null;
  /** What takes its place in another folder, once it is gone. */
  readonly replacedBy?: { readonly id: string; readonly folder: FolderRef } | undefined;
  /** Shared by the copies of one link that were stored for several accounts together; null for one alone. */
  readonly linkId: string | null;
  /** Where it goes, in this order, if its account is full or doesn't take it. */
  readonly fallbacks: readonly AccountFolder[];
  /** The accounts that it has left, the latest last. */
  readonly formerAccountIds: readonly string[];
  /** Why it has left the last of them. */
  readonly reroute: Reroute | null;
  /** Ascending within a state: the place in the queue, later minus the time of the end. */
  readonly order: number;
  /** How often it was sent in such a way that the service may have taken it. */
  readonly attempts: number;
  /** Only while queued or deferred. */
  readonly wait: Wait | null;
  /** Only while deferred or uncertain. */
  readonly uncertainty: Uncertainty | null;
  readonly failure: FailureInfo | null;
  /** Known once accepted; unique within its account. */
  readonly fileCode: string | null;
  /** Where `fileCode` is from: the service's answer is certain, evidence is not. */
  readonly claim: 'answer' | 'evidence' | null;
  /** The service's own word for a transfer's state where Linkhaul does not know it. */
  readonly unknownStatus: string | null;
  /**
   * While verifying, while the service reports no transfers, of a failed upload that is listed no more, and of one that was
   * archived because of that.
   */
  readonly verification: Verification | null;
  readonly sizeBytes: number | null;
  /** Of a file of the user's, as far as its page has reported by whole percents; null where it has not. */
  readonly sentBytes: number | null;
  /** The file's thumbnail; null where none is known. */
  readonly imageUrl: string | null;
  /** Whether the service plays the file; null where that is not known. */
  readonly canPlay: boolean | null;
  readonly duplicates: readonly Duplicate[];
  /** What the user wants of its transfer, until the service's list shows it (`tracking/intents.ts`). */
  readonly intent: 'dismiss' | 'retry' | 'fetch' | 'restart' | 'reroute' | null;
  /** It has failed, and nobody is told before its fallback was tried. */
  readonly isFailureUntold?: boolean | undefined;
  /** Milliseconds since the epoch by this machine's clock, like all times here. */
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  /** When the last request for it was about to leave; null: none ever was. */
  readonly sentAtMs: number | null;
  /** What the service showed at that moment; null where it showed nothing. Only of what may be uncertain. */
  readonly baseline?: Baseline | null | undefined;
  /** When it was proven done or vanished; kept while it is searched for once more. */
  readonly endedAtMs: number | null;
  /** When its file was seen; kept for as long as the record, as the memory of what is in the account. */
  readonly arrivedAtMs: number | null;
}

export function createUpload(
  given: Partial<Upload> &
    Pick<
      Upload,
      'id' | 'accountId' | 'source' | 'url' | 'addressKey' | 'title' | 'folder' | 'private' | 'order'
    >,
  nowMs: number,
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

/** With the folder and the title that its file will have. */
export function asChosen(upload: Upload): Upload {
  const { folder = upload.folder, title = upload.title } = upload.later ?? {};
  const isFolderByRule = upload.isFolderByRule && upload.later?.folder === undefined;
  return { ...upload, folder, title, isFolderByRule };
}

/** States with a place in the queue, before the service has taken the upload. */
export const queueStates = ['queued', 'deferred', 'sending'] as const;
/** States that the service's list may change. */
export const trackedStates = ['accepted', 'running', 'failed', 'verifying'] as const;
export const openStates = [...queueStates, 'uncertain', 'accepted', 'running', 'verifying'] as const;
/** States that need the user. */
export const attentionStates = ['refused', 'uncertain', 'failed', 'vanished'] as const;
/** States that pages show. */
export const shownStates = [...openStates, 'refused', 'failed', 'vanished', 'done'] as const;

/** Whether this browser could not fetch a link, or may not send a file. */
export const isSourceFailure = (code: string | null | undefined): code is SourceFailureCode =>
  code?.startsWith('source.') === true;

/** Whether a link leads on to a site that the user has not agreed to, or whose host permission is missing. */
export const isRedirectFailure = (code: string | null | undefined): boolean =>
  code === 'source.redirect' || code === 'source.site';

/** @param msg status of the site's answer, or the origin of a host without permission */
export const toSourceFailure = (kind: SourceFailure, msg: string | null = null): FailureInfo => ({
  code: `source.${kind}`,
  msg,
});

/** Whether a service may have a file of the user's as a whole. @param storedBytes null where it does not say */
export const isWhole = ({ source, sizeBytes }: Upload, storedBytes: number | null): boolean =>
  source !== 'file' || sizeBytes === null || storedBytes === null || sizeBytes === storedBytes;

export const toIncomplete = ({ sizeBytes }: Upload, storedBytes: number | null): FailureInfo => ({
  code: 'incomplete',
  msg: `${storedBytes}/${sizeBytes}`,
});

/** Whether a transfer may change by itself; a failed one waits for the user. */
export const isMoving = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'accepted' || state === 'running';

/** Whether the service does not report its transfer, so that only its file can tell. */
export const isUnreported = ({ verification }: Pick<Upload, 'verification'>): boolean =>
  verification?.unreportedSinceMs !== undefined;

/** Whether the service has accepted its link, and is not known to have listed its transfer; a single list may be late. */
export const isUnlisted = ({ source, state, claim, endedAtMs, verification }: Upload): boolean =>
  source === 'link' &&
  claim === 'answer' &&
  endedAtMs === null &&
  (state === 'accepted' || (state === 'verifying' && verification?.wasListed !== true));

/** Whether its failed transfer is deleted at the service, for the link to be sent anew. */
export const isResent = (intent: Upload['intent']): boolean =>
  intent === 'retry' || intent === 'fetch' || intent === 'reroute';

/** Whether the service is to delete its transfer. */
export const isToBeDeleted = (intent: Upload['intent']): boolean => intent === 'dismiss' || isResent(intent);

/** Whether it is there, or on its way there. */
export const isInAccount = ({ state, arrivedAtMs }: Upload): boolean =>
  arrivedAtMs !== null || (openStates as readonly string[]).includes(state);

/** Whether another account may get a link that is in none of the states under way. A duplicate is in the account. */
export const mayReroute = ({ url, source, duplicates, accountId }: Upload, toAccountId: string): boolean =>
  url !== '' && source !== 'external' && duplicates.length === 0 && accountId !== toAccountId;

/** Uploads and events that are kept in memory only: those from private windows, and those that Linkhaul did not start. */
export const isMemoryOnly = ({
  private: isPrivate,
  source,
}: Pick<Upload, 'private'> & { readonly source: UploadSource | null }): boolean =>
  isPrivate || source === 'external';

export const compareOrder = (one: Pick<Upload, 'order'>, other: Pick<Upload, 'order'>): number =>
  one.order - other.order;
