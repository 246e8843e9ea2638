/** The client's requests to hosts of the sibling dialect, and how it reads their responses (docs/http-api.md). */
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Capabilities,
  type Client,
  createClient,
  type Dialect,
  dialects,
  getCapabilities,
} from '../../../lib/api/index.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';

const key = 'secret-key';

/** A client of a host that sends these responses in turn. `asked`: path and parameters of its requests. */
function createAnsweredClient(
  answers: readonly unknown[],
  dialect: Dialect['name'] = 'sibling',
  pagesUrl?: string,
) {
  const asked: string[] = [];
  const fetch = async (input: string | URL | Request) => {
    const { pathname, searchParams } = new URL(String(input));
    searchParams.delete('key');
    asked.push(decodeURIComponent(`${pathname}?${searchParams}`).replace(/\?$/, ''));
    return Response.json(answers[Math.min(asked.length, answers.length) - 1]);
  };
  const options = { baseUrl: 'https://files.example', pagesUrl, key, dialect, fetch, limiter: fastLimiter() };
  return { client: createClient({ ...options, maxRetries: 0 }), asked };
}
const ok = (result?: unknown, rest = {}) => ({ msg: 'OK', status: 200, ...rest, result });

afterEach(() => void vi.useRealTimers());

const transfers = ok(
  [
    { remote_url: 'https://a/1', progress: '45', status: 'WORKING', file_code: 'abc', fld_id: '7' },
    { remote_url: 'https://a/2', progress: '0', status: 'PENDING', file_code: '', fld_id: '0' },
    { remote_url: 'https://a/3', progress: '100.0%', status: 'ERROR', file_code: 'def', fld_id: '0' },
  ],
  { requests_available: '3' },
);
const createFile = (fileCode: string) => ({
  file_code: fileCode,
  file_title: 'A &amp; B',
  file_length: '60',
  file_views: '5',
  file_created: '2026-01-01 10:00:00',
  file_last_download: '2026-02-01 10:00:00',
  file_fld_id: '7',
  file_public: '1',
  canplay: '1',
  player_img: 'https://img.example/abc.jpg',
});
const listed = {
  file_code: 'abc',
  title: 'A',
  length: '60',
  views: '5',
  uploaded: '2026-01-01 10:00:00',
  fld_id: '7',
  public: '1',
  canplay: 1,
  link: 'https://watch.example/abc.html',
  thumbnail: 'https://img.example/abc_t.jpg',
};
const page = ok({ results_total: '1', pages: 1, results: 1, files: [listed] });
const entry = {
  fileCode: 'abc',
  title: 'A',
  length: 60,
  views: 5,
  uploaded: '2026-01-01 10:00:00',
  folderId: '7',
  isPublic: true,
  canPlay: true,
  downloadUrl: 'https://watch.example/abc.html',
  singleImage: 'https://img.example/abc_t.jpg',
};

