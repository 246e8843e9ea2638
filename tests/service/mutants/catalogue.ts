/**
 * Mutants of the local service: each breaks one sentence of docs/http-api.md and names the check that is about it.
 *
 * Each mutant meets the checks of its section, not the whole suite: the other sections cannot tell it from the service.
 */
import type { Body } from '../../../service/conformance/caller.ts';
import { field, list } from '../../../service/conformance/context.ts';
import { endpoints } from '../../../service/conformance/index.ts';
import { fieldMutants } from './fields.ts';
import { type Alteration, type Exchange, type Mutant, showPath } from './proxy.ts';

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

const mutant = (
  section: string,
  caughtBy: string,
  name: string,
  alteration: Alteration,
  reason?: string,
): Mutant => {
  return {
    section,
    caughtBy,
    name: `${showPath(alteration)}: ${name}`,
    alteration,
    ...(reason !== undefined && { reason }),
  };
};

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

const endpointMutants: Mutant[] = endpoints.flatMap(({ section, path, required = {} }): Mutant[] => {
  const asksForKey = `${path} asks for a key that is somebody’s`;
  return [
    mutant(
      'Requests',
      `${path} is there and answers a GET with an envelope`,
      'it is not there',
      {
        path,
        request: () => Response.json({ msg: 'Not Found', status: 404 }, { status: 404 }),
      },
      'HTTP 404',
    ),
    mutant(
      'Requests',
      `${path} is there and answers a GET with an envelope`,
      'the answer has no envelope',
      {
        path,
        request: ({ params }) => (params.has('key') ? undefined : { error: 'Invalid key' }),
      },
      'msg: ',
    ),
    mutant(
      'Requests',
      `${path} is there and answers a GET with an envelope`,
      'it redirects',
      {
        path,
        request: ({ url }) => new Response(null, { status: 307, headers: { location: url.href } }),
      },
      'redirects',
    ),
    mutant(
      'Envelope',
      `${path} answers a success with msg, server_time and the integer status 200, as JSON`,
      'the content type of a page',
      { path, contentType: 'text/html' },
      'the content type is "text/html"',
    ),
    mutant(
      'Authentication',
      asksForKey,
      'a key is not asked for',
      query(path, (params, { key }) => params.has('key') || params.set('key', key)),
      'with no key it answers',
    ),
    mutant(
      'Authentication',
      asksForKey,
      'any key will do',
      query(path, (params, { key }) => params.get('key') && params.set('key', key)),
      'with the key "nobodys',
    ),
    ...Object.keys(required).map((name) =>
      mutant(
        section,
        `${path} requires ${name}`,
        `"${name}" is not required`,
        idle(path, 'true', (params) => !params.has(name)),
        'it answers',
      ),
    ),
  ];
});

const REPORTS = '/api/account/stats';
const isRange = (params: URLSearchParams) => params.has('from_date') || params.has('to_date');

