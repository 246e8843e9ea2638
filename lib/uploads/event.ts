/**
 * Events of uploads: written in the transaction that caused them, delivered to notifications, catalog and menu from a stored
 * cursor, and removed once the activity has them (`lib/activity`).
 */
import type { BackoffReason } from '../accounts/account-backoff.ts';
import { asChosen, type Upload, type UploadFailureCode, type UploadSource } from './upload.ts';

export type EventKind =
  | 'sent' // the service took the link
  | 'done' // the file is there, verified
  | 'failed' // the transfer failed, or vanished without a file
  | 'refused' // the service refused the link
  | 'uncertain' // whether the service took it cannot be proven
  | 'rerouted' // another account gets the link: the event's own
  | 'cancelled' // the user took it out of the queue
  | 'dismissed' // the user put away what had failed
  | 'deleted' // the user deleted the transfer
  | 'replaced' // the user chose another folder, for which another upload was made
  | 'encoded' // the host encodes its file no more; not part of the activity
  | 'blocked'; // everything of the account waits for the user; not part of the activity

export type LoggedKind = Exclude<EventKind, 'blocked' | 'encoded'>;

export const retriableKinds: ReadonlySet<string> = new Set([
  'failed',
  'refused',
  'cancelled',
  'dismissed',
  'deleted',
]);

export interface LoggedEvent {
  /** Ascending in each store, which gives it. */
  readonly id: number;
  /** Milliseconds since the epoch, this machine's clock. */
  readonly atMs: number;
  readonly kind: EventKind;
  readonly accountId: string;
  /** Null for accounts. */
  readonly uploadId: string | null;
  /** Shared by uploads that were sent together. */
  readonly batchId: string | null;
  readonly source: UploadSource | null;
  readonly private: boolean;
  readonly url: string;
  readonly title: string | null;
  readonly folderId: string;
  readonly folderName: string | null;
  readonly fileCode: string | null;
  readonly canPlay?: boolean | null | undefined;
  /** As in the upload, to send its link again; only of the kinds in `retriableKinds`. */
  readonly via?: 'browser' | undefined;
  readonly pageUrl?: string | undefined;
  /** Of a failure; of `blocked`, why the account waits. */
  readonly code: UploadFailureCode | BackoffReason | null;
  /** Only of the kind `replaced`. */
  readonly replacedBy?: Upload['replacedBy'];
  /** The service's own words, where it said any. */
  readonly msg: string | null;
}

export type NewEvent = Omit<LoggedEvent, 'id'>;

export const noUpload = {
  uploadId: null,
  batchId: null,
  source: null,
  private: false,
  url: '',
  title: null,
  folderId: '0',
  folderName: null,
  fileCode: null,
  code: null,
  msg: null,
} as const;

export function createEvent(kind: EventKind, upload: Upload, atMs: number): NewEvent {
  const { accountId, id, batch, source, url, title, folder, fileCode, canPlay, failure, via, pageUrl } =
    asChosen(upload);
  return {
    atMs,
    kind,
    accountId,
    uploadId: id,
    batchId: batch?.id ?? null,
    source,
    private: upload.private,
    url,
    title,
    folderId: folder.id,
    folderName: folder.name || null,
    fileCode,
    canPlay,
    ...(retriableKinds.has(kind) && { via, pageUrl }),
    ...(kind === 'replaced' && { replacedBy: upload.replacedBy }),
    code: failure?.code ?? null,
    msg: failure?.msg ?? null,
  };
}

/** Whether an event is part of the activity: not of external uploads, and not from a private window. */
export const isActivity = <E extends NewEvent>(event: E): event is E & { readonly kind: LoggedKind } =>
  event.kind !== 'blocked' && event.kind !== 'encoded' && event.source !== 'external' && !event.private;
