/** Messages between the sender of files and its worker, which fetches one file and ends. */
import type { FetchResult } from '../../../lib/uploads/source-fetch.ts';

export interface FetcherRequest {
  /** Of the upload. */
  readonly id: string;
  readonly url: string;
}

/** `bytesTotal` null: the site does not say. */
export type FetchProgress = [bytesDone: number, bytesTotal: number | null];

export type FetcherAnswer = { readonly progress: FetchProgress } | { readonly result: FetchResult };
