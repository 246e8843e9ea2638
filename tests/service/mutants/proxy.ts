/** A proxy in front of a service that alters what passes: it stands in for `fetch`, and passes the rest on over HTTP. */
import type { Body, Fetch } from '../../../service/conformance/caller.ts';
import { checks } from '../../../service/conformance/index.ts';

/** One request on its way to the service; changes to `url` and `form` are what arrives there. */
export type Exchange = {
  url: URL;
  /** The query. */
  params: URLSearchParams;
  /** The form of an upload. */
  form: FormData;
  /** Key of the account. */
  key: string;
  /** Ends the request. */
  signal: AbortSignal;
  /** Calls the service itself, as the account. Returns the `result`. */
  call(path: string, params: Record<string, string>): Promise<unknown>;
};

export type Alteration = {
  /** Which requests are altered, by the path below the base address. */
  path: string | RegExp;
  /** Alters the request, or answers in the service's place. */
  request?(exchange: Exchange): Body | Response | undefined | Promise<Body | Response | undefined>;
  /** Alters an answer of the API. `params` are the query as it was sent. */
  answer?(body: Body, params: URLSearchParams, exchange: Exchange): unknown;
  /** Alters a page, or anything else that is text. */
  text?(text: string, params: URLSearchParams): string;
  contentType?: string;
};

/** A service that is not as docs/http-api.md says. */
export type Mutant = {
  /** Section of docs/http-api.md. */
  section: string;
  /** What is wrong with it. */
  name: string;
  /** Name of the check that must fail. */
  caughtBy: string;
  /** What its reason must say, so that nothing else made it fail. */
  reason?: string;
  alteration: Alteration;
};

const sections = new Map(checks.map(({ name, section }) => [name, section]));

/** Section of docs/http-api.md that a check is about. */
export const sectionOf = (check: string): string => sections.get(check) ?? '';

/** A path as it is read in the name of a mutant. */
export const showPath = ({ path }: Alteration) =>
  typeof path === 'string' ? path : path.source.replaceAll(/[\\^]/g, '');

/** What an alteration itself breaks on: then no check has caught anything. */
export const ALTERATION_FAILED = 'the alteration failed: ';

async function guard<T>(alter: () => T | Promise<T>): Promise<T> {
  try {
    return await alter();
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') throw error;
    throw new Error(ALTERATION_FAILED + error);
  }
}

/** Alters in several ways. */
export const createProxies = (baseUrl: string, key: string, alterations: readonly Alteration[]): Fetch =>
  alterations.reduce<Fetch>((send, alteration) => createProxy(baseUrl, key, alteration, send), fetch);

/** @param send Where the requests go on: another proxy, to alter in several ways. */
export function createProxy(
  baseUrl: string,
  key: string,
  alteration: Alteration,
  send: Fetch = fetch,
): Fetch {
  const { path, request, answer, text, contentType } = alteration;
  const matches = (pathname: string) => (typeof path === 'string' ? pathname === path : path.test(pathname));
  const call = async (target: string, params: Record<string, string>): Promise<unknown> => {
    const response = await fetch(`${baseUrl}${target}?${new URLSearchParams({ key, ...params })}`);
    return ((await response.json()) as Body)['result'];
  };
  return async (address, init) => {
    const url = new URL(address);
    if (!address.startsWith(baseUrl) || !matches(url.pathname)) return send(address, init);
    const form = init?.body instanceof FormData ? init.body : new FormData();
    const sent = new URLSearchParams(url.search);
    const signal = init?.signal ?? new AbortController().signal;
    const exchange = { url, params: url.searchParams, form, key, signal, call };
    const own = await guard(() => request?.(exchange));
    if (own !== undefined) return own instanceof Response ? own : Response.json(own);
    const response = await send(url.href, init);
    if (!answer && !text && contentType === undefined) return response;
    const received = await response.text();
    const body = await guard(async () => {
      const altered = text ? text(received, sent) : received;
      return answer ? JSON.stringify(await answer(JSON.parse(altered), sent, exchange)) : altered;
    });
    const type = contentType ?? response.headers.get('content-type') ?? '';
    return new Response(body, { status: response.status, headers: { 'content-type': type } });
  };
}
