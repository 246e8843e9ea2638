/** What can be wrong with a service, and ways to make it so. */
import { answers } from '../../../service/conformance/answers.ts';
import { field, list } from '../../../service/conformance/check-context.ts';
import { checks, documentedCalls } from '../../../service/conformance/index.ts';
import type { Alteration, Exchange } from './alter.ts';

export const at = (path: string, ...all: Alteration[]) => all.map((each) => ({ ...each, path }));

/** An alteration of the query; `{key}` in it stands for the key of the account. */
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
/** Takes a parameter that is given for another. */
export const given = (param: string, change: (value: string) => unknown) =>
  query(param, (value) => value && change(value));
export const byDefault = (param: string, value: string) => query(param, (given) => given ?? value);
/** Puts into a folder what belongs in the root. */
export const elsewhere = (param: string) =>
  query(param, async (value, exchange) => value ?? (await newFolder(exchange)));

/** Answers without doing anything, when `when` holds. */
export const idle = (result?: unknown, when = (_: URLSearchParams) => true): Alteration => ({
  request: ({ params }) =>
    when(params) ? { msg: 'OK', server_time: '2026-01-02 03:04:05', status: 200, result } : undefined,
});

/** Answers that there is nothing. */
const missing = (type = 'text/html'): Alteration => ({
  request: () => new Response('{}', { status: 404, headers: { 'content-type': type } }),
});

/** An alteration of `result`. */
export const result = (change: (result: unknown, params: URLSearchParams) => unknown): Alteration => ({
  answer: (body, params) => ({ ...body, result: change(body['result'], params) }),
});

/** Each sets fields wherever an answer has them; undefined removes them. */
export const fields = (...each: Record<string, unknown>[]): Alteration[] =>
  each.map((wrong) => ({
    ...(Object.values(wrong)[0] === undefined && { says: `there is no "${Object.keys(wrong)[0]}"` }),
    answer: (body, params) =>
      JSON.parse(JSON.stringify(body), (name, value) => {
        const change = Object.hasOwn(wrong, name) ? wrong[name] : value;
        return typeof change === 'function' ? change(value, params) : change;
      }),
  }));

const newFolder = async ({ call }: Exchange): Promise<string> =>
  String(field(await call('folder/create', { name: 'Elsewhere' }), 'fld_id'));

/** Moves the file of an upload. */
export const uploadElsewhere: Alteration = {
  async answer(body, _, exchange) {
    const file_code = String(list(body['result'])[0]?.['filecode']);
    await exchange.call('file/move', { file_code, fld_id: await newFolder(exchange) });
    return body;
  },
};

/** A limit. It answers by itself: the way to the service could take longer than the window. */
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

const broken = (address: unknown) => `${address}none`;
/** The status of an entry: that of the envelope stays. */
const inEntry = (wrong: string) => (status: unknown) => (status === 200 ? 200 : wrong);
export const nextPage = given('page', (page) => Number(page) + 1);
const atMost = (most: number, param = 'per_page') => given(param, (count) => Math.min(most, Number(count)));
const minutes = (factor: number) =>
  given('created', (created) => (/^\d+$/.test(created) ? Math.ceil(Number(created) * factor) : created));
const isAsked = (value: string | null) => !['0', null].includes(value);
const refusing = (param: string) => ({ ...idle(undefined, (params) => isAsked(params.get(param))), param });
/** Takes one action for another. */
const confusing = (param: string, other: string) =>
  query(param, (value, { params }) => {
    if (isAsked(value)) params.set(other, '1');
    return null;
  });
const stalled = fields({ status: inEntry('queued') }, { bytes_downloaded: '1' });
/** Gives each track of the list that the player page leads to other fields. */
const tracks = (wrong: object): Alteration => ({
  path: '/subtitles',
  text: (text) => JSON.stringify(JSON.parse(text).map((track: object) => ({ ...track, ...wrong }))),
});
const emptyTracks: Alteration = { path: '/subtitle', text: () => 'WEBVTT\n' };

