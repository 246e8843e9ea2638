/** Every request that reached the service, in memory; without keys and the one-time part of upload addresses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { preciseNow } from './date-time.ts';

export type AuditOutcome =
  | 'open'
  /** A whole answer went out. */
  | 'answered'
  /** Over the rate limit. */
  | 'refused'
  /** The service cut the connection (a fault, or its own end). */
  | 'reset'
  /** The caller left before the answer was out. */
  | 'abandoned';

export interface AuditEntry {
  /** Arrival in milliseconds since 1970, with microseconds as the fraction. */
  at: number;
  method: string;
  path: string;
  /** The row of the documentation: a path like "/api/file/list", "/upload", "/e", "/d", "/{code}.html", ... */
  endpoint: string;
  /** E-mail address of the account whose key was sent; `null` when there is none. */
  account: string | null;
  /** The query without the key. */
  query: Record<string, string>;
  /** Of an upload: the names of the form's fields and files. */
  form: string[];
  outcome: AuditOutcome;
  /** HTTP status; `null` while open or when cut before one. */
  httpStatus: number | null;
  /** `status` of the envelope; `null` when there is none. */
  status: number | string | null;
  fault: string | null;
  /** True when the call's effect took place (the endpoint's code ran without refusing). */
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

  /** Entries that arrived later than `since` (ms since 1970), in order of arrival. */
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
  // The upload address carries the bare key as its query, and a one-time secret as its path.
  if (segment === 'upload') return { pathname: '/upload', query, endpoint: '/upload' };
  for (const [name, value] of new URLSearchParams(cut < 0 ? '' : target.slice(cut + 1))) {
    if (!secretNames.has(name)) query[name] = value;
  }
  const page = segment.replace(/[a-z0-9]{12,}(?=\.html$)/, '{code}');
  return { pathname, query, endpoint: segment === 'api' ? pathname : `/${page}` };
}
