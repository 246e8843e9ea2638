/**
 * Mutants of the local service: each breaks one sentence of docs/http-api.md and names the check that is about it.
 *
 * Each mutant meets the checks of its section, not the whole suite: the other sections cannot tell it from the service.
 */
import type { Body } from '../../../service/conformance/caller.ts';
import { field, list } from '../../../service/conformance/context.ts';
import { endpoints } from '../../../service/conformance/index.ts';
import { fieldMutants } from './fields.ts';
import { type Alteration, type Exchange, type Mutant, sectionOf, showPath } from './proxy.ts';

/** Sentences of docs/http-api.md that no check states, and why. */
export const unchecked: readonly { section: string; sentence: string; reason: string }[] = [
  {
    section: 'Player page',
    sentence: '`default` marks the first track to show',
    reason:
      'a browser shows tracks; HTTP shows that the flag arrives. tests/e2e/player.spec.ts has a browser.',
  },
  {
    section: 'Player page',
    sentence: '`c1_label` is required with `c1_file`',
    reason: 'what a player does without it is not described',
  },
  {
    section: 'Authentication',
    sentence: 'the key is shown to its owner at /settings',
    reason: 'how its owner signs in is not described; the suite checks that there is a page',
  },
  {
    section: 'Authentication',
    sentence: "the operator's support grants access to integrators",
    reason: 'nothing of it is a request',
  },
  {
    section: 'Authentication',
    sentence: 'the bare key is appended to the query of the upload address',
    reason: 'the suite sends it so; whether a service needs it there too is not described',
  },
  {
    section: 'Account info',
    sentence: 'what storage, balance and premium time mean',
    reason: 'another source for the same figures is not described',
  },
  {
    section: 'Reports',
    sentence: 'what counts as a view, a download and a profit',
    reason: 'not described',
  },
  {
    section: 'Takedowns',
    sentence: 'a file that was reported for takedown is listed',
    reason: 'no call reports a file',
  },
  {
    section: 'List files',
    sentence: '`total_pages`',
    reason: 'page counts are not reliable, see "Lists"; its type is checked',
  },
  {
    section: 'Slots',
    sentence: 'how many transfers the account may have and has',
    reason: 'which transfers count is not described',
  },
  {
    section: 'Upload by link',
    sentence: '`new_title` beside `result`',
    reason: 'that it is an echo is not described',
  },
  { section: 'Search', sentence: 'the matches', reason: 'not described' },
  {
    section: 'List folder',
    sentence: '`code` is that of the public page of a folder',
    reason: 'the address of such a page is not described',
  },
  {
    section: 'List files',
    sentence: '`views`, `length` and `public` of a file',
    reason:
      'what counts as a view is not described, nor is how a file stops being public; their types are checked',
  },
  {
    section: 'List files',
    sentence: 'the order of the files',
    reason: 'not described',
  },
  {
    section: 'Transfer list',
    sentence: '`created` is when the transfer was added',
    reason: 'no other clock is described to compare it with; its form is checked',
  },
  {
    section: 'Transfer list',
    sentence: '`bytes_total`',
    reason: 'a service may not know it yet; its type is checked',
  },
  {
    section: 'Account info',
    sentence: '`email` is the address of the account',
    reason: 'the suite is given a key, not an address; the field must not be empty',
  },
  {
    section: 'Upload a file',
    sentence: 'the form field `api_key` alone',
    reason:
      'which of the two places of the key a service reads is not described: the suite fills or spoils both',
  },
  {
    section: 'Upload a file',
    sentence: '`uploaded` is when the file arrived',
    reason: 'the clock of files is not that of `server_time`; its form is checked',
  },
  {
    section: 'Errors',
    sentence: 'the answers to a wrong key, an unknown file and a used-up quota',
    reason: 'marked statements are evidence, not promises; the suite checks that none is a success',
  },
  {
    section: 'Transfer actions',
    sentence: '`msg` says what was done',
    reason: 'the words are not described; the suite checks that there are some',
  },
  {
    section: 'Lists',
    sentence: 'all',
    reason: 'marked statements are evidence, not promises',
  },
  { section: 'Missing operations', sentence: 'all', reason: 'what is not there cannot be called' },
];

const SUCCESS = { msg: 'OK', server_time: '2026-01-02 03:04:05', status: 200 };

