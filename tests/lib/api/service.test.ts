/** Every call against the real local service over HTTP. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, createClient, type FoundFile } from '../../../lib/api/index.ts';
import { type Admin, createAdmin, type RunningService, startService } from '../../../service/src/index.ts';
import { tableOfCalls } from './helpers/calls.ts';
import { mostWithin } from './helpers/fake-window-service.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import { startRawServer } from './helpers/raw-server.ts';
import { expectResultValues } from './helpers/result-values.ts';

let service: RunningService;
let admin: Admin;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-api-'));
  service = await startService({ dataDir, admin: true, rateLimit: false });
  admin = createAdmin(service.url);
});
afterAll(async () => {
  await service.close();
  await rm(dataDir, { recursive: true });
});

/** An account of the test's own, so that no test uses up another one's requests. */
function newAccount(): { email: string; key: string; client: Client } {
  const { email, key } = service.createAccount({ email: `${randomUUID()}@files.example` });
  return { email, key, client: createClient({ baseUrl: service.url, key, limiter: fastLimiter() }) };
}

const sendText = (client: Client, name: string) => client.uploads.send(new File([`text of ${name}`], name));

describe('every call of the table', () => {
  test.each(tableOfCalls)('$name returns values of their form, or is refused', async ({ name, run }) => {
    const { client } = newAccount();
    // The codes of the table are not there: what is asked about one file is refused, and everything else is answered.
    const end = await run(client).then(
      (value) => ({ value, code: null }),
      (error) => ({ value: null, code: error.code }),
    );
    if (end.code === null) expectResultValues(end.value, name);
    else expect(end.code).toBe('not-found');
  });
});

test('every field that the service sends is read', async () => {
  const { client, email } = newAccount();
  await service.seed({ account: email, files: 1, folders: 1, takedowns: 1 });
  const web = await startRawServer((_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('the first bytes');
  });
  const { fileCode } = await client.remoteUploads.add({ url: `${web.url}/a.txt`, title: 'A' });
  const readTransfer = () => client.remoteUploads.status(fileCode);
  await expect.poll(readTransfer, { timeout: 10_000 }).toMatchObject({ bytesTotal: 100 });
  const sent = await sendText(client, 'a.txt');
  const code = sent.fileCode ?? '';
  const [info] = await client.files.info([code]);
  const results = {
    sent,
    account: await client.account.info(),
    reports: await client.account.reports({ days: 2 }),
    takedowns: await client.takedowns.list(),
    transfer: await readTransfer(),
    slots: await client.remoteUploads.slots(),
    folder: await client.folders.list('0'),
    files: await client.files.list({ folderId: '0' }),
    info: { ...info, lastView: 'never' },
    images: await client.files.images(code),
    clone: await client.files.clone(code),
  };
  const unread: string[] = [];
  JSON.stringify(results, (name, value) => {
    if (value === null || value === '') unread.push(name);
    return value;
  });
  expect(unread).toEqual([]);
  await web.close();
});