const accountMutants: Mutant[] = [
  mutant(
    'Requests',
    '/api/account/info is there and answers a GET with an envelope',
    'it never answers',
    {
      path: '/api/account/info',
      request: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    },
    'takes too long',
  ),
  mutant(
    'Requests',
    '/api/account/info is there and answers a GET with an envelope',
    'its answer never ends',
    {
      path: '/api/account/info',
      request: () =>
        new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) })),
    },
    'is larger than 32 MiB',
  ),
  mutant(
    'Envelope',
    'a success has msg "OK", server_time, the integer status 200 and a result',
    'no result',
    {
      path: '/api/account/info',
      answer: ({ result: _, ...body }) => body,
    },
  ),
  mutant(
    'Envelope',
    'a success has msg "OK", server_time, the integer status 200 and a result',
    'not JSON by type',
    {
      path: '/api/account/info',
      contentType: 'text/html',
    },
  ),
  ...(
    [
      ['the last 7 days without a range', 'always empty', result(REPORTS, () => [])],
      [
        'the last 7 days without a range',
        'the last 30 days by default',
        setting(REPORTS, 'last', (given) => given ?? '30'),
      ],
      [
        'the last 7 days without a range',
        'the last 3 days by default',
        setting(REPORTS, 'last', (given) => given ?? '3'),
      ],
      [
        'the last 7 days without a range',
        'a day twice',
        result(REPORTS, (days) => list(days).flatMap((day) => [day, day])),
      ],
      ['the last 2 days', '"last" is ignored', ignoring(REPORTS, 'last')],
      [
        'the last 2 days',
        'one day more than "last"',
        setting(REPORTS, 'last', (given) => (given === null ? undefined : String(Number(given) + 1))),
      ],
      [
        'the last 20 days',
        '"last" is at most 7',
        setting(REPORTS, 'last', (given) => String(Math.min(7, Number(given ?? 7)))),
      ],
      ['from_date and to_date', 'both are ignored', ignoring(REPORTS, 'from_date', 'to_date')],
      [
        'from_date and to_date',
        '"to_date" is ignored beside "from_date"',
        query(REPORTS, (params) => params.has('from_date') && params.delete('to_date')),
      ],
      [
        'from_date and to_date',
        'the last day is left out',
        result(REPORTS, (days, params) => (isRange(params) ? list(days).slice(0, -1) : days)),
      ],
      [
        'from_date alone',
        '"from_date" is ignored without "to_date"',
        query(REPORTS, (params) => !params.has('to_date') && params.delete('from_date')),
      ],
      [
        'to_date alone',
        '"to_date" is ignored without "from_date"',
        query(REPORTS, (params) => !params.has('from_date') && params.delete('to_date')),
      ],
    ] as const
  ).map(([check, name, alteration]) => mutant('Reports', `reports: ${check}`, name, alteration)),
  ...(
    [
      ['500 without per_page', 'always empty', result('/api/dmca/list', () => [])],
      [
        '500 without per_page',
        '100 by default',
        setting('/api/dmca/list', 'per_page', (given) => given ?? '100'),
      ],
      [
        'the second page goes on after the first 500',
        '"page" is ignored without "per_page"',
        query('/api/dmca/list', (params) => !params.has('per_page') && params.delete('page')),
      ],
      [
        'the second page goes on after the first 500',
        'only the first 500',
        result('/api/dmca/list', (all, params) => (params.get('page') === '2' ? [] : all)),
      ],
      [
        'per_page 501 gives 501, or an error',
        '"per_page" is at most 500',
        setting('/api/dmca/list', 'per_page', (given) => String(Math.min(500, Number(given ?? 500)))),
      ],
      ['per_page and page', '"page" is ignored', ignoring('/api/dmca/list', 'page')],
      ['per_page and page', '"per_page" is ignored', ignoring('/api/dmca/list', 'per_page')],
      [
        'page 1 is the first',
        'pages are counted from 0',
        setting('/api/dmca/list', 'page', (given) => String(Number(given ?? 0) + 1)),
      ],
    ] as const
  ).map(([check, name, alteration]) => mutant('Takedowns', `takedowns: ${check}`, name, alteration)),
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
  ...(
    [
      ['the result is an address', 'a path', result('/api/upload/server', () => '/upload')],
      ['the result is an address', 'an object', result('/api/upload/server', (url) => ({ url }))],
    ] as const
  ).map(([check, name, alteration]) => mutant('Upload server', `upload server: ${check}`, name, alteration)),
  ...(
    [
      [
        'it asks for a key that is the account’s',
        'any "api_key" will do',
        {
          path: UPLOAD,
          request({ url, form, key }: Exchange) {
            form.set('api_key', key);
            url.search = `?${key}`;
            return undefined;
          },
        },
      ],
      [
        'it requires file',
        '"file" is not required',
        {
          path: UPLOAD,
          request({ form }: Exchange) {
            if (!form.has('file')) form.set('file', new File(['bytes'], 'unnamed.bin'));
            return undefined;
          },
        },
      ],
      ['the file lands in the root', 'the file lands in a folder', uploadIntoFolder],
      [
        'field file, api_key, and the key appended to the query',
        'another size than file info',
        entries(UPLOAD, (entry) => ({ ...entry, size: '1' })),
      ],
      [
        'field file, api_key, and the key appended to the query',
        'an object in place of the array',
        result(UPLOAD, (all) => list(all)[0]),
      ],
      ...['download_url', 'protected_embed', 'protected_dl'].map(
        (name) =>
          [
            'the addresses of the result are pages',
            `"${name}" leads nowhere`,
            entries(UPLOAD, (entry) => ({ ...entry, [name]: `${entry[name]}none` })),
          ] as const,
      ),
    ] as const
  ).map(([check, name, alteration]) => mutant('Upload a file', `upload: ${check}`, name, alteration)),
  ...(
    [
      ['a file of its own in the folder', '"fld_id" is ignored', ignoring('/api/file/clone', 'fld_id')],
      [
        'a file of its own in the folder',
        'nothing is cloned',
        idle('/api/file/clone', {
          embed_url: 'https://share.example/e/none',
          download_url: 'https://share.example/d/none',
          protected_download: 'https://share.example/d/none',
          protected_embed: 'https://share.example/e/none',
          filecode: 'none',
        }),
      ],
      [
        'a file of its own in the folder',
        'the code of the original',
        result('/api/file/clone', (clone, params) => ({
          ...(clone as Body),
          filecode: params.get('file_code'),
        })),
      ],
      ['in the root without fld_id', 'in a folder', elsewhere('/api/file/clone', 'fld_id')],
      [
        "of another account's file",
        'refused',
        {
          path: '/api/file/clone',
          request: ({ params, key }: Exchange) =>
            params.get('key') === key ? undefined : { ...SUCCESS, msg: 'Not your file', status: 403 },
        },
      ],
      ...['embed_url', 'download_url', 'protected_download', 'protected_embed'].map(
        (name) =>
          [
            'the addresses of the result are pages',
            `"${name}" leads nowhere`,
            result('/api/file/clone', (clone) => ({
              ...(clone as Body),
              [name]: `${field(clone, name)}none`,
            })),
          ] as const,
      ),
    ] as const
  ).map(([check, name, alteration]) => mutant('Clone file', `clone: ${check}`, name, alteration)),
  ...(
    [
      [
        'the file has the code that was given, the folder and the title',
        '"fld_id" is ignored',
        ignoring('/api/upload/url', 'fld_id'),
      ],
      [
        'the file has the code that was given, the folder and the title',
        '"new_title" is ignored',
        ignoring('/api/upload/url', 'new_title'),
      ],
      [
        'the file has the code that was given, the folder and the title',
        'another address is fetched',
        setting('/api/upload/url', 'url', (given) => given?.replace('/sample.webm', '/big/10.bin')),
      ],
      ['into the root without fld_id', 'into a folder', elsewhere('/api/upload/url', 'fld_id')],
      [
        'new_title and slots at the top, filecode in the result',
        'the slots in the result',
        {
          path: '/api/upload/url',
          answer: ({ total_slots, used_slots, result: inner, ...body }: Body) => {
            return { ...body, result: { ...(inner as Body), total_slots, used_slots } };
          },
        },
      ],
    ] as const
  ).map(([check, name, alteration]) =>
    mutant('Upload by link', `upload by link: ${check}`, name, alteration),
  ),
  ...(
    [
      [
        'it has the transfer, with its address and folder',
        'always empty',
        result('/api/urlupload/list', () => []),
      ],
      [
        'it has the transfer, with its address and folder',
        'the address of something else',
        entries('/api/urlupload/list', (entry) => ({
          ...entry,
          remote_url: 'https://other.example/clip.webm',
        })),
      ],
      [
        'it has the transfer, with its address and folder',
        '"folder_id" is always the root',
        entries('/api/urlupload/list', (entry) => ({ ...entry, folder_id: '0' })),
      ],
    ] as const
  ).map(([check, name, alteration]) => mutant('Transfer list', `transfer list: ${check}`, name, alteration)),
  mutant('Transfer status', 'transfer status: the transfer that was asked for', 'all transfers', {
    path: TRANSFER_STATUS,
    request({ url }) {
      url.pathname = '/api/urlupload/list';
      return undefined;
    },
  }),
  mutant(
    'Transfer status',
    'transfer status: the transfer that was asked for',
    'always empty',
    result(TRANSFER_STATUS, () => []),
  ),
  mutant(
    'Transfer status',
    'transfer status: the transfer that was asked for',
    'the code of another one',
    entries(TRANSFER_STATUS, (entry) => ({ ...entry, file_code: 'another1code' })),
  ),
  mutant(
    'Slots',
    'slots: no result, two counts at the top',
    'with a result',
    result('/api/urlupload/slots', () => ''),
  ),
  ...(
    [
      [
        'delete_code removes that transfer and no other',
        'nothing is deleted',
        idle(ACTIONS, undefined, (params) => params.has('delete_code')),
      ],
      [
        'delete_code removes that transfer and no other',
        '"delete_code" removes all',
        query(ACTIONS, (params) => params.has('delete_code') && params.set('clear_all', '1')),
      ],
      ['delete_code removes that transfer and no other', 'with a result', result(ACTIONS, () => 'true')],
      [
        'clear_errors removes the failed transfers and no other',
        'nothing is cleared',
        idle(ACTIONS, undefined, isOn('clear_errors')),
      ],
      [
        'clear_errors removes the failed transfers and no other',
        '"clear_errors" removes all',
        query(ACTIONS, (params) => isOn('clear_errors')(params) && params.set('clear_all', '1')),
      ],
      ['clear_all removes all transfers', 'nothing is cleared', idle(ACTIONS, undefined, isOn('clear_all'))],
      [
        'clear_all removes all transfers',
        '"clear_all" removes the failed ones only',
        query(ACTIONS, (params) => {
          if (!isOn('clear_all')(params)) return;
          params.delete('clear_all');
          params.set('clear_errors', '1');
        }),
      ],
    ] as const
  ).map(([check, name, alteration]) =>
    mutant('Transfer actions', `transfer actions: ${check}`, name, alteration),
  ),
];

