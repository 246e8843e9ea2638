/** What an endpoint is, in any dialect: one section of docs/http-api.md. */
import { type Answer, Refusal } from '../response-envelope.ts';
import type { Service } from '../service.ts';
import type { Account } from '../store/accounts.ts';
import { rootId } from '../store/folders.ts';
import { normalizeTitle } from '../titles.ts';

/** Protects the service; the documents name no most. */
const maxCodes = 50;

export interface Endpoint {
  path: `/api/${string}`;
  /** Answers a call of an account. A thrown `Refusal` becomes the envelope that says so. */
  answer(call: Call): Answer | Promise<Answer>;
}

export class Call {
  readonly service: Service;
  readonly account: Account;
  /** Base of the addresses of pages and images, without a slash at the end. */
  readonly shareUrl: string;
  /** Base of upload addresses, without a slash at the end. */
  readonly uploadUrl: string;
  /** Arrival, in seconds since 1970. */
  readonly now: number;
  readonly #query: URLSearchParams;

  /** @param origin Scheme, host and port under which the caller knows the service. */
  constructor(service: Service, account: Account, origin: string, now: number, query: URLSearchParams) {
    this.service = service;
    this.account = account;
    this.shareUrl = service.settings.shareUrl || origin;
    this.uploadUrl = service.settings.uploadUrl || origin;
    this.now = now;
    this.#query = query;
  }

  /** A query parameter without white space around it; `undefined` when absent or empty. */
  optional(name: string): string | undefined {
    return this.#query.get(name)?.trim() || undefined;
  }

  /** @throws Refusal 400 when the parameter is absent or empty. */
  required(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw new Refusal(400, `Missing parameter: ${name}`);
    return value;
  }

  /** A whole number of at least `least`; `fallback` when absent or anything else. */
  count(name: string, fallback: number, least = 1): number {
    const value = Number(this.optional(name));
    return Number.isSafeInteger(value) && value >= least ? value : fallback;
  }

  flag(name: string): boolean {
    return this.optional(name) === '1';
  }

  /** `true` for "1", `false` for "0", `undefined` for everything else. */
  choice(name: string): boolean | undefined {
    return { '1': true, '0': false }[this.optional(name) ?? ''];
  }

  /** The different codes of a parameter, with commas between. @throws Refusal 400 when it is absent or has more than 50. */
  codes(name: string): string[] {
    const codes = this.required(name)
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== '');
    const different = [...new Set(codes)];
    if (different.length > maxCodes) throw new Refusal(400, `At most ${maxCodes} codes at once`);
    return different;
  }

  /** The id of a folder that the account has; `undefined` when the parameter names none that it has. */
  folder(name: string): number | undefined {
    const text = this.optional(name) ?? '';
    const id = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    return this.service.store.folders.has(this.account.id, id) ? id : undefined;
  }

  /** @throws Refusal 404 when the parameter names no folder of the account. */
  existingFolder(name: string): number {
    const id = this.folder(name);
    if (id === undefined) throw new Refusal(404, 'There is no such folder');
    return id;
  }

  /** A title or name. @throws Refusal 400 when the parameter is absent or shows nothing. */
  title(name: string): string {
    const title = normalizeTitle(this.required(name));
    if (title === '') throw new Refusal(400, `Missing parameter: ${name}`);
    return title;
  }

  /** The folder to store into. One that does not exist means the root, as on services of this family. */
  targetFolder(name: string): number {
    return this.folder(name) ?? rootId;
  }
}
