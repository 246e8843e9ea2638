/** An endpoint of any dialect, described by one section of docs/http-api.md. */
import type { EpochSeconds } from '../date-time.ts';
import { type EndpointResult, Refusal } from '../response-envelope.ts';
import type { Service } from '../service.ts';
import type { Account } from '../store/accounts.ts';
import { rootId } from '../store/folders.ts';
import { normalizeTitle } from '../titles.ts';

/** Protects the service. The documents state no maximum. */
const maxCodes = 50;

export interface Endpoint {
  path: `/api/${string}`;
  /** A thrown `Refusal` is returned in the envelope. */
  handle(call: Call): EndpointResult | Promise<EndpointResult>;
}

export class Call {
  readonly service: Service;
  readonly account: Account;
  /** Of pages and images, without a trailing slash. */
  readonly shareUrl: string;
  /** Without a trailing slash. */
  readonly uploadUrl: string;
  readonly now: EpochSeconds;
  readonly #query: URLSearchParams;

  /** @param origin Scheme, host and port that the caller used. */
  constructor(service: Service, account: Account, origin: string, now: number, query: URLSearchParams) {
    this.service = service;
    this.account = account;
    this.shareUrl = service.settings.shareUrl || origin;
    this.uploadUrl = service.settings.uploadUrl || origin;
    this.now = now;
    this.#query = query;
  }

  /** `undefined` if absent or empty. */
  optional(name: string): string | undefined {
    return this.#query.get(name)?.trim() || undefined;
  }

  /** @throws Refusal 400 if the parameter is absent or empty. */
  required(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw new Refusal(400, `Missing parameter: ${name}`);
    return value;
  }

  /** At least 1, or `fallback` for anything else. */
  count(name: string, fallback: number): number {
    const value = Number(this.optional(name));
    return Number.isSafeInteger(value) && value >= 1 ? value : fallback;
  }

  flag(name: string): boolean {
    return this.optional(name) === '1';
  }

  /** `true` for "1", `false` for "0", `undefined` for anything else. */
  choice(name: string): boolean | undefined {
    return { '1': true, '0': false }[this.optional(name) ?? ''];
  }

  /** The distinct codes of a comma-separated parameter. @throws Refusal 400 if it is absent or has more than 50. */
  codes(name: string): string[] {
    const codes = this.required(name)
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== '');
    const different = [...new Set(codes)];
    if (different.length > maxCodes) throw new Refusal(400, `At most ${maxCodes} codes at once`);
    return different;
  }

  /** `undefined` if the parameter names no folder of the account. */
  folder(name: string): number | undefined {
    const text = this.optional(name) ?? '';
    const id = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    return this.service.store.folders.has(this.account.id, id) ? id : undefined;
  }

  /** @throws Refusal 404 if the account has no such folder. */
  existingFolder(name: string): number {
    const id = this.folder(name);
    if (id === undefined) throw new Refusal(404, 'There is no such folder');
    return id;
  }

  /** @throws Refusal 400 if the parameter is absent or has no visible characters. */
  title(name: string): string {
    const title = normalizeTitle(this.required(name));
    if (title === '') throw new Refusal(400, `Missing parameter: ${name}`);
    return title;
  }

  /** As on services of this family, a folder that doesn't exist means the root. */
  targetFolder(name: string): number {
    return this.folder(name) ?? rootId;
  }
}