describe('the account', () => {
  test('is read, with a report for its days', async () => {
    const { client, email } = newAccount();
    expect(await client.account.info()).toMatchObject({
      email,
      storageUsed: 0,
      storageLeft: expect.any(Number),
    });
    const days = await client.account.reports({ days: 3 });
    expect(days).toHaveLength(3);
    const [first] = days;
    const range = { from: first?.day, to: first?.day };
    expect(await client.account.reports(range)).toEqual([first]);
  });

  test('with a wrong key is unauthorized', async () => {
    const client = createClient({ baseUrl: service.url, key: 'no-such-key' });
    await expect(client.account.info()).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('files', () => {
  test('are sent, described, renamed, moved, found and cloned', async () => {
    const { client } = newAccount();
    const progress = vi.fn();
    const sent = await client.uploads.send(new File(['hello'], 'Hello_world.txt'), { onProgress: progress });
    const fileCode = sent.fileCode ?? '';
    expect(sent).toMatchObject({ size: 5, protectedEmbed: expect.stringContaining('/e/') });
    expect(progress).toHaveBeenCalled();

    expect(await client.files.check(fileCode)).toEqual({ fileCode, status: 'Active', active: true });
    const [info, missing] = await client.files.info([fileCode, 'nosuchcode']);
    expect(info).toMatchObject({ found: true, fileCode, size: 5, lastView: null });
    expect(missing).toMatchObject({ found: false, fileCode: 'nosuchcode' });
    expect((info as FoundFile).singleImage).toMatch(service.url);
    expect(await client.files.images(fileCode)).toMatchObject({
      fileCode,
      thumbImage: expect.stringContaining('http'),
    });

    const { folderId } = await client.folders.create({ name: 'Things' });
    await client.files.rename(fileCode, 'Good evening');
    await client.files.move(fileCode, folderId);
    expect((await client.files.list({ folderId })).files).toMatchObject([
      { fileCode, title: 'Good evening', folderId },
    ]);
    expect(await client.files.search('evening')).toMatchObject([{ fileCode }]);

    const other = newAccount();
    const clone = await other.client.files.clone(fileCode);
    expect(await other.client.files.check(clone.fileCode)).toMatchObject({ active: true });
  });

  test('are all listed, each once, in a large account', async () => {
    const { client, email } = newAccount();
    await service.seed({ account: email, files: 450, folders: 0 });
    const codes = new Set<string>();
    for await (const { fileCode } of client.files.iterate()) codes.add(fileCode);
    expect(codes.size).toBe(450);
    expect(await client.files.list({ perPage: 200 })).toMatchObject({ total: 450, totalPages: 3 });
  });

  test('can be filtered by age', async () => {
    const { client } = newAccount();
    const { fileCode, uploaded } = await sendText(client, 'new.txt');
    const recent = await client.files.list({ createdWithinMinutes: 5 });
    expect(recent.files).toMatchObject([{ fileCode }]);
    expect((await client.files.list({ createdAfter: '2001-01-01 00:00:00' })).files).toHaveLength(1);
    expect((await client.files.list({ createdAfter: uploaded ?? '' })).files).toHaveLength(0);
  });

  test('that were taken down are listed', async () => {
    const { client } = newAccount();
    const { fileCode } = await sendText(client, 'bad.txt');
    await admin.takeDown(fileCode ?? '');
    expect(await client.takedowns.list()).toMatchObject([{ fileCode, reportedOn: expect.any(String) }]);
    for await (const takedown of client.takedowns.iterate()) expect(takedown.fileCode).toBe(fileCode);
  });
});

describe('folders', () => {
  test('are created in one another, renamed and listed', async () => {
    const { client } = newAccount();
    const { folderId } = await client.folders.create({ name: 'Outer' });
    const inner = await client.folders.create({ name: 'Inner', parentId: folderId });
    await client.folders.rename(inner.folderId, 'Tom & Jerry');
    expect(await client.folders.list(folderId)).toMatchObject({
      folders: [{ folderId: inner.folderId, name: 'Tom & Jerry' }],
      files: [],
    });
    const root = await client.folders.list('0', { onlyFolders: true });
    expect(root.folders.map(({ name }) => name)).toEqual(['Outer']);
  });

  test('with an unknown id are refused', async () => {
    const { client } = newAccount();
    await expect(client.folders.rename('999999', 'x')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('remote uploads', () => {
  test('with an address that is too long are refused without a repeat', async () => {
    const { client } = newAccount();
    const url = `https://files.example/${'a'.repeat(24_000)}`;
    // The service's Node server answers by itself, with an empty 431.
    await expect(client.remoteUploads.add({ url })).rejects.toMatchObject({
      code: 'refused',
      status: 431,
      mayHaveTakenEffect: false,
    });
    expect(await client.remoteUploads.list()).toEqual([]);
  });

  test('fetch a link into a folder, and leave the list when they are done', async () => {
    const web = await startRawServer((_, response) => response.end('the bytes of the link'));
    const { client } = newAccount();
    const { folderId } = await client.folders.create({ name: 'Target' });
    const { fileCode, totalSlots } = await client.remoteUploads.add({
      url: `${web.url}/a.txt`,
      folderId,
      title: 'A link',
    });
    expect(totalSlots).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await client.remoteUploads.status(fileCode)).toBeNull(), {
      timeout: 10_000,
    });
    expect(await client.remoteUploads.list()).toEqual([]);
    const [info] = await client.files.info([fileCode]);
    expect(info).toMatchObject({ found: true, title: 'A link', size: 21 });
    expect((await client.files.list({ folderId })).files).toMatchObject([{ fileCode }]);
    await web.close();
  });

  test('that fail are shown, started again, cleared and deleted', async () => {
    const web = await startRawServer((_, response) => response.writeHead(404).end());
    const { client } = newAccount();
    const add = async (name: string) =>
      (await client.remoteUploads.add({ url: `${web.url}/${name}` })).fileCode;
    const [one, other] = [await add('1'), await add('2')];
    const phases = async () => (await client.remoteUploads.list()).map(({ phase }) => phase);
    await vi.waitFor(async () => expect(await phases()).toEqual(['error', 'error']), { timeout: 10_000 });
    expect(await client.remoteUploads.status(one)).toMatchObject({
      fileCode: one,
      remoteUrl: `${web.url}/1`,
    });
    expect((await client.remoteUploads.restartErrors()).msg).toMatch(/restart/i);
    await client.remoteUploads.delete(other);
    await vi.waitFor(async () => expect(await phases()).toEqual(['error']), { timeout: 10_000 });
    await client.remoteUploads.clearErrors();
    expect(await client.remoteUploads.list()).toEqual([]);
    expect(await client.remoteUploads.slots()).toMatchObject({ usedSlots: 0 });
    await web.close();
  });
});

describe('faults of the network and the service', () => {
  const faults = [
    { fault: { kind: 'reset-before' }, code: 'network' },
    { fault: { kind: 'reset-after' }, code: 'network' },
    { fault: { kind: 'html' }, code: 'invalid-response' },
    { fault: { kind: 'empty' }, code: 'invalid-response' },
    { fault: { kind: 'cut' }, code: 'invalid-response' },
    { fault: { kind: 'cut', abrupt: true }, code: 'network' },
    { fault: { kind: 'hang' }, code: 'timeout' },
    { fault: { kind: 'too-many-requests-200' }, code: 'rate-limited' },
  ] as const;

  test.each(faults)('$fault is reported as $code with the correct effect', async ({ fault, code }) => {
    const { client, key } = newAccount();
    const hasty = createClient({ baseUrl: service.url, key, timeout: code === 'timeout' ? 300 : 20_000 });
    await admin.setFaults([{ endpoint: '/api/folder/create', times: 1, ...fault }]);
    const error = await hasty.folders.create({ name: 'A' }).catch((caught) => caught);
    await admin.clearFaults();
    expect(error).toMatchObject({ code });
    const { folders } = await client.folders.list('0');
    // "Has had no effect" is a promise; "may have had" is none.
    if (!error.mayHaveTakenEffect) expect(folders).toEqual([]);
    expect(error.mayHaveTakenEffect).toBe(code !== 'rate-limited');
  });
});

describe('the limit of the service', () => {
  beforeAll(() => admin.setSettings({ rateLimit: true }));
  afterAll(() => admin.setSettings({ rateLimit: false }));

  test('is reached and never exceeded by 25 concurrent calls of two clients', async () => {
    const { key, email } = newAccount();
    const [first, second] = [0, 1].map(() => createClient({ baseUrl: service.url, key }));
    const calls = Array.from({ length: 25 }, (_, index) =>
      (index % 2 === 0 ? first : second)?.remoteUploads.status(`code${index}`),
    );
    expect(await Promise.all(calls)).toHaveLength(25);
    const arrivals = (await admin.audit()).filter(({ account }) => account === email);
    expect(arrivals.map(({ outcome }) => outcome)).not.toContain('refused');
    expect(
      mostWithin(
        arrivals.map(({ at }) => at),
        1_000,
      ),
    ).toBe(10);
  });

  test('causes a typed error in clients without a limiter', async () => {
    const { client } = newAccount();
    const ends = await Promise.allSettled(
      Array.from({ length: 25 }, (_, index) => client.remoteUploads.status(`code${index}`)),
    );
    const refused = ends.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const end of refused)
      expect(end).toMatchObject({ reason: { code: 'rate-limited', msg: 'Too Many Requests' } });
  });
});
