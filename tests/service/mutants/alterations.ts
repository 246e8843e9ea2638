/** Ways to make a service wrong. */
import { field } from '../../../service/conformance/check-context.ts';
import type { Alteration, Exchange } from './alter.ts';

export const at = (path: string, ...all: Alteration[]) => all.map((each) => ({ ...each, path }));

/** Alters a parameter of the query. `{key}` in the new value stands for the account's key. */
export const query = (param: string, change: (value: string | null, exchange: Exchange) => unknown) => ({
  param,
  async request(exchange: Exchange) {
    const { params, key } = exchange;
    const value = await change(params.get(param), exchange);
    if (value === null) params.delete(param);
    else params.set(param, String(value).replace('{key}', key));
  },
});

export const ignoring = (...params: string[]) => params.map((each) => query(each, () => null));
/** Replaces the value of a parameter, if it is given. */
export const given = (param: string, change: (value: string) => unknown) =>
  query(param, (value) => value && change(value));
export const byDefault = (param: string, value: string) => query(param, (given) => given ?? value);
/** Puts things into a new folder instead of the root. */
export const inNewFolder = (param: string) =>
  query(param, async (value, exchange) => value ?? (await newFolder(exchange)));

/** Responds without doing anything, if `when` is true. */
export const idle = (result?: unknown, when = (_: URLSearchParams) => true): Alteration => ({
  request: ({ params }) =>
    when(params) ? { msg: 'OK', server_time: '2026-01-02 03:04:05', status: 200, result } : undefined,
});

export const missing = (type = 'text/html'): Alteration => ({
  request: () => new Response('{}', { status: 404, headers: { 'content-type': type } }),
});

export const result = (change: (result: unknown, params: URLSearchParams) => unknown): Alteration => ({
  answer: (body, params) => ({ ...body, result: change(body['result'], params) }),
});

/** Each alteration sets fields wherever a response has them. undefined removes them. */
export const fields = (...each: Record<string, unknown>[]): Alteration[] =>
  each.map((wrong) => ({
    ...(Object.values(wrong)[0] === undefined && { says: `there is no "${Object.keys(wrong)[0]}"` }),
    answer: (body, params) =>
      JSON.parse(JSON.stringify(body), (name, value) => {
        const change = Object.hasOwn(wrong, name) ? wrong[name] : value;
        return typeof change === 'function' ? change(value, params) : change;
      }),
  }));

export const newFolder = async ({ call }: Exchange): Promise<string> =>
  String(field(await call('folder/create', { name: 'Elsewhere' }), 'fld_id'));

/** A rate limit. It responds by itself, because a request to the service could take longer than the window. */
export function limiting(count: number, { over = {}, uncounted = '', windowMs = 1000 } = {}): Alteration {
  let arrivals: number[] = [];
  const request = ({ url }: Exchange) => {
    arrivals = arrivals.filter((at) => at > performance.now() - windowMs);
    if (url.pathname === `/api/${uncounted}`) return { msg: 'OK', status: 200 };
    if (arrivals.push(performance.now()) <= count) return { msg: 'OK', status: 200 };
    arrivals.pop();
    return { msg: 'Too Many Requests', status: '429', ...over };
  };
  return { path: '/api/', request };
}

export const broken = (address: unknown) => `${address}none`;
/** Changes the status of an entry. The envelope's status stays. */
export const inEntry = (wrong: string) => (status: unknown) => (status === 200 ? 200 : wrong);
export const nextPage = given('page', (page) => Number(page) + 1);
export const atMost = (most: number, param = 'per_page') =>
  given(param, (count) => Math.min(most, Number(count)));
export const minutes = (factor: number) =>
  given('created', (created) => (/^\d+$/.test(created) ? Math.ceil(Number(created) * factor) : created));
export const isAsked = (value: string | null) => !['0', null].includes(value);
export const refusing = (param: string) => ({
  ...idle(undefined, (params) => isAsked(params.get(param))),
  param,
});
/** Does another action than the requested one. */
export const confusing = (param: string, other: string) =>
  query(param, (value, { params }) => {
    if (isAsked(value)) params.set(other, '1');
    return null;
  });
