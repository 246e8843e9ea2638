/** Every call against the real local service over HTTP. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, type Dialect, dialects } from '../../../lib/api/index.ts';
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
  return {
    email,
    key,
    client: createClient({ baseUrl: service.url, key, limiter: fastLimiter(), maxRetries: 0 }),
  };
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
    const isLacking = dialects.document.calls[name as keyof Dialect['calls']] === null;
    if (end.code === null) expectResultValues(end.value, name);
    else expect(end.code).toBe(isLacking ? 'refused' : 'not-found');
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
  await expect.poll(readTransfer).toMatchObject({ bytesTotal: 100 });
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
    info: { ...info, lastView: 'never', folderId: 'not said' },
    images: await client.files.images(code),
    clone: await client.files.clone(code),
  };
  // Fields that its dialect has no name for.
  const lacking = ['login', 'isPremium', 'filesTotal', 'deletesOn', 'deletesInSeconds', 'progress'];
  const unread: string[] = [];
  JSON.stringify(results, (name, value) => {
    if ((value === null || value === '') && !lacking.includes(name)) unread.push(name);
    return value;
  });
  expect(unread).toEqual([]);
  await web.close();
});

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
    // The service's Node server answers by itself, with an empty 431.
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