/** By the beginning of the name of the check that must see it; of the path of its section. */
const mutants: Readonly<Record<string, readonly Alteration[]>> = {
  '/api/account/info asks': [byDefault('key', '{key}'), given('key', (key) => key && '{key}')],
  'a success has': fields({ result: undefined }),
  'account info': [result((account) => [account])],
  'reports: the last 7': [byDefault('last', '30'), result((days) => [days, days].flat())],
  'reports: the last 2 ': ignoring('last'),
  'reports: the last 20': [atMost(7, 'last')],
  'reports: from_date and': [...ignoring('to_date'), result((days) => list(days).slice(0, -1))],
  'reports: from_date alone': ignoring('from_date'),
  'reports: to_date alone': ignoring('to_date'),
  'takedowns: 500': [byDefault('per_page', '100'), result(() => [])],
  'takedowns: the second': [...ignoring('page'), result((all, { size }) => (size > 1 ? [] : all))],
  'takedowns: per_page 501': [atMost(500)],
  'takedowns: per_page and': ignoring('page', 'per_page'),
  'takedowns: page 1': [nextPage],
  'upload server': [result(() => '/upload')],
  'upload: it asks for a key': [{ request: ({ form, key }) => form.set('api_key', key) }],
  'upload: it requires file': [{ request: ({ form }) => form.set('file', new File(['a'], 'a.bin')) }],
  'upload: the file lands': [uploadElsewhere],
  'upload: field file': [...fields({ size: '1' }), result((all) => list(all)[0])],
  'upload: the addresses': fields({ protected_dl: broken }),
  'clone: a file of its own': [
    ...ignoring('fld_id'),
    ...fields({ filecode: (_: unknown, params: URLSearchParams) => params.get('file_code') }),
  ],
  'clone: in the root': [elsewhere('fld_id')],
  'clone: of another': [{ request: ({ params, key }) => (params.get('key') === key ? undefined : {}) }],
  'clone: the addresses': fields({ protected_embed: broken }),
  'upload by link: the file has': [
    ...ignoring('fld_id', 'new_title'),
    given('url', (url) => url.replace('/sample.webm', '/big/10.bin')),
    ...fields({ filecode: 'another' }),
  ],
  'upload by link: into the root': [elsewhere('fld_id')],
  'upload by link: new_title': [
    { answer: ({ used_slots, ...body }) => ({ ...body, slots: { used_slots } }) },
  ],
  'transfer list: it has': fields({ remote_url: 'https://other.example/x' }, { folder_id: '0' }),
  'transfer list: "working"': at('urlupload/status', ...stalled),
  'transfer status': [
    { request: ({ url }) => void Object.assign(url, { pathname: '/api/urlupload/list' }) },
    ...fields({ created: undefined }, { file_code: 'another' }),
  ],
  'slots: no result': [result(() => '')],
  'transfer actions: delete_code': [
    refusing('delete_code'),
    confusing('delete_code', 'clear_all'),
    result(() => 'true'),
    ...fields({ msg: '' }),
  ],
  'transfer actions: restart_errors': [refusing('restart_errors')],
  'transfer actions: clear_errors': [refusing('clear_errors'), confusing('clear_errors', 'clear_all')],
  'transfer actions: clear_all': [confusing('clear_all', 'clear_errors')],
  'create folder: in a folder': [...ignoring('parent_id'), given('name', () => 'New folder')],
  'create folder: in the root': [elsewhere('parent_id')],
  'rename folder': [idle('true'), result(() => true)],
  'list folder: folders and files': [
    { answer: (body) => ({ ...body, total: 1 }) },
    ...fields({ folders: undefined }, { views: undefined }),
  ],
  'list folder: what is in': [given('fld_id', () => '0'), byDefault('only_folders', '1')],
  'list folder: only_folders': [...ignoring('only_folders'), ...fields({ folders: () => [] })],
  '/api/file/list answers a success': [...fields({ server_time: undefined }, { status: '200' })],
  'list files: entries': fields({ results: 9e9 }, { results_total: '0' }, { views: undefined }),
  'list files: the files of all': [byDefault('fld_id', '0')],
  'list files: page and': ignoring('page', 'per_page'),
  'list files: page 1': [nextPage],
  'list files: per_page 200': [atMost(100)],
  'list files: never more': fields({ files: (all: unknown) => [all, all].flat() }),
  'list files: fld_id': [...ignoring('fld_id'), ...fields({ fld_id: '0' })],
  'list files: title': fields({ title: 'another' }, { fld_id: '00' }, { canplay: 0 }),
  'list files: download_url': fields({ download_url: broken }),
  'list files: created as a time': [...ignoring('created'), given('created', () => '2999-01-01 00:00:00')],
  'list files: created as a number': [minutes(1e6), minutes(60), minutes(1 / 60)],
  'file status': fields({ status: inEntry('active') }, { filecode: 'another' }),
  'file info: the fields': fields({ filecode: 'x' }, { title: 'x' }, { protected_embed: '/embed/x' }),
  'file info: last_view': fields({ last_view: '0000-00-00 00:00:00' }),
  'file info: the protected': fields({ protected_dl: broken }),
  'file image: the fields': fields({ filecode: 'another' }, { title: 'another' }),
  'file image: the images': at('/i/', { contentType: 'text/html' }),
  'rename file': [idle('true'), result(() => true)],
  '/api/file/move requires fld_id': [idle('true')],
  'move file': [idle('true'), idle('true', (params) => params.get('fld_id') === '0')],
  '/api/search/videos is there': [
    missing('application/json'),
    { request: () => ({ error: 'Invalid key' }) },
    { request: ({ url }) => Response.redirect(url) },
  ],
  'search: ': [result(() => ({}))],
  '10 requests in a second': [limiting(9)],
  '10 requests pass': [limiting(10, { windowMs: 2000 })],
  'the 11th request is': [limiting(10, { windowMs: 500 })],
  'the 11th request in': [limiting(11), limiting(10, { uncounted: 'search/videos' })],
  'more than 10': [limiting(Number.POSITIVE_INFINITY), limiting(10, { over: { status: 429 } })],
  'the settings page': at('/settings', missing('text/html')),
  'player: /e/': [missing('text/html'), { contentType: 'application/json' }],
  'player: c_poster': [
    ...ignoring('c_poster'),
    { text: (html) => html.replace(/(<video[^>]*) poster="([^"]*)"/, '<meta content="$2">$1') },
  ],
  'player: c1_file with c1_label is a track with what is in it (srt)': ignoring('c1_file', 'c1_label'),
  'player: c1_file with c1_label is a track with what is in it (vtt)': [emptyTracks],
  'player: subtitle_json': [
    ...ignoring('subtitle_json'),
    ...[emptyTracks, tracks({ label: 'Subtitles' }), tracks({ default: false })],
  ],
};

const PATHS = new Map([
  ['Envelope', 'account/info'],
  ['Upload a file', '/upload/'],
  ['Player page', '/e/'],
]);

/** Each answer without one of its fields, before the check that is the first to read it. */
const withoutField = Object.entries(answers).flatMap(([section, shape]) => {
  const name = Object.keys(shape.fields).findLast((each) => !/^(result|status)$/.test(each)) ?? '';
  const check = checks.find((each) => each.section === section)?.name;
  return check ? [[check, fields({ [name]: undefined })] as const] : [];
});

export const catalogue = [...Object.entries(mutants), ...withoutField].flatMap(([start, alterations]) => {
  const caughtBy = checks.filter(({ name }) => name.startsWith(start));
  const section = caughtBy[0]?.section ?? '';
  const named = documentedCalls.find((each) => start.startsWith(`${each.path} `))?.path ?? PATHS.get(section);
  const path = named ?? documentedCalls.find((each) => each.section === section)?.path ?? '';
  return alterations.map((each) => ({ caughtBy, alteration: { path, ...each } }));
});
