/** Nested folders: `folders.ensure` and `folders.walk`. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient, createLimiter, type Limiter } from '../../../../lib/api/index.ts';
import { fastLimiter } from '../helpers/fast-limiter.ts';
import { type RawServer, startRawServer } from '../helpers/raw-server.ts';

interface Fake {
  readonly id: number;
  readonly parent: number;
  readonly name: string;
}

let server: RawServer;
let folders: Fake[];
let files: { readonly code: string; readonly folder: number }[];
/** How the service changes a new name. */
let rename: (name: string) => string;
/** Called with each request before the response. Its result, if any, is the response. */
let intercept: (path: string, params: URLSearchParams) => Promise<object | undefined> | object | undefined;
const key = 'secret-key';

beforeEach(async () => {
  folders = [];
  files = [];
  rename = (name) => name;
  intercept = () => undefined;
  server = await startRawServer(async (request, response) => {
    const { pathname, searchParams: params } = new URL(request.url ?? '', 'http://host');
    const answer = (await intercept(pathname, params)) ?? {
      status: 200,
      msg: 'OK',
      result: reply(pathname, params),
    };
    response.end(JSON.stringify(answer));
  });
});
afterEach(() => server.close());

/** As real services do, shows the root for an unknown folder. */
function reply(pathname: string, params: URLSearchParams): unknown {
  if (pathname.endsWith('folder/create')) {
    const id = folders.length + 1;
    folders.push({
      id,
      parent: Number(params.get('parent_id') ?? 0),
      name: rename(params.get('name') ?? ''),
    });
    return { fld_id: id };
  }
  const asked = Number(params.get('fld_id') ?? 0);
  const parent = asked === 0 || folders.some(({ id }) => id === asked) ? asked : 0;
  if (pathname.endsWith('folder/list'))
    return {
      folders: folders.filter((each) => each.parent === parent).map(({ id, name }) => ({ fld_id: id, name })),
    };
  const listed = files.filter(({ folder }) => folder === parent);
  return {
    files: listed.map(({ code, folder }) => ({ file_code: code, title: code, fld_id: folder })),
    results_total: listed.length,
  };
}

const newClient = (limiter: Limiter = fastLimiter()): Client =>
  createClient({ baseUrl: server.url, key, limiter, maxRetries: 0, dialect: 'document' });

const paths = () => folders.map(({ id, parent, name }) => `${parent}/${name} ${id}`);