/** What does not happen shows by a wait alone. */
const waitMutants: Mutant[] = [
  mutant(
    'Upload by link',
    'upload by link: the file has the code that was given, the folder and the title',
    'another code than that of the file',
    result('/api/upload/url', () => ({ filecode: 'another1code' })),
    'the file of a transfer did not happen',
  ),
  mutant(
    'Transfer list',
    'transfer list: "working" with bytes that grow',
    'never "working"',
    entries(TRANSFER_STATUS, (entry) => ({ ...entry, status: 'queued' })),
    'bytes arriving did not happen',
  ),
  mutant(
    'Transfer list',
    'transfer list: "working" with bytes that grow',
    'bytes that stand still',
    entries(TRANSFER_STATUS, (entry) => ({ ...entry, bytes_downloaded: '1' })),
    'more bytes did not happen',
  ),
  mutant(
    'Transfer actions',
    'transfer actions: restart_errors restarts the failed transfers',
    'nothing is restarted',
    idle(ACTIONS, undefined, isOn('restart_errors')),
    'the file of a transfer did not happen',
  ),
  mutant(
    'Transfer actions',
    'transfer actions: restart_errors restarts the failed transfers',
    'the failed transfers are removed',
    query(ACTIONS, (params) => {
      if (!isOn('restart_errors')(params)) return;
      params.set('restart_errors', '0');
      params.set('clear_errors', '1');
    }),
    'the file of a transfer did not happen',
  ),
];

