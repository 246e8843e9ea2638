/** Every call against the real local service over HTTP. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Client,
  createClient,
  type Dialect,
  type DialectName,
  dialects,
} from '../../../lib/api/index.ts';
import { type Admin, createAdmin, type RunningService, startService } from '../../../service/src/index.ts';
import { tableOfCalls } from './helpers/calls.ts';
import { mostWithin } from './helpers/fake-window-service.ts';
import { fastLimiter } from './helpers/fast-limiter.ts';
import { startRawServer } from './helpers/raw-server.ts';
import { expectResultValues } from './helpers/result-values.ts';

let service: RunningService;
let admin: Admin;
let dataDir: string;
const open = async (dialect: DialectName) => {
  dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-api-'));
  service = await startService({ dataDir, dialect, admin: true, rateLimit: false });
  admin = createAdmin(service.url);
};
const close = async () => {
  await service.close();
  await rm(dataDir, { recursive: true });
};

/** An account per test, so that tests don't use up each other's requests. */
function newAccount(dialect?: DialectName): { email: string; key: string; client: Client } {
  const { email, key } = service.createAccount({ email: `${randomUUID()}@files.example` });
  const { url: baseUrl } = service;
  return {
    email,
    key,
    client: createClient({ baseUrl, key, dialect, limiter: fastLimiter(), maxRetries: 0 }),
  };
}

const sendText = (client: Client, name: string) => client.uploads.send(new File([`text of ${name}`], name));

describe.each([
  ['document', 'document'],
  ['sibling', 'sibling'],
  ['document', undefined],
  ['sibling', undefined],
] as const)('in the dialect %s, given %s', (dialect, given) => {
  const { calls, fields, upload } = dialects[dialect];
  beforeAll(() => open(dialect));
  afterAll(close);

  describe('every call of the table', () => {
    test.each(tableOfCalls)(
      '$name returns values of the declared form, or is refused',
      async ({ name, run }) => {
        const { client } = newAccount(given);
        // The codes of the table don't exist: calls about one file are refused, and all others succeed.
        const end = await run(client).then(
          (value) => ({ value, code: null }),
          (error) => ({ value: null, code: error.code }),
        );
        const isLacking = calls[name as keyof Dialect['calls']] === null;
        if (end.code === null) expectResultValues(end.value, name);
        else expect(end.code).toBe(isLacking ? 'refused' : 'not-found');
      },
    );
  });

  test('every field that the service sends is read', async () => {
    const { client, email } = newAccount(given);
    await service.seed({ account: email, files: 1, folders: 1, takedowns: 1 });
    const web = await startRawServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('the first bytes');
    });
    const { fileCode } = await client.remoteUploads.add({ url: `${web.url}/a.txt`, title: 'A' });
    const readTransfer = () => client.remoteUploads.status(fileCode);
    await expect.poll(readTransfer).toMatchObject({ phase: 'working' });
    const sent = await sendText(client, 'a.txt');
    const [info] = await client.files.info([sent.fileCode]);
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
      images: await client.files.images(sent.fileCode),
      clone: await client.files.clone(sent.fileCode),
    };
    const recordNames: Readonly<Record<string, keyof Dialect['fields']>> = {
      account: 'account',
      takedowns: 'takedown',
      transfer: 'transfer',
      slots: 'slots',
      info: 'fileInfo',
      images: 'fileImages',
      clone: 'clonedFile',
    };
    const unread = Object.entries(results).flatMap(([key, result]) => {
      const recordName = recordNames[key];
      const names: Readonly<Record<string, readonly string[]>> =
        key === 'sent' ? upload.fields : recordName === undefined ? {} : fields[recordName];
      const empty: string[] = [];
      JSON.stringify(result, (name, value) => {
        if ((value === null || value === '') && names[name]?.length !== 0) empty.push(`${key}.${name}`);
        return value;
      });
      return empty;
    });
    // Undocumented, but read if hosts send it.
    expect(unread).toEqual(dialect === 'document' ? [] : ['images.thumbImage']);
    await web.close();
  });
});

