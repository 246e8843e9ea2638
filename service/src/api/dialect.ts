/** A dialect: its endpoints, its upload form and the addresses of its pages. */
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
  /** It has more than `maxFileBytes`, and the rest was dropped. */
  tooLarge: boolean;
}

export interface Upload {
  service: Service;
  account: Account;
  files: readonly ReceivedFile[];
  fields: URLSearchParams;
  /** Of pages and images, without a trailing slash. */
  shareUrl: string;
}

export interface UploadForm {
  /** All keys in a request. There must be at least one, and each must be the account's. */
  readKeys(query: URLSearchParams, fields: URLSearchParams): (string | null | undefined)[];
  /** @throws Refusal if no file is accepted. */
  store(upload: Upload): Promise<EndpointResult | Response>;
}

/** With `{code}` in place of the file's code. */
export interface Pages {
  player(settings: Settings): string;
  file: string;
  playerOptions: boolean;
}

export const pagePath = (page: string, code: string): string => page.replace('{code}', code);