const CREATE = '/api/folder/create';
const RENAME_FOLDER = '/api/folder/rename';
const LIST_FOLDER = '/api/folder/list';

const folderMutants: Mutant[] = [
  mutant(
    'Create folder',
    'create folder: in a folder (parent_id), with its name',
    'another name',
    setting(CREATE, 'name', () => 'New folder'),
  ),
  mutant(
    'Create folder',
    'create folder: in the root without parent_id',
    'in a folder',
    elsewhere(CREATE, 'parent_id'),
  ),
  mutant(
    'Create folder',
    'create folder: in a folder (parent_id), with its name',
    'nothing is created',
    idle(CREATE, { fld_id: '77777' }, (params) => params.has('parent_id')),
    'it is not in its parent',
  ),
  mutant(
    'Create folder',
    'create folder: in a folder (parent_id), with its name',
    '"parent_id" is ignored',
    ignoring(CREATE, 'parent_id'),
  ),
  mutant(
    'Rename folder',
    'rename folder: "true", and the new name is listed',
    'nothing is renamed',
    idle(RENAME_FOLDER, 'true', (params) => params.has('fld_id') && params.has('name')),
  ),
  mutant(
    'Rename folder',
    'rename folder: "true", and the new name is listed',
    'a boolean',
    result(RENAME_FOLDER, () => true),
  ),
  ...(
    [
      [
        'folders and files; the envelope has no field but its four',
        'another field in the envelope',
        { path: LIST_FOLDER, answer: (body: Body) => ({ ...body, total: 1 }) },
      ],
      [
        'folders and files; the envelope has no field but its four',
        'no "folders"',
        result(LIST_FOLDER, (value) => ({ files: field(value, 'files') })),
      ],
      [
        'what is in the folder, and nothing else',
        '"fld_id" is ignored',
        setting(LIST_FOLDER, 'fld_id', (given) => (given === null ? undefined : '0')),
      ],
      [
        'what is in the folder, and nothing else',
        'no files without "only_folders"',
        setting(LIST_FOLDER, 'only_folders', (given) => given ?? '1'),
      ],
      [
        'what is in the folder, and nothing else',
        'no files with "only_folders" 0',
        setting(LIST_FOLDER, 'only_folders', (given) => (given === '0' ? '1' : undefined)),
      ],
      [
        'only_folders leaves the files out and the folders in',
        '"only_folders" is ignored',
        ignoring(LIST_FOLDER, 'only_folders'),
      ],
      [
        'only_folders leaves the files out and the folders in',
        '"only_folders" leaves the folders out too',
        result(LIST_FOLDER, (value, params) =>
          isOn('only_folders')(params) ? { folders: [], files: [] } : value,
        ),
      ],
    ] as const
  ).map(([check, name, alteration]) => mutant('List folder', `list folder: ${check}`, name, alteration)),
];