/** A call, its request, the host's response, and the returned value. */
const cases: readonly [
  name: string,
  call: (client: Client) => Promise<unknown>,
  asked: string,
  answer: unknown,
  expected?: unknown,
][] = [
  [
    'account.info',
    (c) => c.account.info(),
    '/api/account/info',
    ok({
      email: 'a@b.example',
      login: 'ann',
      balance: '1.50000',
      storage_used: '24186265',
      storage_left: '128824832000',
      premium: 1,
      premium_expire: '2027-10-24 21:00:00',
      files_total: '12',
    }),
    {
      email: 'a@b.example',
      login: 'ann',
      balance: 1.5,
      storageUsed: 24_186_265,
      storageLeft: 128_824_832_000,
      isPremium: true,
      premiumExpires: '2027-10-24 21:00:00',
      filesTotal: 12,
    },
  ],
  [
    'account.reports',
    (c) => c.account.reports({ days: 3 }),
    '/api/account/stats?last=3',
    ok([{ day: '2026-01-01', views: '5', downloads: '2', views_adb: '1', profit_total: '1.25000' }]),
    [{ day: '2026-01-01', views: 5, downloads: 2, profitTotalText: '1.25000', profitViews: null }],
  ],
  [
    'takedowns.list',
    (c) => c.takedowns.list({ hours: 24 }),
    '/api/file/dmca?last=24',
    ok([{ file_code: 'abc', del_in_sec: '-9085', del_time: '2026-08-12 02:26:41' }]),
    [{ fileCode: 'abc', deletesInSeconds: -9085, deletesOn: '2026-08-12 02:26:41', reportedOn: null }],
  ],
  ['takedowns.list', (c) => c.takedowns.list({ perPage: 5 }), '/api/file/dmca?last=720', ok([]), []],
  [
    'uploads.server',
    (c) => c.uploads.server(),
    '/api/upload/server',
    ok('https://up.example/upload/01'),
    'https://up.example/upload/01',
  ],
  [
    'remoteUploads.add',
    (c) => c.remoteUploads.add({ url: 'https://a/1', folderId: '7', title: 'A' }),
    '/api/upload/url?url=https://a/1&fld_id=7',
    ok({ filecode: 'abc' }),
    { fileCode: 'abc', title: null, totalSlots: null, usedSlots: null, freeSlots: null },
  ],
  [
    'remoteUploads.add, whose answer is a list',
    (c) => c.remoteUploads.add({ url: 'https://a/1' }),
    '/api/upload/url?url=https://a/1',
    ok({ filecode: ['abc'] }),
    { fileCode: 'abc' },
  ],
  [
    'remoteUploads.list',
    (c) => c.remoteUploads.list(),
    '/api/file/url_uploads',
    transfers,
    [
      { fileCode: 'abc', phase: 'working', progress: 45, bytesTotal: null, folderId: '7' },
      { fileCode: null, remoteUrl: 'https://a/2', phase: 'pending', progress: 0, bytesDownloaded: null },
      { fileCode: 'def', phase: 'error', progress: 100 },
    ],
  ],
  [
    'remoteUploads.status',
    (c) => c.remoteUploads.status('abc'),
    '/api/file/url_uploads?file_code=abc',
    ok([{ remote_url: 'https://a/1', progress: '3', status: 'WORKING', file_code: 'abc' }]),
    { fileCode: 'abc', progress: 3 },
  ],
  [
    'remoteUploads.slots',
    (c) => c.remoteUploads.slots(),
    '/api/file/url_uploads',
    transfers,
    { totalSlots: null, usedSlots: null, freeSlots: 3 },
  ],
  [
    'remoteUploads.restartErrors',
    (c) => c.remoteUploads.restartErrors(),
    '/api/file/url_actions?restart_errors=1',
    ok('true'),
  ],
  [
    'remoteUploads.clearErrors',
    (c) => c.remoteUploads.clearErrors(),
    '/api/file/url_actions?delete_errors=1',
    ok('true'),
  ],
  [
    'remoteUploads.clearAll',
    (c) => c.remoteUploads.clearAll(),
    '/api/file/url_actions?delete_all=1',
    ok('true'),
  ],
  [
    'remoteUploads.delete',
    (c) => c.remoteUploads.delete('abc'),
    '/api/file/url_actions?delete_code=abc',
    ok('true'),
  ],
  [
    'folders.create',
    (c) => c.folders.create({ name: 'A', parentId: '7' }),
    '/api/folder/create?name=A&parent_id=7',
    ok({ fld_id: '29' }),
    { folderId: '29' },
  ],
  ['folders.rename', (c) => c.folders.rename('7', 'B'), '/api/folder/edit?fld_id=7&name=B', ok('true')],
  ['folders.move', (c) => c.folders.move('7', '0'), '/api/folder/edit?fld_id=7&parent_id=0', ok('true')],
  [
    'folders.list',
    (c) => c.folders.list('7'),
    '/api/folder/list?fld_id=7&files=1',
    ok({ folders: [{ name: 'B', code: 'xyz', fld_id: '8' }], files: [listed] }),
    { folders: [{ folderId: '8', name: 'B', code: 'xyz' }], files: [entry] },
  ],
  [
    'folders.list of folders only',
    (c) => c.folders.list('7', { onlyFolders: true }),
    '/api/folder/list?fld_id=7',
    ok({ folders: [] }),
    { folders: [], files: [] },
  ],
  [
    'files.list',
    (c) => c.files.list({ page: 2, perPage: 10, folderId: '7', createdWithinMinutes: 5 }),
    '/api/file/list?page=2&per_page=10&fld_id=7&created=5',
    page,
    { files: [entry], total: 1, totalPages: 1, skipped: 0 },
  ],
  [
    'files.check',
    (c) => c.files.check('abc'),
    '/api/file/info?file_code=abc',
    ok([createFile('abc')]),
    { fileCode: 'abc', active: true },
  ],
  [
    'files.info',
    (c) => c.files.info(['abc', 'def']),
    '/api/file/info?file_code=abc,def',
    ok([createFile('def'), createFile('abc')]),
    [
      {
        fileCode: 'abc',
        found: true,
        title: 'A & B',
        length: 60,
        views: 5,
        size: null,
        uploaded: '2026-01-01 10:00:00',
        lastView: '2026-02-01 10:00:00',
        folderId: '7',
        canPlay: true,
        splashImage: 'https://img.example/abc.jpg',
      },
      { fileCode: 'def', found: true },
    ],
  ],
  [
    'files.images',
    (c) => c.files.images('abc'),
    '/api/file/info?file_code=abc',
    ok([{ ...createFile('abc'), thumbnail: 'https://img.example/abc_t.jpg' }]),
    {
      fileCode: 'abc',
      title: 'A & B',
      singleImage: 'https://img.example/abc_t.jpg',
      thumbImage: 'https://img.example/abc_t.jpg',
      splashImage: 'https://img.example/abc.jpg',
    },
  ],
  [
    'files.rename',
    (c) => c.files.rename('abc', 'B'),
    '/api/file/edit?file_code=abc&file_title=B',
    ok('true'),
  ],
  ['files.move', (c) => c.files.move('abc', '7'), '/api/file/edit?file_code=abc&file_fld_id=7', ok('true')],
  [
    'files.clone',
    (c) => c.files.clone('abc', { folderId: '7' }),
    '/api/file/clone?file_code=abc&fld_id=7',
    ok({ url: 'https://watch.example/def.html', filecode: 'def' }),
    { fileCode: 'def', downloadUrl: 'https://watch.example/def.html', embedUrl: null },
  ],
  ['files.delete', (c) => c.files.delete('abc'), '/api/file/delete?file_code=abc', ok('true')],
  [
    'files.deleted',
    (c) => c.files.deleted({ hours: 24 }),
    '/api/file/deleted?last=24',
    ok([
      {
        file_code: 'abc',
        title: 'A',
        deleted: '2026-08-12 02:26:41',
        deleted_by: 'Self',
        deleted_ago_sec: '60',
      },
    ]),
    [
      {
        fileCode: 'abc',
        title: 'A',
        deletedOn: '2026-08-12 02:26:41',
        deletedBy: 'Self',
        deletedSecondsAgo: 60,
      },
    ],
  ],
  [
    'files.encodings',
    (c) => c.files.encodings(),
    '/api/file/encodings',
    ok([
      {
        progress: 13,
        status: 'ENCODING',
        quality: 'H',
        file_code: 'abc',
        title: 'A',
        link: 'https://watch.example/abc',
      },
    ]),
    [
      {
        fileCode: 'abc',
        title: 'A',
        quality: 'H',
        status: 'ENCODING',
        progress: 13,
        link: 'https://watch.example/abc',
      },
    ],
  ],
  ['files.search', (c) => c.files.search('a'), '/api/file/list?per_page=200&title=a', page, [entry]],
];