describe('folders.ensure', () => {
  test('creates missing folders, and returns the ids', async () => {
    const client = newClient();
    expect(await client.folders.ensure('a/b/c')).toEqual({
      folderId: '3',
      folderIds: ['1', '2', '3'],
      isNew: true,
    });
    expect(await client.folders.ensure('/a//./b/')).toEqual({
      folderId: '2',
      folderIds: ['1', '2'],
      isNew: false,
    });
    expect(await client.folders.ensure(['a', 'b', 'x/y'])).toMatchObject({ folderId: '4', isNew: true });
    expect(await client.folders.ensure('b', { parentId: '1' })).toMatchObject({
      folderIds: ['2'],
      isNew: false,
    });
    expect(paths()).toEqual(['0/a 1', '1/b 2', '2/c 3', '2/x/y 4']);
  });

  test.each(['', '.', '/'])('returns the root for “%s”', async (path) => {
    expect(await newClient().folders.ensure(path)).toEqual({ folderId: '0', folderIds: [], isNew: false });
    expect(server.requests).toHaveLength(0);
  });

  test('creates a folder once, however often it is called at once', async () => {
    const client = newClient();
    const all = await Promise.all(['a/b', 'a/b', 'a/c', 'a'].map((path) => client.folders.ensure(path)));
    expect(all.map(({ folderId }) => folderId)).toEqual(['2', '2', '3', '1']);
    expect(all.map(({ isNew }) => isNew)).toEqual([true, false, true, false]);
    expect(paths()).toEqual(['0/a 1', '1/b 2', '1/c 3']);
  });

  test('creates a folder once for two clients of an account', async () => {
    const options = { baseUrl: server.url, key, dialect: 'document' } as const;
    const clients = [createClient(options), createClient(options)];
    const both = await Promise.all(clients.map((client) => client.folders.ensure('a')));
    expect(both.map(({ folderId }) => folderId)).toEqual(['1', '1']);
    expect(folders).toHaveLength(1);
  });

  test('uses the older folder if another process created one at the same time', async () => {
    intercept = (path) => {
      // The other client creates it after both have looked.
      if (path.endsWith('create') && folders.length === 0) folders.push({ id: 1, parent: 0, name: 'a' });
      return undefined;
    };
    const [one, other] = [newClient(createLimiter()), newClient(createLimiter())];
    expect(await one.folders.ensure('a')).toMatchObject({ folderId: '1' });
    expect(await other.folders.ensure('a')).toMatchObject({ folderId: '1', isNew: false });
    expect(folders).toHaveLength(2);
  });

  test('compares ids as numbers, not as text', async () => {
    folders = [10, 9, 100].map((id) => ({ id, parent: 0, name: 'a' }));
    expect(await newClient().folders.ensure('a')).toMatchObject({ folderId: '9' });
  });

  test('recognises a name in another Unicode form, and with spaces', async () => {
    folders = [{ id: 1, parent: 0, name: ' Cafe\u0301' }];
    expect(await newClient().folders.ensure('Caf\u00e9 ')).toMatchObject({ folderId: '1', isNew: false });
  });

  test('recognises a name with invisible characters, which lists lack', async () => {
    const client = newClient();
    const name = 'Foto\u00adalbum\u200b 1';
    expect(await client.folders.ensure([name])).toMatchObject({ folderId: '1', isNew: true });
    expect(await client.folders.ensure([name])).toMatchObject({ folderId: '1', isNew: false });
  });

  test.each([[], [{ fld_id: '2', name: 'b' }]])(
    'doesn’t take one response (%j) as proof',
    async (...listed) => {
      folders = [{ id: 1, parent: 0, name: 'a' }];
      let count = 0;
      intercept = (path) => {
        count += 1;
        return path.endsWith('list') && count === 1
          ? { status: 200, msg: 'OK', result: { folders: listed } }
          : undefined;
      };
      expect(await newClient().folders.ensure('a')).toMatchObject({ folderId: '1', isNew: false });
    },
  );

  test.each([true, false])('looks for the folder after a lost response (there: %j)', async (isThere) => {
    intercept = (path) => {
      if (!path.endsWith('create')) return undefined;
      if (isThere) folders.push({ id: 1, parent: 0, name: 'a' });
      return {};
    };
    const ensured = await newClient()
      .folders.ensure('a')
      .catch((error: unknown) => error);
    expect(ensured).toMatchObject(isThere ? { folderId: '1', isNew: true } : { mayHaveTakenEffect: true });
    expect(server.requests.filter(({ url }) => url.pathname.endsWith('create'))).toHaveLength(1);
  });

  test('doesn’t continue in a folder that the service named differently', async () => {
    rename = (name) => name.replace('&', 'and');
    await expect(newClient().folders.ensure('a/Q&A/b')).rejects.toMatchObject({
      code: 'refused',
      mayHaveTakenEffect: true,
      message: expect.stringContaining('The service calls the new folder “QandA” (folder 2). Use that name.'),
    });
    expect(folders).toHaveLength(2);
  });

  test.each([0, 1])('says after %d new folders and a failure whether something has changed', async (made) => {
    intercept = (path) =>
      path.endsWith('list') && folders.length === made ? { status: 400, msg: 'Not today' } : undefined;
    await expect(newClient().folders.ensure('a/b')).rejects.toMatchObject({
      ...{ code: 'refused', endpoint: 'folder/list', mayHaveTakenEffect: made > 0 },
    });
  });

  test('doesn’t start in a missing folder', async () => {
    folders = [{ id: 1, parent: 0, name: 'a' }];
    await expect(newClient().folders.ensure('a', { parentId: '99' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('can be repeated after an abort at request %d', async (at) => {
    const controller = new AbortController();
    let count = 0;
    intercept = () => {
      count += 1;
      if (count === at) controller.abort();
      return undefined;
    };
    const client = newClient();
    const { signal } = controller;
    const first = await client.folders.ensure('a/b', {}, { signal }).catch((error: unknown) => error);
    if (signal.aborted) expect(first).toMatchObject({ code: 'aborted' });
    // The service may still be processing the request.
    const made = folders.length;
    expect(await client.folders.ensure('a/b')).toMatchObject({ folderIds: ['1', '2'] });
    expect([made <= 2, folders.length]).toEqual([true, 2]);
  });

  test('waits no longer than its signal, and leaves others their turn', async () => {
    const going = Promise.withResolvers<undefined>();
    intercept = () => going.promise;
    const client = newClient();
    const controller = new AbortController();
    const first = client.folders.ensure('a');
    const second = client.folders.ensure('a', {}, { signal: controller.signal });
    const third = client.folders.ensure('a');
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'aborted', mayHaveTakenEffect: false });
    going.resolve(undefined);
    expect((await Promise.all([first, third])).map(({ folderId }) => folderId)).toEqual(['1', '1']);
    expect(folders).toHaveLength(1);
  });

  test('continues after a failed call', async () => {
    let count = 0;
    intercept = () => (count++ === 0 ? { status: 400, msg: 'Not today' } : undefined);
    const client = newClient();
    const ends = await Promise.allSettled([client.folders.ensure('a'), client.folders.ensure('a')]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  test.each<[string, unknown, unknown]>([
    ['a path up', '../a', undefined],
    ['no path', undefined, undefined],
    ['a number', 7, undefined],
    ['a name that is none', ['a', ''], undefined],
    ['a name that is a number', [7], undefined],
    ['another option', 'a', { parent: '7' }],
    ['a parent that is a number', 'a', { parentId: 7 }],
    ['null', 'a', null],
  ])('rejects %s with a TypeError', async (_, path, from) => {
    await expect(newClient().folders.ensure(path as string, from as object)).rejects.toThrow(TypeError);
    expect(server.requests).toHaveLength(0);
  });
});

describe('folders.walk', () => {
  beforeEach(() => {
    folders = [
      { id: 1, parent: 0, name: 'a' },
      { id: 2, parent: 0, name: 'b' },
      { id: 3, parent: 1, name: 'c/d' },
      { id: 4, parent: 3, name: 'e' },
    ];
    files = [
      { code: 'root', folder: 0 },
      { code: 'deep', folder: 4 },
      { code: 'one', folder: 1 },
      { code: 'two', folder: 1 },
    ];
  });

  async function walk(client: Client, folderId?: string) {
    const entries = client.folders.walk(folderId);
    const seen: string[] = [];
    for await (const entry of entries) {
      const id = entry.kind === 'folder' ? entry.folder.folderId : entry.file.fileCode;
      seen.push(`${entry.path.join(' > ')} = ${id} in ${entry.parentId}`);
    }
    return { seen, summary: entries.summary };
  }

  test('returns each folder before its contents', async () => {
    expect(await walk(newClient())).toEqual({
      seen: [
        'root = root in 0',
        'a = 1 in 0',
        'a > one = one in 1',
        'a > two = two in 1',
        'a > c/d = 3 in 1',
        'a > c/d > e = 4 in 3',
        'a > c/d > e > deep = deep in 4',
        'b = 2 in 0',
      ],
      summary: { skipped: 0, isComplete: true },
    });
  });

  test('starts in a folder', async () => {
    expect((await walk(newClient(), '3')).seen).toEqual(['e = 4 in 3', 'e > deep = deep in 4']);
    await expect(walk(newClient(), '99')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('doesn’t confuse the root with a folder that disappears during the walk', async () => {
    const isGone = (params: URLSearchParams) => params.get('fld_id') === '4';
    intercept = (path, params) => {
      if (isGone(params)) params.set('fld_id', '0');
      return isGone(params) && path.endsWith('file/list')
        ? { status: 200, msg: 'OK', result: [] }
        : undefined;
    };
    expect((await walk(newClient(), '1')).seen).toEqual([
      ...['one = one in 1', 'two = two in 1', 'c/d = 3 in 1', 'c/d > e = 4 in 3'],
    ]);
  });

  test.each([
    ['from the start', /./],
    ['once its folders were listed', /file/],
  ])('continues without a folder that the service doesn’t know %s, and isn’t complete', async (_, call) => {
    intercept = (path, params) =>
      params.get('fld_id') === '3' && call.test(path) ? { status: 404, msg: 'No such folder' } : undefined;
    const { seen, summary } = await walk(newClient());
    expect(seen.at(-1)).toBe('b = 2 in 0');
    expect(summary).toEqual({ skipped: 0, isComplete: false });
  });

  test('isn’t complete if a folder couldn’t be read', async () => {
    intercept = (path, params) =>
      path.endsWith('folder/list') && params.get('fld_id') === '1'
        ? { status: 200, msg: 'OK', result: { folders: [{ fld_id: 3, name: 'c' }, { name: 'no id' }] } }
        : undefined;
    expect((await walk(newClient())).summary).toEqual({ skipped: 1, isComplete: false });
  });

  test('ends if folders contain each other', async () => {
    folders = [
      { id: 1, parent: 0, name: 'a' },
      { id: 2, parent: 1, name: 'b' },
    ];
    intercept = (path, params) =>
      path.endsWith('folder/list') && params.get('fld_id') === '2'
        ? { status: 200, msg: 'OK', result: { folders: [{ fld_id: 1, name: 'a' }] } }
        : undefined;
    expect((await walk(newClient())).seen).toHaveLength(5);
  });

  test('requests no more than is read, and rejects on abort', async () => {
    const client = newClient();
    for await (const entry of client.folders.walk()) if (entry.kind === 'folder') break;
    const before = server.requests.length;
    expect(server.requests.some(({ url }) => url.searchParams.get('fld_id') === '1')).toBe(false);
    const controller = new AbortController();
    const entries = client.folders.walk('0', { signal: controller.signal });
    await entries.next();
    controller.abort();
    const rest = (async () => {
      for await (const _ of entries);
    })();
    await expect(rest).rejects.toMatchObject({ code: 'aborted' });
    expect(server.requests.length).toBeGreaterThan(before);
    await expect(client.folders.walk('').next()).rejects.toThrow(TypeError);
    await expect(client.folders.walk({ folderId: '1' } as never).next()).rejects.toThrow(TypeError);
  });
});
