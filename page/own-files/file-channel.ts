/** Messages between pages, the document that sends files, and its worker. Channels pass files without copying them. */
import type { FetchResult, FetchRoute } from '../../lib/uploads/source-fetch.ts';

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
  readonly taken: readonly string[];
}

/** `stop`: the fetch is too slow. `route`: the reply to `redirected`. */
export type FetcherRequest = FetcherStart | { readonly stop: true } | { readonly route: FetchRoute };
export interface FetcherStart {
  readonly id: string;
  readonly url: string;
}

/** `bytesTotal` is null if the site doesn't state it. */
export type FetchProgress = [bytesDone: number, bytesTotal: number | null];

export type FetcherReply =
  | { readonly progress: FetchProgress }
  // Asks for an address to request. Null is the link itself.
  | { readonly redirected: string | null }
  | { readonly result: FetchResult };