describe('a host of the sibling dialect', () => {
  test.each(cases)('%s', async (_, call, expectedRequest, answer, expected) => {
    const { client, asked } = createAnsweredClient([answer]);
    const value = await call(client);
    expect(asked).toEqual([expectedRequest]);
    if (expected === undefined) return;
    if (typeof expected === 'string') expect(value).toBe(expected);
    else expect(value).toMatchObject(expected as object);
  });

  test('its waiting transfers have no code, and are still read', async () => {
    const { client } = createAnsweredClient([transfers]);
    expect((await client.remoteUploads.list()).skipped).toBe(0);
    const unreadable = ok([{ status: 'PENDING', file_code: '', remote_url: '' }, transfers.result]);
    await expect(createAnsweredClient([unreadable]).client.remoteUploads.list()).rejects.toMatchObject({
      code: 'invalid-response',
    });
  });

  test.each([
    ['WORKING', 'working'],
    ['WORIKNG', 'working'],
    ['WOKING', 'working'],
    ['WORKINGG', 'working'],
    ['PEDNING', 'pending'],
    ['PENDIG', 'pending'],
    ['SENDING', 'unknown'],
    ['WAITING', 'pending'],
    ['WARNING', 'unknown'],
    ['WON', 'unknown'],
    ['DONE', 'unknown'],
    ['In progress', 'working'],
    ['UPLOADING', 'working'],
    ['ERROR', 'error'],
    ['ERORR', 'error'],
    ['Faield', 'error'],
    ['Download failed', 'error'],
    ['Retrying after error', 'working'],
    ['HTTP error 404', 'error'],
    ['Mirrored', 'unknown'],
    ['ENCODING', 'unknown'],
    ['FINISHED', 'unknown'],
    ['Cancelled', 'error'],
    ['No error', 'unknown'],
    ['Errors: 0', 'unknown'],
    ['0 error', 'unknown'],
    ['404 error', 'error'],
    ['HTTP 500 Error', 'error'],
    ['Unable to start yet', 'unknown'],
    ['Missing chunk, resuming', 'unknown'],
    ['CANCELED', 'error'],
    ['Upload cancelled by user', 'error'],
    ['Download aborted', 'error'],
    ['Link dead', 'error'],
    ['dead_link', 'error'],
    ['The link has expired', 'error'],
    ['Source file was removed', 'error'],
    ['Connection refused', 'error'],
    ['404 Not Found', 'error'],
    ['HTTP 403', 'error'],
    ['Connection timed out', 'error'],
    ['Timeout', 'error'],
    ['Access denied', 'error'],
    ['Invalid URL', 'error'],
    ['Unsupported host', 'error'],
    ['File too large', 'error'],
    ['Can’t download', 'error'],
    ['Could not connect', 'error'],
    ['Waiting: host not available', 'pending'],
    ['Downloading (1 dead mirror removed)', 'working'],
    ['Timed out, will retry', 'unknown'],
    ['Link temporarily unavailable', 'unknown'],
    ['Can’t start: no free slots', 'unknown'],
    ['Completed, source removed', 'unknown'],
    ['Cancelling', 'unknown'],
    ['PAUSED', 'unknown'],
  ])('its word %s means %s', async (status, phase) => {
    const { client } = createAnsweredClient([ok([{ remote_url: 'https://a/1', status, file_code: 'abc' }])]);
    expect(await client.remoteUploads.list()).toMatchObject([{ status, phase }]);
  });

  test.each([
    ['REMOVED', 'unknown'],
    ['Link expired', 'unknown'],
    ['ERROR', 'error'],
  ])('its word %s means %s if all bytes have arrived', async (status, phase) => {
    const entry = { remote_url: 'https://a/1', status, file_code: 'abc', progress: 100 };
    const { client } = createAnsweredClient([ok([entry])]);
    expect(await client.remoteUploads.list()).toMatchObject([{ progress: 100, phase }]);
  });

  test.each([
    'max urls limit: 15',
    'Max URLs limit reached: 15',
    'URL limit exceeded',
    'Too many links in the queue',
  ])('its full queue (“%s”) is a refusal without effect, whatever the status', async (msg) => {
    for (const status of [200, 400, 403]) {
      const { client } = createAnsweredClient([{ msg, status, result: {} }]);
      await expect(client.remoteUploads.add({ url: 'https://a/1' })).rejects.toMatchObject({
        code: 'refused',
        msg,
        mayHaveTakenEffect: false,
      });
    }
  });

  test('has all takedowns on one page', async () => {
    const { client, asked } = createAnsweredClient([ok([{ file_code: 'abc' }])]);
    expect(await client.takedowns.list({ page: 2 })).toEqual([]);
    expect(asked).toEqual([]);
    const codes: string[] = [];
    for await (const { fileCode } of client.takedowns.iterate({ hours: 5 })) codes.push(fileCode);
    expect(codes).toEqual(['abc']);
    expect(asked).toEqual(['/api/file/dmca?last=5']);
  });

  test('a file that its info doesn’t find is missing', async () => {
    const { client } = createAnsweredClient([ok([{ filecode: 'abc', status: 404 }])]);
    await expect(client.files.check('abc')).rejects.toMatchObject({ code: 'not-found' });
  });

  describe('reports of a range', () => {
    const days = ['2026-01-01', '2026-01-05', '2026-01-06', '2026-01-09', '2026-01-12'];
    const stats = ok(days.map((day) => ({ day, views: '1' })));

    test.each([
      [{ from: '2026-01-05', to: '2026-01-09' }, 7, ['2026-01-05', '2026-01-06', '2026-01-09']],
      [{ from: '2026-01-09' }, 3, ['2026-01-09', '2026-01-12']],
      [{ to: '2026-01-09' }, 9, ['2026-01-05', '2026-01-06', '2026-01-09']],
      [{ from: '2026-01-20' }, 1, []],
    ])('%j are the last days, as far as they are within it', async (range, last, expected) => {
      vi.useFakeTimers({ now: Date.parse('2026-01-10T12:00:00Z'), toFake: ['Date'] });
      const { client, asked } = createAnsweredClient([stats]);
      const reports = await client.account.reports(range);
      expect(asked).toEqual([`/api/account/stats?last=${last}`]);
      expect(reports.map(({ day }) => day)).toEqual(expected);
    });

    test('are requested again if a host ignores it', async () => {
      vi.useFakeTimers({ now: Date.parse('2026-01-10T12:00:00Z'), toFake: ['Date'] });
      const { client, asked } = createAnsweredClient([stats], 'document');
      const reports = await client.account.reports({ from: '2026-01-05', to: '2026-01-06' });
      expect(reports.map(({ day }) => day)).toEqual(['2026-01-05', '2026-01-06']);
      expect(asked).toEqual([
        '/api/account/stats?from_date=2026-01-05&to_date=2026-01-06',
        '/api/account/stats?last=7',
      ]);
    });
  });

  test('deletes several files one by one, and reports if one fails', async () => {
    const refused = { msg: 'No such file', status: 404 };
    const { client, asked } = createAnsweredClient([ok('true'), refused]);
    await expect(client.files.delete(['abc', 'def', 'ghi'])).rejects.toMatchObject({
      code: 'not-found',
      msg: 'No such file',
      mayHaveTakenEffect: true,
    });
    expect(asked).toEqual(['/api/file/delete?file_code=abc', '/api/file/delete?file_code=def']);
    await expect(createAnsweredClient([refused]).client.files.delete('abc')).rejects.toMatchObject({
      mayHaveTakenEffect: false,
    });
  });
});

