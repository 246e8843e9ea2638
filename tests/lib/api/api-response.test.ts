/** Shapes that vary between services (docs/http-api.md, "Values"), and how calls read them. */
import { describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../lib/api/index.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import { answering, type Handler, startRawServer } from './helpers/raw-server.ts';

/** What a call returns for a result, or for a whole envelope. */
async function made<T>(handler: Handler, call: (client: Client) => Promise<T>): Promise<T> {
  const server = await startRawServer(handler);
  const client = createClient({
    baseUrl: `${server.url}/host`,
    key: 'secret-key',
    limiter: fastLimiter(),
    maxRetries: 0,
  });
  return call(client).finally(() => server.close());
}
const ok = (result: unknown, rest = {}) => answering({ msg: 'OK', status: 200, ...rest, result });

describe('names and types', () => {
  test('of the account', async () => {
    const info = await made(
      ok({
        email: 'a@b.example',
        balance: '1.25000',
        storage_used: 5,
        storage_left: 'Unlimited',
        premium_expire: '',
      }),
      ({ account }) => account.info(),
    );
    expect(info).toEqual({
      email: 'a@b.example',
      balance: 1.25,
      balanceText: '1.25000',
      storageUsed: 5,
      storageLeft: null,
      storageUnlimited: true,
      premiumExpires: null,
      serverTime: null,
      login: null,
      isPremium: null,
      filesTotal: null,
    });
  });

  test.each([
    [-5, { storageLeft: 0, storageUnlimited: false }],
    ['-5', { storageLeft: 0, storageUnlimited: false }],
    [0, { storageLeft: 0, storageUnlimited: false }],
    ['7', { storageLeft: 7, storageUnlimited: false }],
    ['no limit', { storageLeft: null, storageUnlimited: true }],
    ['inf', { storageLeft: null, storageUnlimited: true }],
    ['Infinity', { storageLeft: null, storageUnlimited: true }],
    ['info', { storageLeft: null, storageUnlimited: false }],
    ['soon', { storageLeft: null, storageUnlimited: false }],
    [null, { storageLeft: null, storageUnlimited: false }],
    [undefined, { storageLeft: null, storageUnlimited: false }],
  ])('of the storage left: %j', async (said, expected) => {
    const answer = ok({ email: 'a@b.example', storage_left: said });
    expect(await made(answer, ({ account }) => account.info())).toMatchObject(expected);
  });

  test('a server without account data isn’t the service', async () => {
    const asked = made(ok({ user: 'x' }), ({ account }) => account.info());
    await expect(asked).rejects.toMatchObject({ code: 'invalid-response' });
  });

  test('of a file', async () => {
    const { files } = await made(
      ok({
        pages: '3',
        results_total: '401',
        files: [
          {
            filecode: 12345,
            file_title: 'Tom &amp; Jerry\u0000\n&#x2014; &lt;1&gt;\n',
            download_url: 'javascript:alert(1)',
            single_img: '/img/1.jpg',
            canplay: '1',
            length: '19',
            views: '1e3',
            uploaded: '2026-11-01T10:00:00',
            public: 0,
            fld_id: 0,
          },
        ],
      }),
      (client) => client.files.list(),
    );
    expect(files).toEqual([
      {
        fileCode: '12345',
        title: 'Tom & Jerry — <1>',
        downloadUrl: null,
        singleImage: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/host\/img\/1\.jpg$/),
        canPlay: true,
        length: 19,
        views: null,
        uploaded: '2026-11-01 10:00:00',
        isPublic: false,
        folderId: '0',
      },
    ]);
  });

  test('of page counts', async () => {
    const page = await made(ok({ pages: '3', results_total: '401', files: [] }), ({ files }) => files.list());
    expect(page).toEqual({ files: [], totalPages: 3, total: 401, skipped: 0 });
  });

  test('a transfer keeps the service’s own status text', async () => {
    const transfers = await made(
      ok([
        {
          file_code: 'a',
          remote_url: 'https://x/?a=1&amp;b=2',
          status: 'Working',
          bytes_total: '0',
          bytes_downloaded: '5',
        },
        { file_code: 'b', status: 'ERROR: 404', bytes_total: '10', bytes_downloaded: '20', folder_id: '7' },
        { file_code: 'c', status: 'dreaming', created: '0000-00-00 00:00:00' },
        { file_code: 'd', status: 'pending' },
      ]),
      ({ remoteUploads }) => remoteUploads.list(),
    );
    expect(transfers.map(({ status, phase }) => [status, phase])).toEqual([
      ['Working', 'working'],
      ['ERROR: 404', 'error'],
      ['dreaming', 'unknown'],
      ['pending', 'pending'],
    ]);
    expect(transfers[0]).toMatchObject({
      remoteUrl: 'https://x/?a=1&b=2',
      bytesTotal: null,
      bytesDownloaded: 5,
    });
    expect(transfers[1]).toMatchObject({ bytesTotal: 10, bytesDownloaded: 20, folderId: '7' });
    expect(transfers[2]).toMatchObject({ created: null, folderId: null });
  });

  test('the slots of an added upload are beside the result', async () => {
    const beside = { new_title: 'A', total_slots: '5', used_slots: '1' };
    const added = await made(ok({ filecode: 'abc' }, beside), ({ remoteUploads }) =>
      remoteUploads.add({ url: 'https://files.example/a.mp4' }),
    );
    expect(added).toEqual({ fileCode: 'abc', title: 'A', totalSlots: 5, usedSlots: 1, freeSlots: 4 });
  });

  test.each([
    [{ total_slots: '5', used_slots: '7' }, 0],
    [{ total_slots: '0', used_slots: '0' }, 0],
    [{ total_slots: '5' }, null],
    [{ used_slots: '0' }, null],
  ])('of %j, the number of free slots is %j', async (beside, freeSlots) => {
    const slots = await made(answering({ msg: 'OK', status: 200, ...beside }), (c) =>
      c.remoteUploads.slots(),
    );
    expect(slots.freeSlots).toBe(freeSlots);
  });
});

