/** Messages between pages, the document that sends files, and its worker. A channel passes files without a copy. */
import type { FetchResult, FetchRoute } from '../../lib/uploads/source-fetch.ts';

/** A file of the user's, and the upload that it belongs to. */
export interface UploadFile {
  readonly id: string;
  readonly accountId: string;
  readonly file: File;
}

export const toSenderChannel = 'linkhaul-to-sender';
export const fromSenderChannel = 'linkhaul-from-sender';

export interface ToSender {
  readonly files?: readonly UploadFile[];
  readonly maxConcurrent?: number;
}

export interface FromSender {
  /** Ids of the uploads whose files it has now. */
  readonly taken: readonly string[];
}

/**
 * To the sender's worker, which fetches one file, of an upload, and ends. `stop`: it comes too slowly; `route`: the answer to
 * `redirected`.
 */
export type FetcherRequest = FetcherStart | { readonly stop: true } | { readonly route: FetchRoute };
export interface FetcherStart {
  readonly id: string;
  readonly url: string;
}

/** `bytesTotal` null: the site does not say. */
export type FetchProgress = [bytesDone: number, bytesTotal: number | null];

export type FetcherAnswer =
  | { readonly progress: FetchProgress }
  // It asks what to ask next: the link (null), or where the redirect of an address leads.
  | { readonly redirected: string | null }
  | { readonly result: FetchResult };