describe('a call that a dialect lacks', () => {
  test.each<[string, (client: Client) => Promise<unknown>]>([
    ['files.delete', (c) => c.files.delete('abc')],
    ['files.deleted', (c) => c.files.deleted()],
    ['files.encodings', (c) => c.files.encodings()],
    ['folders.move', (c) => c.folders.move('7', '0')],
  ])('%s is refused without a request', async (name, call) => {
    const { client, asked } = createAnsweredClient([ok()], 'document');
    await expect(call(client)).rejects.toMatchObject({
      code: 'refused',
      endpoint: name,
      mayHaveTakenEffect: false,
      message: `${name}: This host has no call for ${name}.`,
    });
    expect(asked).toEqual([]);
  });
});

describe.each(Object.values(dialects))('the capabilities of $name', (dialect) => {
  const { calls, fields, upload } = dialect;

  test('are those in its record', () => {
    const takes = (name: keyof Dialect['calls'], param: string) =>
      Object.hasOwn(calls[name]?.params ?? {}, param);
    const expected: Omit<Capabilities, 'playerOptions'> = {
      canSetTitleWhenSending: takes('remoteUploads.add', 'title'),
      canPlaceOwnFiles: upload.folderField !== null && upload.titleField !== null,
      canDeleteFiles: calls['files.delete'] !== null,
      canMoveFolders: calls['folders.move'] !== null,
      canCheckFile: calls['files.check']?.path !== calls['files.info']?.path,
      hasImages: calls['files.images']?.path !== calls['files.info']?.path,
      hasProtectedLinks: fields.fileInfo.protectedEmbed.length > 0,
      hasEncodings: calls['files.encodings'] !== null,
      hasDeletedList: calls['files.deleted'] !== null,
      hasFileSizes: fields.fileInfo.size.length > 0,
      hasReportRange: takes('account.reports', 'from'),
      reportsProgress: fields.transfer.progress.length > 0 ? 'percent' : 'bytes',
      slots: fields.slots.freeSlots.length > 0 ? 'free' : 'total',
      takedowns: takes('takedowns.list', 'hours') ? 'hours' : 'pages',
    };
    expect(dialect.capabilities).toMatchObject(expected);
    expect(getCapabilities(dialect.name)).toBe(dialect.capabilities);
    expect(createAnsweredClient([], dialect.name).client).toMatchObject({
      dialect: dialect.name,
      capabilities: dialect.capabilities,
    });
  });
});

