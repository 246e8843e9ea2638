/** A `fetch` that alters what passes between the suite and a service, which it reaches over HTTP. */
import type { Body, Fetch } from '../../../service/conformance/caller.ts';

/** One request on its way to the service; changes to `url` and `form` are what arrives there. */
export interface Exchange {
  url: URL;
  params: URLSearchParams; // the query
  form: FormData;
  key: string; // of the account
  call(path: string, params: Record<string, string>): Promise<unknown>; // `result` of the service itself
}

export interface Alteration {
  path?: string; // below `/api/` or the base address; with a slash at its end, all that is below it
  request?(exchange: Exchange): unknown; // alters the request, or answers in the service's place
  answer?(body: Body, params: URLSearchParams, exchange: Exchange): unknown; // `params` as they were sent
  text?(text: string): string; // of a page, or anything else
  contentType?: string;
  param?: string; // that is taken in another way
  says?: string; // must be in the reason of the check, so that nothing else made it fail
}

export const alterationFailed = 'the alteration failed: ';

/** A `fetch` that alters what passes on its way to a service, in one way or several. */
export const alter = (baseUrl: string, key: string, alterations: readonly Alteration[]): Fetch =>
  alterations.reduce<Fetch>((send, alteration) => {
    const { path = '', request, answer, text, contentType } = alteration;
    const isAltered = ({ pathname }: URL) =>
      path.endsWith('/') ? pathname.startsWith(path) : [path, `/api/${path}`].includes(pathname);
    const call = async (target: string, params: Record<string, string>) => {
      const answer = await fetch(`${baseUrl}/api/${target}?${new URLSearchParams({ key, ...params })}`);
      return (await answer.json()).result;
    };
    return async (address, init) => {
      const url = new URL(address);
      if (!address.startsWith(baseUrl) || !isAltered(url)) return send(address, init);
      const form = init?.body instanceof FormData ? init.body : new FormData();
      const sent = new URLSearchParams(url.search);
      const exchange = { url, params: url.searchParams, form, key, call };
      const own = await guard(() => request?.(exchange));
      if (own !== undefined) return own instanceof Response ? own : Response.json(own);
      const response = await send(url.href, init);
      if (!answer && !text && contentType === undefined) return response;
      const received = await response.text();
      const body = await guard(async () => {
        const altered = text ? text(received) : received;
        return answer ? JSON.stringify(await answer(JSON.parse(altered), sent, exchange)) : altered;
      });
      const type = contentType ?? response.headers.get('content-type') ?? '';
      return new Response(body, { status: response.status, headers: { 'content-type': type } });
    };
  }, fetch);

async function guard<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(alterationFailed + error);
  }
}