describe('lists', () => {
  const list = ({ remoteUploads }: Client) => remoteUploads.list();

  test.each([
    ['[]', ok([])],
    ['{}', ok({})],
    ['null', ok(null)],
    ['""', ok('')],
    ['nothing', answering({ msg: 'OK', status: 200 })],
    ['zeros', ok({ total: 0, results: '0' })],
    ['a sentence that says so', answering({ msg: 'No transfers', status: 200, result: null })],
    ['such a sentence in place of the list', ok('No transfers')],
    ['a refusal that says so', answering({ msg: 'No transfers found', status: 400 })],
    ['“not found” that says so', answering({ msg: 'No transfers found', status: 404 })],
  ])('%s is an empty list', async (_, handler) => {
    expect(await made(handler, list)).toEqual([]);
  });

  test.each([
    ['a text', ok('true')],
    ['a number', ok(7)],
    ['entries that cannot be read', ok([{ name: 'x' }, null])],
    [
      'nothing, under a sentence about something else',
      answering({ msg: 'Be patient', status: 200, result: null }),
    ],
    ['a refusal for another reason', answering({ msg: 'No access', status: 400 })],
    ['a refusal during an outage', answering({ msg: 'No connection to the database', status: 400 })],
    [
      'a refusal after an empty response',
      answering({ msg: 'Empty response from the database', status: 400 }),
    ],
    ['a refusal without a server', answering({ msg: 'No servers for uploads', status: 400 })],
    ['“not found”', answering({ msg: 'No such account', status: 404 })],
  ])('%s is an error, not an empty list', async (_, handler) => {
    await expect(made(handler, list)).rejects.toMatchObject({ mayHaveTakenEffect: false });
  });

  test.each<[string, (client: Client) => Promise<readonly unknown[]>]>([
    ['files', async ({ files }) => (await files.list()).files],
    ['reports', ({ account }) => account.reports()],
    ['takedowns', ({ takedowns }) => takedowns.list()],
  ])('no %s are an empty list, even as a refusal', async (name, call) => {
    expect(await made(answering({ msg: `No ${name}`, status: 400 }), call)).toEqual([]);
  });

  test.each([
    [{ results_total: '401', pages: 3, results: 0 }, []],
    [{ pages: 3, error: 'Database' }, 'invalid-response'],
  ])('a page with counts alone has no files: %j', async (result, expected) => {
    const reading = made(ok(result), ({ files }) => files.list({ page: 4 }));
    const read = await reading.then(
      ({ files }) => files,
      ({ code }) => code,
    );
    expect(read).toEqual(expected);
  });

  test('an object of entries, and one single entry, are lists', async () => {
    const entries = { 0: { file_code: 'a' }, 5: { file_code: 'b' } };
    expect((await made(ok(entries), list)).map(({ fileCode }) => fileCode)).toEqual(['a', 'b']);
    expect(await made(ok({ file_code: 'a', status: 'working' }), list)).toHaveLength(1);
  });

  test('entries without a code are left out and counted', async () => {
    const transfers = await made(ok([{ file_code: 'a' }, {}, { file_code: '' }, 5]), list);
    expect(transfers).toHaveLength(1);
    expect(transfers.skipped).toBe(3);
    expect(Object.keys(transfers)).toEqual(['0']);
    expect((await made(ok([]), list)).skipped).toBe(0);
  });

  test.each([
    [[{ file_code: '', remote_url: 'https://a.example/1.mp4', status: 'PENDING' }]],
    [[{ filecode: 'undef', url: 'https://a.example/1.mp4' }]],
    [{ remote_url: 'https://a.example/1.mp4', file_code: null }],
  ])('a transfer without a code yet is listed, even if it is the only one: %j', async (result) => {
    const transfers = await made(ok(result), list);
    expect(transfers).toMatchObject([{ fileCode: null, remoteUrl: 'https://a.example/1.mp4' }]);
    expect(transfers.skipped).toBe(0);
  });

  test.each(['undef', 'undefined', 'NULL', 'none', '', '0', 0, 'false', '-'])(
    '%j is not a code, but "0" is the root',
    async (file_code) => {
      const answer = ok({
        files: [
          { file_code, title: 'A' },
          { file_code: 'a', fld_id: '0' },
        ],
      });
      const { files, skipped } = await made(answer, (client) => client.files.list());
      expect(files).toMatchObject([{ fileCode: 'a', folderId: '0' }]);
      expect(skipped).toBe(1);
    },
  );

  test('files that cannot be read are counted, on one page and on all of them', async () => {
    const page = ok({ files: [{ file_code: 'a' }, { title: 'no code' }] });
    expect(await made(page, ({ files }) => files.list())).toMatchObject({ files: { length: 1 }, skipped: 1 });
    // A repeated page ends the list.
    const result = await made(page, async ({ files }) => {
      const steps = files.iterate();
      await steps.next();
      return steps.next();
    });
    expect(result).toEqual({ done: true, value: { skipped: 2, isComplete: false } });
  });

  test('"nothing to report" is an empty list, any other refusal an error', async () => {
    const reports = ({ account }: Client) => account.reports();
    expect(await made(answering({ msg: 'Nothing to report', status: 400 }), reports)).toEqual([]);
    await expect(made(answering({ msg: 'Bad dates', status: 400 }), reports)).rejects.toMatchObject({
      code: 'refused',
    });
  });

  test.each([
    [
      [
        { day: '2026-11-01', views: '2' },
        { views: '7', profit_total: '1.50000' },
      ],
      ['2026-11-01'],
    ],
    [[{ day: '', views: '7' }], []],
  ])('a total among the days of a report is left out: %j', async (result, days) => {
    const reports = await made(ok(result), ({ account }) => account.reports());
    expect(reports.map(({ day }) => day)).toEqual(days);
  });

  test('amounts of a report are numbers, with their digits unchanged', async () => {
    const reports = ({ account }: Client) => account.reports();
    const profits: readonly (readonly [sent: unknown, read: number | null, exact: string | null])[] = [
      ['90071992547409.93000', Number('90071992547409.93'), '90071992547409.93000'],
      [' -0.00001 ', -0.00001, '-0.00001'],
      [1.5, 1.5, '1.5'],
      [7, 7, '7'],
      ['1e3', null, null],
      ['9'.repeat(201), Number('9'.repeat(201)), null],
      [1e21, 1e21, null],
      [['1.5'], null, null],
      ['', null, null],
      [null, null, null],
    ];
    for (const [sent, read, exact] of profits) {
      const [day] = await made(ok([{ day: '2026-11-20', profit_views: sent, profit_total: sent }]), reports);
      expect(day).toEqual({
        day: '2026-11-20',
        views: null,
        downloads: null,
        profitViews: read,
        profitTotal: read,
        profitViewsText: exact,
        profitTotalText: exact,
      });
    }
  });

  test('folders and files of other parents or without an id are left out', async () => {
    const result = {
      folders: [{ name: 'A &amp; B', code: 'x', fld_id: 7 }, { name: 'no id' }],
      files: [
        { file_code: 'a', fld_id: '3' },
        { file_code: 'b', fld_id: '9' },
      ],
    };
    const contents = await made(ok(result), ({ folders }) => folders.list('3'));
    expect(contents.folders).toEqual([{ folderId: '7', name: 'A & B', code: 'x' }]);
    expect(contents.files.map(({ fileCode }) => fileCode)).toEqual(['a']);
    expect(
      await made(ok({ folders: [] }), ({ folders }) => folders.list('3', { onlyFolders: true })),
    ).toEqual({
      folders: [],
      files: [],
      skipped: 0,
    });
  });

  test.each([
    ['"true"', ok('true'), 0],
    ['true', ok(true), 0],
    ['a list', ok([{ file_code: 'a' }, { filecode: 'b' }]), 2],
    ['a list inside', ok({ files: [{ file_code: 'a' }] }), 1],
    ['one', ok({ file_code: 'a' }), 1],
    ['anything', ok({ hits: 5 }), 0],
    ['a sentence', answering({ msg: 'No results', status: 200, result: 'none' }), 0],
  ])('the result of a search may be %s', async (_, handler, hits) => {
    expect(await made(handler, ({ files }) => files.search('word'))).toHaveLength(hits);
  });
});