const LIST = '/api/file/list';
const isMinutes = (created: string | null) => /^\d+$/.test(created ?? '');

const fileMutants: Mutant[] = [
  ...(
    [
      [
        'entries and counts',
        '"results" of all pages',
        result(LIST, (page) => ({ ...(page as Body), results: 100_000 })),
      ],
      [
        'entries and counts',
        '"results_total" of nothing',
        result(LIST, (page) => ({ ...(page as Body), results_total: '0' })),
      ],
      ['entries and counts', 'an array in place of the object', result(LIST, (page) => field(page, 'files'))],
      [
        'the files of all folders without fld_id',
        'the root without "fld_id"',
        setting(LIST, 'fld_id', (given) => given ?? '0'),
      ],
      ['page and per_page', '"page" is ignored', ignoring(LIST, 'page')],
      ['page and per_page', '"per_page" is ignored', ignoring(LIST, 'per_page')],
      [
        'page 1 is the first',
        'pages are counted from 0',
        setting(LIST, 'page', (given) => (given === null ? undefined : String(Number(given) + 1))),
      ],
      [
        'per_page 200 gives 200 of more than 200 files',
        'at most 100 a page',
        setting(LIST, 'per_page', (given) => (Number(given) > 100 ? '100' : undefined)),
      ],
      [
        'never more than 200 a page',
        'any number a page',
        result(LIST, (page, params) => {
          const files = list(field(page, 'files'));
          const count = Number(params.get('per_page'));
          const more = count > 200 ? [...files, ...files.slice(0, count - 200)] : files;
          return { ...(page as Body), files: more, results: more.length };
        }),
      ],
      ['fld_id', '"fld_id" is ignored', ignoring(LIST, 'fld_id')],
      [
        'fld_id',
        '"fld_id" of every entry is the root',
        result(LIST, (page) => ({
          ...(page as Body),
          files: list(field(page, 'files')).map((file) => ({ ...file, fld_id: '0' })),
        })),
      ],
      ...(
        [
          ['"title" of another file', { title: 'another' }],
          ['"canplay" is never 1', { canplay: 0 }],
          ['"fld_id" of the root is another', { fld_id: '00' }],
        ] as const
      ).map(
        ([name, wrong]) =>
          [
            'title and canplay of the file, and "0" for the root',
            name,
            result(LIST, (page) => ({
              ...(page as Body),
              files: list(field(page, 'files')).map((file) => ({ ...file, ...wrong })),
            })),
          ] as const,
      ),
      ...['download_url', 'single_img'].map(
        (name) =>
          [
            'download_url is a page and single_img an image',
            `"${name}" leads nowhere`,
            result(LIST, (page) => ({
              ...(page as Body),
              files: list(field(page, 'files')).map((file) => ({ ...file, [name]: `${file[name]}none` })),
            })),
          ] as const,
      ),
      [
        'created as a time gives the files uploaded after it',
        'a time as "created" is ignored',
        query(LIST, (params) => !isMinutes(params.get('created')) && params.delete('created')),
      ],
      [
        'created as a time gives the files uploaded after it',
        'a time is cut to its month',
        setting(LIST, 'created', (given) =>
          isMinutes(given) ? undefined : given?.replace(/-\d\d .*/, '-01 00:00:00'),
        ),
      ],
      [
        'created as a time gives the files uploaded after it',
        'a time gives nothing',
        setting(LIST, 'created', (given) =>
          given === null || isMinutes(given) ? undefined : '2999-01-01 00:00:00',
        ),
      ],
      [
        'created as a number gives the files of the last so many minutes',
        'minutes are ignored',
        query(LIST, (params) => isMinutes(params.get('created')) && params.delete('created')),
      ],
      [
        'created as a number gives the files of the last so many minutes',
        'minutes are seconds',
        setting(LIST, 'created', (given) =>
          isMinutes(given) ? String(Math.ceil(Number(given) / 60)) : undefined,
        ),
      ],
      [
        'created as a number gives the files of the last so many minutes',
        'minutes are hours',
        setting(LIST, 'created', (given) => (isMinutes(given) ? String(Number(given) * 60) : undefined)),
      ],
      [
        'created as a number gives the files of the last so many minutes',
        'minutes give nothing',
        result(LIST, (page, params) =>
          isMinutes(params.get('created')) ? { ...(page as Body), files: [], results: 0 } : page,
        ),
      ],
    ] as const
  ).map(([check, name, alteration]) => mutant('List files', `list files: ${check}`, name, alteration)),
  mutant(
    'File status',
    'file status: Active',
    '"active"',
    entries('/api/file/check', (entry) => ({ ...entry, status: 'active' })),
  ),
  mutant(
    'File status',
    'file status: Active',
    'another file',
    entries('/api/file/check', (entry) => ({ ...entry, filecode: 'another1code' })),
  ),
  mutant(
    'File status',
    'file status: Active',
    'always empty',
    result('/api/file/check', () => []),
  ),
  ...(
    [
      [
        'the fields, of the file that was asked for',
        'another file',
        entries('/api/file/info', (entry) => ({ ...entry, filecode: 'another1code' })),
      ],
      [
        'the fields, of the file that was asked for',
        'the title of another file',
        entries('/api/file/info', (entry) => ({ ...entry, title: 'another' })),
      ],
      [
        'the fields, of the file that was asked for',
        '"protected_embed" of another form',
        entries('/api/file/info', (entry) => ({
          ...entry,
          protected_embed: String(entry['protected_embed']).replace('/e/', '/embed/'),
        })),
      ],
      [
        'the fields, of the file that was asked for',
        '"protected_dl" of another form',
        entries('/api/file/info', (entry) => ({
          ...entry,
          protected_dl: String(entry['protected_dl']).replace('/d/', '/download/'),
        })),
      ],
      [
        'last_view is empty for a file that was never viewed',
        'zeros for never',
        entries('/api/file/info', (entry) => ({
          ...entry,
          last_view: entry['last_view'] || '0000-00-00 00:00:00',
        })),
      ],
      [
        'the protected paths are pages',
        '"protected_embed" leads nowhere',
        entries('/api/file/info', (entry) => ({ ...entry, protected_embed: '/e/none' })),
      ],
      [
        'the protected paths are pages',
        '"protected_dl" leads nowhere',
        entries('/api/file/info', (entry) => ({ ...entry, protected_dl: '/d/none' })),
      ],
    ] as const
  ).map(([check, name, alteration]) => mutant('File info', `file info: ${check}`, name, alteration)),
  mutant(
    'File images',
    'file image: the fields, of the file that was asked for',
    'another file',
    entries('/api/file/image', (entry) => ({ ...entry, filecode: 'another1code' })),
  ),
  mutant(
    'File images',
    'file image: the fields, of the file that was asked for',
    'the title of another file',
    entries('/api/file/image', (entry) => ({ ...entry, title: 'another' })),
  ),
  ...['single', 'thumb', 'splash'].map((kind) =>
    mutant('File images', 'file image: the images are images', 'a page', {
      path: new RegExp(`^/i/${kind}/`),
      contentType: 'text/html',
    }),
  ),
  mutant('File images', 'file image: the images are images', 'not there', {
    path: /^\/i\//,
    request: () => new Response('', { status: 404, headers: { 'content-type': 'image/png' } }),
  }),
  mutant(
    'Rename file',
    'rename file: "true", and the file has the title',
    'nothing is renamed',
    idle('/api/file/rename', 'true', (params) => params.has('file_code') && params.has('title')),
  ),
  mutant(
    'Rename file',
    'rename file: "true", and the file has the title',
    'a boolean',
    result('/api/file/rename', () => true),
  ),
  mutant(
    'Move file',
    'move file: into a folder, and to the root by 0',
    'nothing is moved',
    idle('/api/file/move', 'true', (params) => params.has('file_code') && params.has('fld_id')),
  ),
  mutant(
    'Move file',
    'move file: into a folder, and to the root by 0',
    '0 is no folder',
    idle('/api/file/move', 'true', (params) => params.get('fld_id') === '0'),
  ),
  mutant(
    'Move file',
    'move file: into a folder, and to the root by 0',
    'a boolean',
    result('/api/file/move', () => true),
  ),
  mutant(
    'Search',
    'search: "true", or file entries',
    'an object',
    result('/api/search/videos', () => ({})),
  ),
  mutant(
    'Search',
    'search: "true", or file entries',
    'codes',
    result('/api/search/videos', (found) => list(found).map((entry) => entry['file_code'])),
  ),
  mutant('Search', 'search: "true", or file entries', 'an error', idle('/api/search/videos', false)),
];