/** The mutants that a check must catch, by what is wrong with them; some with what its reason must say. */
const caughtBy = (
  check: string,
  mutants: Record<string, Alteration | readonly [Alteration, reason: string]>,
): Mutant[] =>
  Object.entries(mutants).map(([name, mutant]) => {
    const [alteration, reason] = Array.isArray(mutant) ? mutant : [mutant];
    return {
      section: sectionOf(check),
      caughtBy: check,
      name: `${showPath(alteration)}: ${name}`,
      alteration,
      ...(reason !== undefined && { reason }),
    };
  });

/** An alteration of the query. */
export const query = (
  path: string,
  alter: (params: URLSearchParams, exchange: Exchange) => unknown,
): Alteration => ({
  path,
  async request(exchange) {
    await alter(exchange.params, exchange);
    return undefined;
  },
});

export const ignoring = (path: string, ...names: string[]): Alteration =>
  query(path, (params) => {
    for (const name of names) params.delete(name);
  });

/** Sets a parameter to what `value` makes of it; as it is when that is undefined. */
export const setting = (
  path: string,
  name: string,
  value: (given: string | null) => string | undefined,
): Alteration =>
  query(path, (params) => {
    const changed = value(params.get(name));
    if (changed !== undefined) params.set(name, changed);
  });

/** Answers without doing anything, when `when` holds. */
export const idle = (path: string, result?: unknown, when = (_: URLSearchParams) => true): Alteration => ({
  path,
  request: ({ params }) =>
    when(params) ? { ...SUCCESS, ...(result !== undefined && { result }) } : undefined,
});

/** An alteration of `result`. */
export const result = (
  path: string | RegExp,
  alter: (result: unknown, params: URLSearchParams) => unknown,
): Alteration => ({
  path,
  answer: (body, params) => ({ ...body, result: alter(body['result'], params) }),
});

/** An alteration of each entry of an array in `result`. */
const entries = (path: string | RegExp, alter: (entry: Body, params: URLSearchParams) => Body): Alteration =>
  result(path, (value, params) => list(value).map((entry) => alter(entry, params)));

const newFolder = async ({ call }: Exchange): Promise<string> =>
  String(field(await call('/api/folder/create', { name: 'Elsewhere' }), 'fld_id'));

/** Puts into a folder what belongs in the root. */
export const elsewhere = (path: string, name: string): Alteration =>
  query(path, async (params, exchange) => {
    if (!params.has(name)) params.set(name, await newFolder(exchange));
  });

export const TOO_MANY = { msg: 'Too Many Requests', status: '429' };

/**
 * A limit of `count` requests in a window, and the answer above it. It answers by itself: on the way to the service a busy
 * machine could take longer than the window.
 */
export function limiting(
  count: number,
  over: object = TOO_MANY,
  options: { of?: (url: URL) => string; isCounted?: (url: URL) => boolean; windowMs?: number } = {},
): Alteration {
  const { of = () => '', isCounted = () => true, windowMs = 1000 } = options;
  const arrivals = new Map<string, number[]>();
  return {
    path: /^\/api\//,
    request({ url }) {
      if (!isCounted(url)) return SUCCESS;
      const now = performance.now();
      const recent = (arrivals.get(of(url)) ?? []).filter((at) => at > now - windowMs);
      arrivals.set(of(url), recent);
      if (recent.length >= count) return Response.json(over, { status: 429 });
      recent.push(now);
      return SUCCESS;
    },
  };
}

const endpointMutants: Mutant[] = endpoints.flatMap(({ path, required = {} }) => [
  ...caughtBy(`${path} is there and answers a GET with an envelope`, {
    'it is not there': [
      { path, request: () => Response.json({ msg: 'Not Found', status: 404 }, { status: 404 }) },
      'HTTP 404',
    ],
    'the answer has no envelope': [
      { path, request: ({ params }) => (params.has('key') ? undefined : { error: 'Invalid key' }) },
      'msg: ',
    ],
    'it redirects': [
      { path, request: ({ url }) => new Response(null, { status: 307, headers: { location: url.href } }) },
      'redirects',
    ],
  }),
  ...caughtBy(`${path} answers a success with msg, server_time and the integer status 200, as JSON`, {
    'the content type of a page': [{ path, contentType: 'text/html' }, 'the content type is "text/html"'],
  }),
  ...caughtBy(`${path} asks for a key that is somebody’s`, {
    'a key is not asked for': [
      query(path, (params, { key }) => params.has('key') || params.set('key', key)),
      'with no key it answers',
    ],
    'any key will do': [
      query(path, (params, { key }) => params.get('key') && params.set('key', key)),
      'with the key "nobodys',
    ],
  }),
  ...Object.keys(required).flatMap((name) =>
    caughtBy(`${path} requires ${name}`, {
      [`"${name}" is not required`]: [idle(path, 'true', (params) => !params.has(name)), 'it answers'],
    }),
  ),
]);

