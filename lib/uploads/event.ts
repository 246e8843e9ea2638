/**
 * Events of uploads: written in the transaction that causes them, delivered from a stored cursor, and removed once the activity has them.
 */
import type { BackoffReason } from '../accounts/account-backoff.ts';
import { type Upload, type UploadFailureCode, type UploadSource, withChosenFields } from './upload.ts';

export type EventKind =
  | 'sent'
  | 'done' // the file was verified
  | 'failed' // the transfer failed, or vanished without a file
  | 'refused'
  | 'uncertain' // no evidence whether the service took it
  | 'rerouted' // moved to another account: the event's `accountId`
  | 'cancelled' // removed from the queue by the user
  | 'dismissed'
  | 'deleted'
  | 'replaced' // the user chose another folder, so another upload was added
  | 'encoded' // the host finished encoding. Not part of the activity
  | 'blocked'; // the account waits for the user. Not part of the activity

export type LoggedKind = Exclude<EventKind, 'blocked' | 'encoded'>;

export const retriableKinds: ReadonlySet<string> = new Set([
  'failed',
  'refused',
  'cancelled',
  'dismissed',
  'deleted',
]);

export interface LoggedEvent {
  /** Ascending in each store, which assigns it. */
  readonly id: number;
  readonly atMs: number;
  readonly kind: EventKind;
  readonly accountId: string;
  /** Null for events of accounts. */
  readonly uploadId: string | null;
  readonly batchId: string | null;
  readonly source: UploadSource | null;
  readonly private: boolean;
  readonly url: string;
  readonly title: string | null;
  readonly folderId: string;
  readonly folderName: string | null;
  readonly fileCode: string | null;
  readonly canPlay?: boolean | null | undefined;
  /** Needed to send the link again. Only for `retriableKinds`. */
  readonly via?: 'browser' | undefined;
  readonly pageUrl?: string | undefined;
  /** For `blocked`, why the account waits. */
  readonly code: UploadFailureCode | BackoffReason | null;
  readonly replacedBy?: Upload['replacedBy'];
  /** The service's own words. */
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
    withChosenFields(upload);
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

/** Events of external uploads and private windows aren't part of the activity. */
export const isActivity = <E extends NewEvent>(event: E): event is E & { readonly kind: LoggedKind } =>
  event.kind !== 'blocked' && event.kind !== 'encoded' && event.source !== 'external' && !event.private;
