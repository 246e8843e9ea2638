/** A `fetch` that alters requests and responses between the suite and a service. */
import type { Body, Fetch } from '../../../service/conformance/caller.ts';

/** A request on its way to the service. Changes to `url` and `form` reach the service. */
export interface Exchange {
  url: URL;
  params: URLSearchParams; // the query
  form: FormData;
  key: string; // the account's key
  call(path: string, params: Record<string, string>): Promise<unknown>; // calls the service directly and returns its `result`
}

export interface Alteration {
  path?: string; // below `/api/` or the base address; with a trailing slash, everything below it
  request?(exchange: Exchange): unknown; // alters the request, or returns a response in place of the service's
  answer?(body: Body, params: URLSearchParams, exchange: Exchange): unknown; // alters the body of the response; `params` as they were sent
  text?(text: string): string; // alters the text of a page or anything else
  contentType?: string;
  param?: string; // the parameter that is treated wrongly
  says?: string; // must be part of the check's reason, so that nothing else made it fail
}

export const alterationFailed = 'the alteration failed: ';

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