const REPORTS = '/api/account/stats';
const isRange = (params: URLSearchParams) => params.has('from_date') || params.has('to_date');

const accountMutants: Mutant[] = [
  ...caughtBy('/api/account/info is there and answers a GET with an envelope', {
    'it never answers': [
      {
        path: '/api/account/info',
        request: ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
      'takes too long',
    ],
    'its answer never ends': [
      {
        path: '/api/account/info',
        request: () =>
          new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) })),
      },
      'is larger than 32 MiB',
    ],
  }),
  ...caughtBy('a success has msg "OK", server_time, the integer status 200 and a result', {
    'no result': {
      path: '/api/account/info',
      answer: ({ result: _, ...body }) => body,
    },
    'not JSON by type': {
      path: '/api/account/info',
      contentType: 'text/html',
    },
  }),
  ...caughtBy('reports: the last 7 days without a range', {
    'always empty': result(REPORTS, () => []),
    'the last 30 days by default': setting(REPORTS, 'last', (given) => given ?? '30'),
    'the last 3 days by default': setting(REPORTS, 'last', (given) => given ?? '3'),
    'a day twice': result(REPORTS, (days) => list(days).flatMap((day) => [day, day])),
  }),
  ...caughtBy('reports: the last 2 days', {
    '"last" is ignored': ignoring(REPORTS, 'last'),
    'one day more than "last"': setting(REPORTS, 'last', (given) =>
      given === null ? undefined : String(Number(given) + 1),
    ),
  }),
  ...caughtBy('reports: the last 20 days', {
    '"last" is at most 7': setting(REPORTS, 'last', (given) => String(Math.min(7, Number(given ?? 7)))),
  }),
  ...caughtBy('reports: from_date and to_date', {
    'both are ignored': ignoring(REPORTS, 'from_date', 'to_date'),
    '"to_date" is ignored beside "from_date"': query(
      REPORTS,
      (params) => params.has('from_date') && params.delete('to_date'),
    ),
    'the last day is left out': result(REPORTS, (days, params) =>
      isRange(params) ? list(days).slice(0, -1) : days,
    ),
  }),
  ...caughtBy('reports: from_date alone', {
    '"from_date" is ignored without "to_date"': query(
      REPORTS,
      (params) => !params.has('to_date') && params.delete('from_date'),
    ),
  }),
  ...caughtBy('reports: to_date alone', {
    '"to_date" is ignored without "from_date"': query(
      REPORTS,
      (params) => !params.has('from_date') && params.delete('to_date'),
    ),
  }),
  ...caughtBy('takedowns: 500 without per_page', {
    'always empty': result('/api/dmca/list', () => []),
    '100 by default': setting('/api/dmca/list', 'per_page', (given) => given ?? '100'),
  }),
  ...caughtBy('takedowns: the second page goes on after the first 500', {
    '"page" is ignored without "per_page"': query(
      '/api/dmca/list',
      (params) => !params.has('per_page') && params.delete('page'),
    ),
    'only the first 500': result('/api/dmca/list', (all, params) => (params.get('page') === '2' ? [] : all)),
  }),
  ...caughtBy('takedowns: per_page 501 gives 501, or an error', {
    '"per_page" is at most 500': setting('/api/dmca/list', 'per_page', (given) =>
      String(Math.min(500, Number(given ?? 500))),
    ),
  }),
  ...caughtBy('takedowns: per_page and page', {
    '"page" is ignored': ignoring('/api/dmca/list', 'page'),
    '"per_page" is ignored': ignoring('/api/dmca/list', 'per_page'),
  }),
  ...caughtBy('takedowns: page 1 is the first', {
    'pages are counted from 0': setting('/api/dmca/list', 'page', (given) => String(Number(given ?? 0) + 1)),
  }),
];

const UPLOAD = /^\/upload\//;
const TRANSFER_STATUS = '/api/urlupload/status';
const ACTIONS = '/api/urlupload/actions';
const isOn = (name: string) => (params: URLSearchParams) => params.get(name) === '1';

