/** A dialect of the service: its endpoints, its upload form and the addresses of its pages. `dialects.ts` lists all dialects. */
import type { EndpointResult } from '../response-envelope.ts';
import type { Service } from '../service.ts';
import type { Settings } from '../service-settings.ts';
import type { Account } from '../store/accounts.ts';
import type { Endpoint } from './endpoint.ts';

export interface Dialect {
  endpoints: readonly Endpoint[];
  uploadForm: UploadForm;
  pages: Pages;
}

export interface ReceivedFile {
  path: string;
  fileName: string;
  size: number;
  /** The file has more than `maxFileBytes`. The rest was dropped. */
  tooLarge: boolean;
}

export interface Upload {
  service: Service;
  account: Account;
  files: readonly ReceivedFile[];
  fields: URLSearchParams;
  /** Base address of pages and images, without a trailing slash. */
  shareUrl: string;
}

export interface UploadForm {
  /** All keys in a request. There must be at least one, and each must be the account's. */
  readKeys(query: URLSearchParams, fields: URLSearchParams): (string | null | undefined)[];
  /** Stores the files that are accepted. @throws Refusal if none is. */
  store(upload: Upload): Promise<EndpointResult | Response>;
}

/** Paths, with `{code}` in place of the file's code. */
export interface Pages {
  player(settings: Settings): string;
  file: string;
  playerOptions: boolean;
}

export const pagePath = (page: string, code: string): string => page.replace('{code}', code);