describe('in the dialect of the document', () => {
  beforeAll(() => open('document'));
  afterAll(close);

  describe('files', () => {
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
  });

  describe('remote uploads', () => {
    test('with an address that is too long are refused without a repeat', async () => {
      const { client } = newAccount();
      const url = `https://files.example/${'a'.repeat(24_000)}`;
      // The service's Node server responds itself, with an empty 431.
      await expect(client.remoteUploads.add({ url })).rejects.toMatchObject({
        code: 'refused',
        status: 431,
        mayHaveTakenEffect: false,
      });
      expect(await client.remoteUploads.list()).toEqual([]);
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
  });
});

describe('at a service of the sibling dialect', () => {
  beforeAll(() => open('sibling'));
  afterAll(close);

  function listeningClient(dialect?: DialectName) {
    const { key } = service.createAccount({ email: `${randomUUID()}@files.example` });
    const asked: string[] = [];
    const onRequest = ({ endpoint }: { endpoint: string }) => void asked.push(endpoint);
    const options = { baseUrl: service.url, key, dialect, limiter: fastLimiter(), maxRetries: 0, onRequest };
    return { client: createClient(options), asked };
  }

  test('a file is sent with its folder and title, and not moved afterwards', async () => {
    const { client, asked } = listeningClient('sibling');
    const { folderId } = await client.folders.create({ name: 'Talks' });
    const file = new File(['some text'], 'talk.txt');
    const sent = await client.uploads.send(file, { folderId, title: 'The talk' });
    expect(sent).toMatchObject({ title: 'The talk', folderId });
    expect(asked.slice(1)).toEqual(['upload/server', 'upload', 'file/info']);
    const { files } = await client.files.list({ folderId });
    expect(files).toMatchObject([{ fileCode: sent.fileCode, title: 'The talk', folderId }]);
  });

  test('a file that went into another folder is moved', async () => {
    const { client, asked } = listeningClient('sibling');
    const sent = client.uploads.send(new File(['some text'], 'talk.txt'), { folderId: '999' });
    await expect(sent).rejects.toMatchObject({ code: 'not-found', fileCode: expect.any(String) });
    expect(asked).toEqual(['upload/server', 'upload', 'file/info', 'file/edit']);
  });

  test.each(['sibling', undefined] as const)(
    'changes take effect in a client that was given %s',
    async (given) => {
      const { client } = listeningClient(given);
      const outer = await client.folders.create({ name: 'Outer' });
      const inner = await client.folders.create({ name: 'Inner' });
      await client.folders.move(inner.folderId, outer.folderId);
      await client.folders.rename(inner.folderId, 'Moved');
      expect((await client.folders.list(outer.folderId)).folders).toMatchObject([{ name: 'Moved' }]);

      const { folderId } = inner;
      const { fileCode } = await client.uploads.send(new File(['text'], 'one.txt'), {
        folderId,
        title: 'One',
      });
      await client.files.rename(fileCode, 'Another title');
      expect(await client.files.search('another')).toMatchObject([
        { fileCode, folderId, title: 'Another title' },
      ]);
      await client.files.move(fileCode, '0');
      expect(await client.files.info(fileCode)).toMatchObject([{ found: true, folderId: '0', size: null }]);
      const copy = await client.files.clone(fileCode, { folderId });
      expect(await client.files.check(copy.fileCode)).toMatchObject({ active: true });

      await client.files.delete([fileCode, copy.fileCode]);
      await expect(client.files.check(fileCode)).rejects.toMatchObject({ code: 'not-found' });
      const deleted = (await client.files.deleted({ hours: 1 })).map((file) => file.fileCode);
      expect(deleted.sort()).toEqual([fileCode, copy.fileCode].sort());
      await expect(client.files.delete(fileCode)).rejects.toMatchObject({ code: 'not-found' });
      expect(client.dialect).toBe('sibling');
    },
  );
});