export const uploadIntoFolder: Alteration = {
  path: UPLOAD,
  async answer(body, _, exchange) {
    const fld_id = await newFolder(exchange);
    const file_code = String(list(body['result'])[0]?.['filecode']);
    await exchange.call('/api/file/move', { file_code, fld_id });
    return body;
  },
};

const uploadMutants: Mutant[] = [
  ...caughtBy('upload server: the result is an address', {
    'a path': result('/api/upload/server', () => '/upload'),
    'an object': result('/api/upload/server', (url) => ({ url })),
  }),
  ...caughtBy('upload: it asks for a key that is the account’s', {
    'any "api_key" will do': {
      path: UPLOAD,
      request({ url, form, key }: Exchange) {
        form.set('api_key', key);
        url.search = `?${key}`;
        return undefined;
      },
    },
  }),
  ...caughtBy('upload: it requires file', {
    '"file" is not required': {
      path: UPLOAD,
      request({ form }: Exchange) {
        if (!form.has('file')) form.set('file', new File(['bytes'], 'unnamed.bin'));
        return undefined;
      },
    },
  }),
  ...caughtBy('upload: the file lands in the root', {
    'the file lands in a folder': uploadIntoFolder,
  }),
  ...caughtBy('upload: field file, api_key, and the key appended to the query', {
    'another size than file info': entries(UPLOAD, (entry) => ({ ...entry, size: '1' })),
    'an object in place of the array': result(UPLOAD, (all) => list(all)[0]),
  }),
  ...['download_url', 'protected_embed', 'protected_dl'].flatMap((name) =>
    caughtBy('upload: the addresses of the result are pages', {
      [`"${name}" leads nowhere`]: entries(UPLOAD, (entry) => ({ ...entry, [name]: `${entry[name]}none` })),
    }),
  ),
  ...caughtBy('clone: a file of its own in the folder', {
    '"fld_id" is ignored': ignoring('/api/file/clone', 'fld_id'),
    'nothing is cloned': idle('/api/file/clone', {
      embed_url: 'https://share.example/e/none',
      download_url: 'https://share.example/d/none',
      protected_download: 'https://share.example/d/none',
      protected_embed: 'https://share.example/e/none',
      filecode: 'none',
    }),
    'the code of the original': result('/api/file/clone', (clone, params) => ({
      ...(clone as Body),
      filecode: params.get('file_code'),
    })),
  }),
  ...caughtBy('clone: in the root without fld_id', {
    'in a folder': elsewhere('/api/file/clone', 'fld_id'),
  }),
  ...caughtBy("clone: of another account's file", {
    refused: {
      path: '/api/file/clone',
      request: ({ params, key }: Exchange) =>
        params.get('key') === key ? undefined : { ...SUCCESS, msg: 'Not your file', status: 403 },
    },
  }),
  ...['embed_url', 'download_url', 'protected_download', 'protected_embed'].flatMap((name) =>
    caughtBy('clone: the addresses of the result are pages', {
      [`"${name}" leads nowhere`]: result('/api/file/clone', (clone) => ({
        ...(clone as Body),
        [name]: `${field(clone, name)}none`,
      })),
    }),
  ),
  ...caughtBy('upload by link: the file has the code that was given, the folder and the title', {
    '"fld_id" is ignored': ignoring('/api/upload/url', 'fld_id'),
    '"new_title" is ignored': ignoring('/api/upload/url', 'new_title'),
    'another address is fetched': setting('/api/upload/url', 'url', (given) =>
      given?.replace('/sample.webm', '/big/10.bin'),
    ),
  }),
  ...caughtBy('upload by link: into the root without fld_id', {
    'into a folder': elsewhere('/api/upload/url', 'fld_id'),
  }),
  ...caughtBy('upload by link: new_title and slots at the top, filecode in the result', {
    'the slots in the result': {
      path: '/api/upload/url',
      answer: ({ total_slots, used_slots, result: inner, ...body }: Body) => {
        return { ...body, result: { ...(inner as Body), total_slots, used_slots } };
      },
    },
  }),
  ...caughtBy('transfer list: it has the transfer, with its address and folder', {
    'always empty': result('/api/urlupload/list', () => []),
    'the address of something else': entries('/api/urlupload/list', (entry) => ({
      ...entry,
      remote_url: 'https://other.example/clip.webm',
    })),
    '"folder_id" is always the root': entries('/api/urlupload/list', (entry) => ({
      ...entry,
      folder_id: '0',
    })),
  }),
  ...caughtBy('transfer status: the transfer that was asked for', {
    'all transfers': {
      path: TRANSFER_STATUS,
      request({ url }) {
        url.pathname = '/api/urlupload/list';
        return undefined;
      },
    },
    'always empty': result(TRANSFER_STATUS, () => []),
    'the code of another one': entries(TRANSFER_STATUS, (entry) => ({ ...entry, file_code: 'another1code' })),
  }),
  ...caughtBy('slots: no result, two counts at the top', {
    'with a result': result('/api/urlupload/slots', () => ''),
  }),
  ...caughtBy('transfer actions: delete_code removes that transfer and no other', {
    'nothing is deleted': idle(ACTIONS, undefined, (params) => params.has('delete_code')),
    '"delete_code" removes all': query(
      ACTIONS,
      (params) => params.has('delete_code') && params.set('clear_all', '1'),
    ),
    'with a result': result(ACTIONS, () => 'true'),
  }),
  ...caughtBy('transfer actions: clear_errors removes the failed transfers and no other', {
    'nothing is cleared': idle(ACTIONS, undefined, isOn('clear_errors')),
    '"clear_errors" removes all': query(
      ACTIONS,
      (params) => isOn('clear_errors')(params) && params.set('clear_all', '1'),
    ),
  }),
  ...caughtBy('transfer actions: clear_all removes all transfers', {
    'nothing is cleared': idle(ACTIONS, undefined, isOn('clear_all')),
    '"clear_all" removes the failed ones only': query(ACTIONS, (params) => {
      if (!isOn('clear_all')(params)) return;
      params.delete('clear_all');
      params.set('clear_errors', '1');
    }),
  }),
];