test.each([
  [undefined, 'https://files.example'],
  ['https://share.example/x/', 'https://share.example/x'],
])('paths of pages are resolved against %s, those of pictures never', async (pagesUrl, base) => {
  const entry = { file_code: 'abc123', download_url: '/d/abc123', single_img: '/i/abc123.jpg', fld_id: '0' };
  const list = ok({
    files: [entry, { ...entry, file_code: 'def456', download_url: 'https://o.example/d/def456' }],
  });
  const info = ok([
    { filecode: 'abc123', status: 200, title: 'a', protected_embed: '/e/prot', splash_img: '/i/s.jpg' },
  ]);
  const { client } = createAnsweredClient([list, info], 'document', pagesUrl);
  const { files } = await client.files.list();
  expect(files.map(({ downloadUrl, singleImage }) => [downloadUrl, singleImage])).toEqual([
    [`${base}/d/abc123`, 'https://files.example/i/abc123.jpg'],
    ['https://o.example/d/def456', 'https://files.example/i/abc123.jpg'],
  ]);
  expect(await client.files.info('abc123')).toMatchObject([
    { protectedEmbed: `${base}/e/prot`, splashImage: 'https://files.example/i/s.jpg' },
  ]);
});

test.each([[[]], [[{ status: 200 }]]])(
  'a response that leaves out the file proves nothing if one call has details and state: %j',
  async (result) => {
    const { client } = createAnsweredClient([ok(result)]);
    await expect(client.files.check('abc')).rejects.toMatchObject({ code: 'invalid-response' });
  },
);

