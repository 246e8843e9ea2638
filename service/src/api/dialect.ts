/** What a dialect of the service is: its calls, its upload form and the addresses of its pages. `dialects.ts` has all of them. */
import type { Answer } from '../response-envelope.ts';
import type { Service } from '../service.ts';
import type { Settings } from '../service-settings.ts';
import type { Account } from '../store/accounts.ts';
import type { Endpoint } from './endpoint.ts';

export interface Dialect {
  endpoints: readonly Endpoint[];
  uploadForm: UploadForm;
  pages: Pages;
}

/** A file of a form, on disk. */
export interface ReceivedFile {
  path: string;
  fileName: string;
  /** Bytes. */
  size: number;
  /** It has more than `maxFileBytes`, and the rest was dropped. */
  tooLarge: boolean;
}

export interface Upload {
  service: Service;
  /** Whose key was sent. */
  account: Account;
  files: readonly ReceivedFile[];
  /** The form's other fields. */
  fields: URLSearchParams;
  /** Base of the addresses of pages and images, without a slash at the end. */
  shareUrl: string;
}

export interface UploadForm {
  /** The keys that a request sends. One at least has to be there, and each has to be the account's. */
  readKeys(query: URLSearchParams, fields: URLSearchParams): (string | null | undefined)[];
  /** Stores what may be stored. @throws Refusal where nothing of it may. */
  store(upload: Upload): Promise<Answer | Response>;
}

/** Paths with `{code}` where the file's code is. */
export interface Pages {
  player(settings: Settings): string;
  file: string;
  /** The player takes a poster and subtitles from its query. */
  playerOptions: boolean;
}

/** The path of a page about a file. */
export const pagePath = (page: string, code: string): string => page.replace('{code}', code);