/** What does not happen shows by a wait alone. */
const waitMutants: Mutant[] = [
  ...caughtBy('upload by link: the file has the code that was given, the folder and the title', {
    'another code than that of the file': [
      result('/api/upload/url', () => ({ filecode: 'another1code' })),
      'the file of a transfer did not happen',
    ],
  }),
  ...caughtBy('transfer list: "working" with bytes that grow', {
    'never "working"': [
      entries(TRANSFER_STATUS, (entry) => ({ ...entry, status: 'queued' })),
      'bytes arriving did not happen',
    ],
    'bytes that stand still': [
      entries(TRANSFER_STATUS, (entry) => ({ ...entry, bytes_downloaded: '1' })),
      'more bytes did not happen',
    ],
  }),
  ...caughtBy('transfer actions: restart_errors restarts the failed transfers', {
    'nothing is restarted': [
      idle(ACTIONS, undefined, isOn('restart_errors')),
      'the file of a transfer did not happen',
    ],
    'the failed transfers are removed': [
      query(ACTIONS, (params) => {
        if (!isOn('restart_errors')(params)) return;
        params.set('restart_errors', '0');
        params.set('clear_errors', '1');
      }),
      'the file of a transfer did not happen',
    ],
  }),
];

const CREATE = '/api/folder/create';
const RENAME_FOLDER = '/api/folder/rename';
const LIST_FOLDER = '/api/folder/list';

const folderMutants: Mutant[] = [
  ...caughtBy('create folder: in a folder (parent_id), with its name', {
    'another name': setting(CREATE, 'name', () => 'New folder'),
  }),
  ...caughtBy('create folder: in the root without parent_id', {
    'in a folder': elsewhere(CREATE, 'parent_id'),
  }),
  ...caughtBy('create folder: in a folder (parent_id), with its name', {
    'nothing is created': [
      idle(CREATE, { fld_id: '77777' }, (params) => params.has('parent_id')),
      'it is not in its parent',
    ],
    '"parent_id" is ignored': ignoring(CREATE, 'parent_id'),
  }),
  ...caughtBy('rename folder: "true", and the new name is listed', {
    'nothing is renamed': idle(RENAME_FOLDER, 'true', (params) => params.has('fld_id') && params.has('name')),
    'a boolean': result(RENAME_FOLDER, () => true),
  }),
  ...caughtBy('list folder: folders and files; the envelope has no field but its four', {
    'another field in the envelope': { path: LIST_FOLDER, answer: (body: Body) => ({ ...body, total: 1 }) },
    'no "folders"': result(LIST_FOLDER, (value) => ({ files: field(value, 'files') })),
  }),
  ...caughtBy('list folder: what is in the folder, and nothing else', {
    '"fld_id" is ignored': setting(LIST_FOLDER, 'fld_id', (given) => (given === null ? undefined : '0')),
    'no files without "only_folders"': setting(LIST_FOLDER, 'only_folders', (given) => given ?? '1'),
    'no files with "only_folders" 0': setting(LIST_FOLDER, 'only_folders', (given) =>
      given === '0' ? '1' : undefined,
    ),
  }),
  ...caughtBy('list folder: only_folders leaves the files out and the folders in', {
    '"only_folders" is ignored': ignoring(LIST_FOLDER, 'only_folders'),
    '"only_folders" leaves the folders out too': result(LIST_FOLDER, (value, params) =>
      isOn('only_folders')(params) ? { folders: [], files: [] } : value,
    ),
  }),
];