test('a transfer without a code may be another one if it comes from the list', async () => {
  const other = { remote_url: 'https://a.example/1', status: 'ERROR', file_code: '' };
  const { client } = createAnsweredClient([ok([other])]);
  expect(await client.remoteUploads.status('abc')).toBeNull();
});

test('some hosts respond to a link with a list of codes', async () => {
  const { client } = createAnsweredClient([ok(['a1b2c3d4e5f6'])]);
  expect(await client.remoteUploads.add({ url: 'https://a.example/1' })).toMatchObject({
    fileCode: 'a1b2c3d4e5f6',
  });
  const { client: other } = createAnsweredClient([ok(['Link added'])]);
  await expect(other.remoteUploads.add({ url: 'https://a.example/1' })).rejects.toMatchObject({
    mayHaveTakenEffect: true,
  });
});

test('a search at a host that ignores the title finds files with its words', async () => {
  const files = ['Café du Nord', 'The north café', 'Something else'].map((title, at) => ({
    file_code: `code0${at}`,
    title,
  }));
  const { client } = createAnsweredClient([ok({ files, results_total: 3 })]);
  const found = await client.files.search('cafe, NOR');
  expect(found.map(({ title }) => title)).toEqual(['Café du Nord', 'The north café']);
});

test.each([
  ['Файл не удалён', false],
  ['OK', true],
  ['File deleted', true],
])('a deletion that gets an empty response and “%s”', async (msg, isDone) => {
  const { client } = createAnsweredClient([{ msg, status: 200, result: [] }]);
  const deleted = client.files.delete('abc');
  if (isDone) await expect(deleted).resolves.toBeUndefined();
  else await expect(deleted).rejects.toMatchObject({ msg, mayHaveTakenEffect: true });
});
