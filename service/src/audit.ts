/** A log of every request in memory, without keys and without the one-time part of upload addresses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type EpochMs, preciseNow } from './date-time.ts';

export type AuditOutcome =
  | 'open'
  | 'answered'
  /** Over the rate limit. */
  | 'refused'
  /** The service closed the connection, because of a fault or a shutdown. */
  | 'reset'
  /** The caller disconnected before the end of the response. */
  | 'abandoned';

export interface AuditEntry {
  /** The fraction has microseconds. */
  at: EpochMs;
  method: string;
  path: string;
  /** As documented, such as "/api/file/list", "/upload", "/e", "/d" or "/{code}.html". */
  endpoint: string;
  /** Email address of the account whose key was sent. */
  account: string | null;
  query: Record<string, string>;
  /** Of an upload: the names of the form's fields and files. */
  form: string[];
  outcome: AuditOutcome;
  /** `null` while the request is open, or if the connection closed before a status was sent. */
  httpStatus: number | null;
  status: number | string | null;
  fault: string | null;
  effect: boolean;
}

const maxEntries = 200_000;
const secretNames = new Set(['key', 'api_key']);

export class AuditLog {
  #entries: AuditEntry[] = [];
  readonly #open = new WeakMap<IncomingMessage, AuditEntry>();

  record(request: IncomingMessage, response: ServerResponse): void {
    const at = preciseNow();
    const { pathname, query, endpoint } = describeTarget(request.url ?? '/');
    if (endpoint === '/admin') return;
    const entry: AuditEntry = {
      at,
      method: request.method ?? '',
      path: pathname,
      endpoint,
      account: null,
      query,
      form: [],
      outcome: 'open',
      httpStatus: null,
      status: null,
      fault: null,
      effect: false,
    };
    this.#open.set(request, entry);
    this.#entries.push(entry);
    if (this.#entries.length > maxEntries) this.#entries = this.#entries.slice(maxEntries / 2);
    response.once('close', () => {
      if (response.headersSent) entry.httpStatus = response.statusCode;
      if (entry.outcome === 'open') entry.outcome = response.writableFinished ? 'answered' : 'abandoned';
    });
  }

  entryOf(request: IncomingMessage): AuditEntry | undefined {
    return this.#open.get(request);
  }

  /** Arrived after `since`, oldest first. */
  entries(since = 0): AuditEntry[] {
    return this.#entries.filter((entry) => entry.at > since);
  }

  clear(): void {
    this.#entries = [];
  }
}

function describeTarget(target: string) {
  const cut = target.indexOf('?');
  const pathname = cut < 0 ? target : target.slice(0, cut);
  const query: Record<string, string> = {};
  const segment = pathname.split('/')[1] ?? '';
  // The upload address has the bare key as its query, and a one-time secret in its path.
  if (segment === 'upload') return { pathname: '/upload', query, endpoint: '/upload' };
  for (const [name, value] of new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1))) {
    if (!secretNames.has(name)) query[name] = value;
  }
  const page = segment.replace(/[a-z0-9]{12,}(?=\.html$)/, '{code}');
  return { pathname, query, endpoint: segment === 'api' ? pathname : `/${page}` };
}