const LIST = '/api/file/list';
const isMinutes = (created: string | null) => /^\d+$/.test(created ?? '');

const fileMutants: Mutant[] = [
  ...caughtBy('list files: entries and counts', {
    '"results" of all pages': result(LIST, (page) => ({ ...(page as Body), results: 100_000 })),
    '"results_total" of nothing': result(LIST, (page) => ({ ...(page as Body), results_total: '0' })),
    'an array in place of the object': result(LIST, (page) => field(page, 'files')),
  }),
  ...caughtBy('list files: the files of all folders without fld_id', {
    'the root without "fld_id"': setting(LIST, 'fld_id', (given) => given ?? '0'),
  }),
  ...caughtBy('list files: page and per_page', {
    '"page" is ignored': ignoring(LIST, 'page'),
    '"per_page" is ignored': ignoring(LIST, 'per_page'),
  }),
  ...caughtBy('list files: page 1 is the first', {
    'pages are counted from 0': setting(LIST, 'page', (given) =>
      given === null ? undefined : String(Number(given) + 1),
    ),
  }),
  ...caughtBy('list files: per_page 200 gives 200 of more than 200 files', {
    'at most 100 a page': setting(LIST, 'per_page', (given) => (Number(given) > 100 ? '100' : undefined)),
  }),
  ...caughtBy('list files: never more than 200 a page', {
    'any number a page': result(LIST, (page, params) => {
      const files = list(field(page, 'files'));
      const count = Number(params.get('per_page'));
      const more = count > 200 ? [...files, ...files.slice(0, count - 200)] : files;
      return { ...(page as Body), files: more, results: more.length };
    }),
  }),
  ...caughtBy('list files: fld_id', {
    '"fld_id" is ignored': ignoring(LIST, 'fld_id'),
    '"fld_id" of every entry is the root': result(LIST, (page) => ({
      ...(page as Body),
      files: list(field(page, 'files')).map((file) => ({ ...file, fld_id: '0' })),
    })),
  }),
  ...(
    [
      ['"title" of another file', { title: 'another' }],
      ['"canplay" is never 1', { canplay: 0 }],
      ['"fld_id" of the root is another', { fld_id: '00' }],
    ] as const
  ).flatMap(([name, wrong]) =>
    caughtBy('list files: title and canplay of the file, and "0" for the root', {
      [name]: result(LIST, (page) => ({
        ...(page as Body),
        files: list(field(page, 'files')).map((file) => ({ ...file, ...wrong })),
      })),
    }),
  ),
  ...['download_url', 'single_img'].flatMap((name) =>
    caughtBy('list files: download_url is a page and single_img an image', {
      [`"${name}" leads nowhere`]: result(LIST, (page) => ({
        ...(page as Body),
        files: list(field(page, 'files')).map((file) => ({ ...file, [name]: `${file[name]}none` })),
      })),
    }),
  ),
  ...caughtBy('list files: created as a time gives the files uploaded after it', {
    'a time as "created" is ignored': query(
      LIST,
      (params) => !isMinutes(params.get('created')) && params.delete('created'),
    ),
    'a time is cut to its month': setting(LIST, 'created', (given) =>
      isMinutes(given) ? undefined : given?.replace(/-\d\d .*/, '-01 00:00:00'),
    ),
    'a time gives nothing': setting(LIST, 'created', (given) =>
      given === null || isMinutes(given) ? undefined : '2999-01-01 00:00:00',
    ),
  }),
  ...caughtBy('list files: created as a number gives the files of the last so many minutes', {
    'minutes are ignored': query(
      LIST,
      (params) => isMinutes(params.get('created')) && params.delete('created'),
    ),
    'minutes are seconds': setting(LIST, 'created', (given) =>
      isMinutes(given) ? String(Math.ceil(Number(given) / 60)) : undefined,
    ),
    'minutes are hours': setting(LIST, 'created', (given) =>
      isMinutes(given) ? String(Number(given) * 60) : undefined,
    ),
    'minutes give nothing': result(LIST, (page, params) =>
      isMinutes(params.get('created')) ? { ...(page as Body), files: [], results: 0 } : page,
    ),
  }),
  ...caughtBy('file status: Active', {
    '"active"': entries('/api/file/check', (entry) => ({ ...entry, status: 'active' })),
    'another file': entries('/api/file/check', (entry) => ({ ...entry, filecode: 'another1code' })),
    'always empty': result('/api/file/check', () => []),
  }),
  ...caughtBy('file info: the fields, of the file that was asked for', {
    'another file': entries('/api/file/info', (entry) => ({ ...entry, filecode: 'another1code' })),
    'the title of another file': entries('/api/file/info', (entry) => ({ ...entry, title: 'another' })),
    '"protected_embed" of another form': entries('/api/file/info', (entry) => ({
      ...entry,
      protected_embed: String(entry['protected_embed']).replace('/e/', '/embed/'),
    })),
    '"protected_dl" of another form': entries('/api/file/info', (entry) => ({
      ...entry,
      protected_dl: String(entry['protected_dl']).replace('/d/', '/download/'),
    })),
  }),
  ...caughtBy('file info: last_view is empty for a file that was never viewed', {
    'zeros for never': entries('/api/file/info', (entry) => ({
      ...entry,
      last_view: entry['last_view'] || '0000-00-00 00:00:00',
    })),
  }),
  ...caughtBy('file info: the protected paths are pages', {
    '"protected_embed" leads nowhere': entries('/api/file/info', (entry) => ({
      ...entry,
      protected_embed: '/e/none',
    })),
    '"protected_dl" leads nowhere': entries('/api/file/info', (entry) => ({
      ...entry,
      protected_dl: '/d/none',
    })),
  }),
  ...caughtBy('file image: the fields, of the file that was asked for', {
    'another file': entries('/api/file/image', (entry) => ({ ...entry, filecode: 'another1code' })),
    'the title of another file': entries('/api/file/image', (entry) => ({ ...entry, title: 'another' })),
  }),
  ...['single', 'thumb', 'splash'].flatMap((kind) =>
    caughtBy('file image: the images are images', {
      'a page': { path: new RegExp(`^/i/${kind}/`), contentType: 'text/html' },
    }),
  ),
  ...caughtBy('file image: the images are images', {
    'not there': {
      path: /^\/i\//,
      request: () => new Response('', { status: 404, headers: { 'content-type': 'image/png' } }),
    },
  }),
  ...caughtBy('rename file: "true", and the file has the title', {
    'nothing is renamed': idle(
      '/api/file/rename',
      'true',
      (params) => params.has('file_code') && params.has('title'),
    ),
    'a boolean': result('/api/file/rename', () => true),
  }),
  ...caughtBy('move file: into a folder, and to the root by 0', {
    'nothing is moved': idle(
      '/api/file/move',
      'true',
      (params) => params.has('file_code') && params.has('fld_id'),
    ),
    '0 is no folder': idle('/api/file/move', 'true', (params) => params.get('fld_id') === '0'),
    'a boolean': result('/api/file/move', () => true),
  }),
  ...caughtBy('search: "true", or file entries', {
    'an object': result('/api/search/videos', () => ({})),
    codes: result('/api/search/videos', (found) => list(found).map((entry) => entry['file_code'])),
    'an error': idle('/api/search/videos', false),
  }),
];