describe('single files', () => {
  const notMine = 'Not found or not your file';

  test('a failure inside the entry is "not found"', async () => {
    const handler = ok([{ filecode: 'abc', status: notMine }]);
    for (const call of [
      ({ files }: Client) => files.check('abc'),
      ({ files }: Client) => files.images('abc'),
      ({ files }: Client) => files.rename('abc', 'x'),
      ({ files }: Client) => files.clone('abc'),
    ]) {
      await expect(made<unknown>(handler, call)).rejects.toMatchObject({ code: 'not-found', msg: notMine });
    }
  });

  test.each([
    [{ url: 'https://share.example/d/k3v9x2m7q4ab' }],
    [{ url: 'https://share.example/k3v9x2m7q4ab.html' }],
    [{ url: 'https://share.example/v/k3v9x2m7q4ab' }],
    [{ url: 'https://share.example/k3v9x2m7q4ab/clip.mp4' }],
    [[{ url: '/embed-k3v9x2m7q4ab.html', filecode: 'undef' }]],
    [{ filecode: 'k3v9x2m7q4ab', url: 'https://share.example/d/another00000' }],
    [{ filecode: ['k3v9x2m7q4ab'] }],
  ])('the code of a clone may be in its address or in a list: %j', async (result) => {
    const clone = await made(ok(result), ({ files }) => files.clone('abc'));
    expect(clone.fileCode).toBe('k3v9x2m7q4ab');
  });

  test.each([{ url: 'https://share.example/' }, { url: 'https://share.example/folder/k3v9x2m7q4ab' }, {}])(
    'a clone without any code is an error: %j',
    async (result) => {
      const cloned = made(ok(result), ({ files }) => files.clone('abc'));
      await expect(cloned).rejects.toMatchObject({ code: 'invalid-response' });
    },
  );

  test('a numeric status and a response without the file are "not found"', async () => {
    const check = ({ files }: Client) => files.check('abc');
    await expect(made(ok([{ filecode: 'abc', status: 404 }]), check)).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(made(ok([{ filecode: 'abc', status: 'Deleted' }]), check)).rejects.toMatchObject({
      code: 'not-found',
      msg: 'Deleted',
    });
    await expect(made(ok([{ filecode: 'other', status: 'Active' }]), check)).rejects.toMatchObject({
      msg: null,
    });
  });

  test.each([
    ['Active', true],
    ['Converting', false],
  ])('the status %s is kept, and active: %s', async (status, active) => {
    const read = await made(ok([{ filecode: 'abc', status }]), ({ files }) => files.check('abc'));
    expect(read).toEqual({ fileCode: 'abc', status, active });
  });

  test('details are matched by code, 50 for each request, in the order of the codes', async () => {
    const batches: number[] = [];
    const handler: Handler = (request, response) => {
      const codes = new URL(`http://host${request.url}`).searchParams.get('file_code')?.split(',') ?? [];
      batches.push(codes.length);
      const result = codes
        .filter((code) => code !== 'code7')
        .map((code) =>
          code === 'code9' ? { filecode: code, status: notMine } : { filecode: code, status: 200, size: '5' },
        )
        .reverse();
      response.end(JSON.stringify({ msg: 'OK', status: 200, result }));
    };
    const codes = Array.from({ length: 120 }, (_, index) => `code${index}`);
    const infos = await made(handler, ({ files }) => files.info([...codes, 'code3']));
    // The omitted file is requested on its own.
    expect(batches.toSorted((one, other) => one - other)).toEqual([1, 20, 50, 50]);
    expect(infos.map(({ fileCode }) => fileCode)).toEqual(codes);
    expect(infos[3]).toMatchObject({ found: true, size: 5 });
    expect(infos[7]).toEqual({ found: false, fileCode: 'code7', msg: null, error: null });
    expect(infos[9]).toEqual({ found: false, fileCode: 'code9', msg: notMine, error: null });
  });

  test.each([
    ['2026-01-02 03:04:05', '2026-01-02 03:04:05', false],
    ['2 days ago', '2 days ago', false],
    [1_700_000_000, '2023-11-14 22:13:20', false],
    ['', null, true],
    [null, null, true],
    ['0000-00-00 00:00:00', null, true],
    // Without the field, the service doesn't report views, which doesn't mean that there were none.
    [undefined, null, null],
    [[], null, null],
  ])('the last view %j is %j, and never: %j', async (last_view, lastView, neverViewed) => {
    const [info] = await made(ok([{ filecode: 'abc', status: 200, last_view }]), ({ files }) =>
      files.info('abc'),
    );
    expect(info).toMatchObject({ lastView, neverViewed });
  });

  test('no codes cause no request', async () => {
    const handler: Handler = (request) => void request.socket.destroy();
    expect(await made(handler, ({ files }) => files.info([]))).toEqual([]);
  });

  test('codes like "__proto__" are ordinary codes', async () => {
    const handler = ok([
      { filecode: '__proto__', size: 1 },
      { filecode: 'constructor', size: 2 },
    ]);
    const infos = await made(handler, ({ files }) => files.info(['constructor', '__proto__', 'toString']));
    expect(infos.map((info) => info.found && info.size)).toEqual([2, 1, false]);
  });

  test('"false" is a refusal', async () => {
    const rename = ({ files }: Client) => files.rename('abc', 'x');
    await expect(made(ok('false'), rename)).rejects.toMatchObject({
      code: 'refused',
      mayHaveTakenEffect: false,
    });
    await expect(made(ok(notMine), rename)).rejects.toMatchObject({ code: 'not-found' });
    await expect(made(ok(404), rename)).rejects.toMatchObject({ code: 'invalid-response' });
    await expect(made(ok('No'), rename)).rejects.toMatchObject({ code: 'refused' });
  });

  test.each(['true', true, 1, '1', 'OK', 'Success', '3', null])('%j confirms a change', async (result) => {
    const rename = ({ files }: Client) => files.rename('abc', 'x');
    await expect(made(ok(result), rename)).resolves.toBeUndefined();
  });

  test('a transfer that isn’t listed is null', async () => {
    const status = ({ remoteUploads }: Client) => remoteUploads.status('abc');
    expect(await made(ok([]), status)).toBeNull();
    expect(await made(ok([{ file_code: 'other', status: 'working' }]), status)).toBeNull();
    expect(await made(ok([{ status: notMine }]), status)).toBeNull();
    expect(await made(ok({ file_code: 'abc', status: 'working' }), status)).toMatchObject({
      phase: 'working',
    });
  });
});