const ELEVENTH = 'the 11th request in a second is refused, all calls together';

const limitMutants: Mutant[] = [
  mutant(
    'Limits',
    '10 requests in a second pass',
    '9 requests in a second',
    limiting(9),
    '1 of 10 were refused',
  ),
  mutant(
    'Limits',
    '10 requests pass, and 10 more when a second is over',
    '10 requests in 2 seconds',
    limiting(10, TOO_MANY, { windowMs: 2000 }),
    '10 of 10 were refused',
  ),
  mutant(
    'Limits',
    'the 11th request is refused also when it comes half a second after 10',
    '10 requests in half a second',
    limiting(10, TOO_MANY, { windowMs: 500 }),
    'none of 11 was refused',
  ),
  ...[
    ['11 requests in a second', limiting(11)] as const,
    ['25 requests in a second', limiting(25)] as const,
    ['10 of each call in a second', limiting(10, TOO_MANY, { of: ({ pathname }) => pathname })] as const,
    ...endpoints.map(({ path }) => {
      const isCounted = ({ pathname }: URL) => pathname !== path;
      return [`${path} does not count`, limiting(10, TOO_MANY, { isCounted })] as const;
    }),
  ].map(([name, alteration]) => mutant('Limits', ELEVENTH, name, alteration, 'none of 11 was refused')),
  ...(
    [
      ['no limit', Number.POSITIVE_INFINITY, TOO_MANY, 'none of 30 requests'],
      ['a number for the status', 10, { ...TOO_MANY, status: 429 }, '"status": 429'],
      ['other words', 10, { ...TOO_MANY, msg: 'Slow down' }, '"msg": "Slow down"'],
    ] as const
  ).map(([name, count, over, reason]) =>
    mutant(
      'Errors',
      'more than 10 requests in a second give the documented body',
      name,
      limiting(count, over),
      reason,
    ),
  ),
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
  mutant('Authentication', 'the settings page is there, perhaps behind a login', 'it is not there', {
    path: '/settings',
    request: () => new Response('', { status: 404, headers: { 'content-type': 'text/html' } }),
  }),
  ...(
    [
      [
        '/e/<file_code> is a page',
        'not there',
        {
          path: PLAYER,
          request: () => new Response('', { status: 404, headers: { 'content-type': 'text/html' } }),
        },
      ],
      ['/e/<file_code> is a page', 'JSON', { path: PLAYER, contentType: 'application/json' }],
      ['c_poster is its picture', '"c_poster" is ignored', playerIgnoring('c_poster')],
      [
        'c_poster is its picture',
        '"c_poster" is the picture of a link preview only',
        {
          path: PLAYER,
          text: (html: string, params: URLSearchParams) =>
            html
              .replace(/ poster="[^"]*"/, '')
              .replace('<head>', `<head><meta property="og:image" content="${params.get('c_poster')}">`),
        },
      ],
      [track('srt'), '"c1_file" is ignored', playerIgnoring('c1_file')],
      [track('srt'), '"c1_label" is ignored', playerIgnoring('c1_label')],
      [track('srt'), 'an empty track', { path: '/subtitle', text: () => 'WEBVTT\n' }],
      [
        track('srt'),
        'no srt',
        {
          path: '/subtitle',
          request: ({ params }: Exchange) =>
            params.get('src')?.endsWith('.srt') ? new Response('', { status: 502 }) : undefined,
        },
      ],
      [
        track('vtt'),
        'no vtt',
        {
          path: '/subtitle',
          request: ({ params }: Exchange) =>
            params.get('src')?.endsWith('.vtt') ? new Response('', { status: 502 }) : undefined,
        },
      ],
      [SUBTITLE_JSON, '"subtitle_json" is ignored', playerIgnoring('subtitle_json')],
      [SUBTITLE_JSON, 'the first track only', tracks((all) => all.slice(0, 1))],
      [
        SUBTITLE_JSON,
        '"label" is ignored',
        tracks((all) => all.map((entry) => ({ ...entry, label: 'Subtitles' }))),
      ],
      [
        SUBTITLE_JSON,
        '"default" is ignored',
        tracks((all) => all.map((entry) => ({ ...entry, default: false }))),
      ],
      [
        SUBTITLE_JSON,
        '"default" of the last track',
        tracks((all) => all.map((entry, index) => ({ ...entry, default: index === all.length - 1 }))),
      ],
      [
        SUBTITLE_JSON,
        'the same subtitles in each track',
        tracks((all) => all.map((entry) => ({ ...entry, src: all[0]?.['src'] }))),
      ],
      [SUBTITLE_JSON, 'empty tracks', { path: '/subtitle', text: () => 'WEBVTT\n' }],
    ] as const
  ).map(([check, name, alteration]) => mutant('Player page', `player: ${check}`, name, alteration)),
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