const ELEVENTH = 'the 11th request in a second is refused, all calls together';

const limitMutants: Mutant[] = [
  ...caughtBy('10 requests in a second pass', {
    '9 requests in a second': [limiting(9), '1 of 10 were refused'],
  }),
  ...caughtBy('10 requests pass, and 10 more when a second is over', {
    '10 requests in 2 seconds': [limiting(10, TOO_MANY, { windowMs: 2000 }), '10 of 10 were refused'],
  }),
  ...caughtBy('the 11th request is refused also when it comes half a second after 10', {
    '10 requests in half a second': [limiting(10, TOO_MANY, { windowMs: 500 }), 'none of 11 was refused'],
  }),
  ...Object.entries({
    '11 requests in a second': limiting(11),
    '25 requests in a second': limiting(25),
    '10 of each call in a second': limiting(10, TOO_MANY, { of: ({ pathname }) => pathname }),
    ...Object.fromEntries(
      endpoints.map(({ path }) => {
        const isCounted = ({ pathname }: URL) => pathname !== path;
        return [`${path} does not count`, limiting(10, TOO_MANY, { isCounted })];
      }),
    ),
  }).flatMap(([name, alteration]) => caughtBy(ELEVENTH, { [name]: [alteration, 'none of 11 was refused'] })),
  ...caughtBy('more than 10 requests in a second give the documented body', {
    'no limit': [limiting(Number.POSITIVE_INFINITY), 'none of 30 requests'],
    'a number for the status': [limiting(10, { ...TOO_MANY, status: 429 }), '"status": 429'],
    'other words': [limiting(10, { ...TOO_MANY, msg: 'Slow down' }), '"msg": "Slow down"'],
  }),
];

const PLAYER = /^\/e\//;
const TRACKS = '/subtitles';
const SUBTITLE_JSON = 'subtitle_json gives its tracks, with labels, default and what is in them';
const track = (kind: string) => `c1_file with c1_label is a track with what is in it (${kind})`;

/** Drops a parameter of the player page. */
const playerIgnoring = (name: string): Alteration => ({
  path: PLAYER,
  request({ params }) {
    params.delete(name);
    return undefined;
  },
});

/** An alteration of the list of tracks that the page leads to. */
const tracks = (alter: (all: Body[]) => Body[]): Alteration => ({
  path: TRACKS,
  text: (text) => JSON.stringify(alter(JSON.parse(text) as Body[])),
});

const pageMutants: Mutant[] = [
  ...caughtBy('the settings page is there, perhaps behind a login', {
    'it is not there': {
      path: '/settings',
      request: () => new Response('', { status: 404, headers: { 'content-type': 'text/html' } }),
    },
  }),
  ...caughtBy('player: /e/<file_code> is a page', {
    'not there': {
      path: PLAYER,
      request: () => new Response('', { status: 404, headers: { 'content-type': 'text/html' } }),
    },
    JSON: { path: PLAYER, contentType: 'application/json' },
  }),
  ...caughtBy('player: c_poster is its picture', {
    '"c_poster" is ignored': playerIgnoring('c_poster'),
    '"c_poster" is the picture of a link preview only': {
      path: PLAYER,
      text: (html: string, params: URLSearchParams) =>
        html
          .replace(/ poster="[^"]*"/, '')
          .replace('<head>', `<head><meta property="og:image" content="${params.get('c_poster')}">`),
    },
  }),
  ...caughtBy(`player: ${track('srt')}`, {
    '"c1_file" is ignored': playerIgnoring('c1_file'),
    '"c1_label" is ignored': playerIgnoring('c1_label'),
    'an empty track': { path: '/subtitle', text: () => 'WEBVTT\n' },
    'no srt': {
      path: '/subtitle',
      request: ({ params }: Exchange) =>
        params.get('src')?.endsWith('.srt') ? new Response('', { status: 502 }) : undefined,
    },
  }),
  ...caughtBy(`player: ${track('vtt')}`, {
    'no vtt': {
      path: '/subtitle',
      request: ({ params }: Exchange) =>
        params.get('src')?.endsWith('.vtt') ? new Response('', { status: 502 }) : undefined,
    },
  }),
  ...caughtBy(`player: ${SUBTITLE_JSON}`, {
    '"subtitle_json" is ignored': playerIgnoring('subtitle_json'),
    'the first track only': tracks((all) => all.slice(0, 1)),
    '"label" is ignored': tracks((all) => all.map((entry) => ({ ...entry, label: 'Subtitles' }))),
    '"default" is ignored': tracks((all) => all.map((entry) => ({ ...entry, default: false }))),
    '"default" of the last track': tracks((all) =>
      all.map((entry, index) => ({ ...entry, default: index === all.length - 1 })),
    ),
    'the same subtitles in each track': tracks((all) =>
      all.map((entry) => ({ ...entry, src: all[0]?.['src'] })),
    ),
    'empty tracks': { path: '/subtitle', text: () => 'WEBVTT\n' },
  }),
];

export const mutants: readonly Mutant[] = [
  ...endpointMutants,
  ...fieldMutants,
  ...accountMutants,
  ...uploadMutants,
  ...waitMutants,
  ...folderMutants,
  ...fileMutants,
  ...limitMutants,
  ...pageMutants,
];
