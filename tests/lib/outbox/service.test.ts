/** The outbox and the watch against the real local service, through the real client, with faults on purpose. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../../lib/api/index.ts';
import type { OutboxEvent } from '../../../lib/outbox/context.ts';
import { createOutbox } from '../../../lib/outbox/outbox.ts';
import { createSessionStore } from '../../../lib/outbox/session-store.ts';
import { createSessionStore as createWatchStore } from '../../../lib/watch/session-store.ts';
import { createWatch, type WatchEvent } from '../../../lib/watch/watch.ts';
import { createAdmin, startService } from '../../../service/src/index.ts';
import { memoryArea } from './samples.ts';

// Real servers on a machine that may be busy: late is not wrong.
vi.setConfig({ testTimeout: 60_000 });

const key = 'outbox-test-key';
const accountId = 'account';
const folder = { id: '0', name: '' };

/** A web server with files; those under /endless never end. */
async function startSite(): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'video/webm', 'content-length': 1_000 });
    if (request.url?.startsWith('/endless')) response.write('some');
    else response.end(Buffer.alloc(1_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function setUp(options: { readonly key?: string; readonly timeout?: number } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-outbox-'));
  const service = await startService({ dataDir, admin: true, accounts: [{ email: 'one@example.org', key }] });
  onTestFinished(async () => {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const site = await startSite();
  const admin = createAdmin(service.url);
  const { timeout = 10_000 } = options;
  let currentKey = options.key ?? key;
  const clientFor = async () => createClient({ baseUrl: service.url, key: currentKey, timeout });

  /** Waits are not waited for: the clock is set forward to their end. The service's clock stays what it is. */
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const events: OutboxEvent[] = [];
  const ends: WatchEvent[] = [];
  const area = memoryArea();
  const store = createSessionStore(area);
  const watch = createWatch({
    store: createWatchStore(area),
    clientFor,
    clock,
    onEvent: (event) => void (event.type !== 'changed' && ends.push(event)),
  });
  const outbox = createOutbox({
    store,
    clientFor,
    clock,
    random: () => 0.5,
    online: () => true,
    transfers: (id) => watch.known(id),
    onEvent: async (event) => {
      if (event.type !== 'changed') events.push(event);
      if (event.type !== 'accepted') return;
      const { url, title, fileCode, private: isPrivate } = event.item;
      const told = { accountId, fileCode, url, title, private: isPrivate };
      await watch.follow({ ...told, folderId: folder.id, folderName: folder.name });
    },
  });

  return {
    ...{ admin, site, store, outbox, watch, events, ends, service },
    setKey: (next: string) => {
      currentKey = next;
    },
    add: (...paths: string[]) =>
      outbox.add(
        paths.map((path) => ({ url: site + path })),
        { accountId, folder, private: false },
      ),
    /** Runs until the outbox wants nothing any more. */
    async drain() {
      for (;;) {
        const { nextWakeAt } = await outbox.run();
        if (nextWakeAt === null) return;
        ahead += Math.max(0, nextWakeAt - clock());
      }
    },
    /** Looks until nothing moves any more. */
    async watchToTheEnd() {
      for (;;) {
        await watch.look();
        const at = await watch.nextLookAt({ looking: true });
        if (at === null) return;
        // Slower than the clock that is set forward: bytes take their time.
        await new Promise((resolve) => setTimeout(resolve, 20));
        ahead += Math.max(0, at - clock());
      }
    },
    async sent() {
      return (await admin.audit()).filter(({ path }) => path === '/api/upload/url');
    },
    async fileTitles() {
      const client = await clientFor();
      return (await client.files.list({})).files.map(({ title }) => title).sort();
    },
    told: () => events.map(({ type }) => type),
  };
}

test('links go out in order and are followed to files', async () => {
  const world = await setUp();
  await world.add('/one.webm', '/two.webm', '/three.webm');
  await world.drain();
  expect(world.told()).toEqual(['accepted', 'accepted', 'accepted']);
  const urls = (await world.sent()).map(({ query }) => query['url']);
  expect(urls).toEqual(['/one.webm', '/two.webm', '/three.webm'].map((path) => world.site + path));
  expect(await world.store.list()).toEqual([]);
  await world.watchToTheEnd();
  expect(world.ends.map(({ type }) => type)).toEqual(['done', 'done', 'done']);
  expect(await world.fileTitles()).toEqual(['one', 'three', 'two']);
});

test('a connection reset after the effect: found among the transfers, sent once', async () => {
  const world = await setUp();
  await world.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'reset-after', times: 1 }]);
  await world.add('/endless/one.webm?a=b%20c');
  await world.drain();
  expect(world.told()).toContain('accepted');
  expect(await world.store.list()).toEqual([]);
  expect(await world.sent()).toHaveLength(1);
  expect(await world.admin.transfers()).toHaveLength(1);
});

test('a reset after the effect of a link that is fetched before anybody looks: found among the files', async () => {
  const world = await setUp();
  await world.add('/quick_one.webm');
  // The first look is made to fail, so that the transfer has come and gone before the second.
  await world.admin.setFaults([
    { endpoint: '/api/upload/url', kind: 'reset-after', times: 1 },
    { endpoint: '/api/urlupload/list', kind: 'html', times: 1 },
  ]);
  await world.outbox.run();
  await expect.poll(world.fileTitles, { timeout: 20_000 }).toEqual(['quick one']);
  await world.drain();
  expect(world.told().filter((type) => type !== 'waiting')).toEqual(['accepted']);
  expect(await world.sent()).toHaveLength(1);
  await world.watchToTheEnd();
  expect(await world.fileTitles()).toEqual(['quick one']);
  expect(world.ends).toMatchObject([{ type: 'done', transfer: { title: 'quick one' } }]);
});

test('a reset before the effect: proven absent and sent once more', async () => {
  const world = await setUp();
  await world.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'reset-before', times: 1 }]);
  await world.add('/one.webm', '/two.webm');
  await world.drain();
  expect(world.told().filter((type) => type === 'accepted')).toHaveLength(2);
  expect(await world.sent()).toHaveLength(3);
  await world.watchToTheEnd();
  expect(await world.fileTitles()).toEqual(['one', 'two']);
});

const noSlots = { status: 400, msg: 'No free slots', result: null };

test.each([
  ['a web page, with effect', { kind: 'html', effect: true }],
  ['a web page, without effect', { kind: 'html', effect: false }],
  ['no answer, with effect', { kind: 'hang', effect: true }],
  ['no answer, without effect', { kind: 'hang', effect: false }],
  ['an answer that is cut off', { kind: 'cut' }],
  ['an empty answer', { kind: 'empty', effect: true }],
  ['a failure of the service', { kind: 'status', httpStatus: 502 }],
  ['too many requests', { kind: 'too-many-requests-200' }],
  ['too many requests, at its second arrival', { kind: 'too-many-requests-200', effect: true }],
  ['no free slot, at its second arrival', { kind: 'envelope', envelope: noSlots, effect: true }],
] as const)('whatever is answered, a link arrives once: %s', async (_, fault) => {
  const world = await setUp({ timeout: 500 });
  await world.admin.setFaults([{ endpoint: '/api/upload/url', times: 1, ...fault }]);
  await world.add('/one.webm', '/two.webm');
  await world.drain();
  expect(await world.store.list()).toEqual([]);
  await world.watchToTheEnd();
  expect(await world.fileTitles()).toEqual(['one', 'two']);
});

test('"already in the queue" about a link that is in the account’s own list: accepted', async () => {
  const world = await setUp();
  const client = createClient({ baseUrl: world.service.url, key });
  const there = await client.remoteUploads.add({ url: `${world.site}/endless/one.webm` });
  const envelope = { status: 400, msg: 'This URL is already in your queue', result: null };
  await world.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'envelope', envelope, times: 1 }]);
  await world.add('/endless/one.webm');
  await world.drain();
  expect(world.events).toMatchObject([{ type: 'accepted', item: { fileCode: there.fileCode } }]);
});

test('"already in the queue" about a link that is in no queue of the account: refused, and nobody waits for it', async () => {
  const world = await setUp();
  const envelope = { status: 400, msg: 'This URL is already in your queue', result: null };
  await world.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'envelope', envelope, times: 1 }]);
  await world.add('/one.webm', '/two.webm');
  await world.drain();
  expect(world.told().sort()).toEqual(['accepted', 'refused']);
  expect(await world.store.list()).toMatchObject([{ state: 'refused', msg: envelope.msg }]);
});

test('a refusal in words that nobody has seen yet: once it is proven that the link is not there, it is refused', async () => {
  const world = await setUp();
  const envelope = { status: 200, msg: 'We would rather not', result: '' };
  await world.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'envelope', envelope, times: 1 }]);
  await world.add('/one.webm', '/two.webm');
  await world.drain();
  expect(world.told().filter((type) => type !== 'waiting')).toEqual(['accepted', 'refused']);
  expect(await world.store.list()).toMatchObject([{ state: 'refused', msg: envelope.msg }]);
});

test('a refused link does not hold up those behind it, and can be tried again', async () => {
  const world = await setUp();
  const envelope = { status: 400, msg: 'This host is not allowed', result: null };
  await world.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'envelope', envelope, times: 1 }]);
  const [first] = await world.add('/one.webm', '/two.webm');
  await world.drain();
  expect(world.told()).toEqual(['refused', 'accepted']);
  expect(await world.store.list()).toMatchObject([{ id: first?.id, state: 'refused', msg: envelope.msg }]);
  await world.outbox.retry(first?.id ?? '');
  await world.drain();
  expect(await world.store.list()).toEqual([]);
});

test('a bad key: all wait, it is told once, and they go out when it is mended', async () => {
  const world = await setUp({ key: 'wrong-key' });
  await world.add('/one.webm', '/two.webm');
  await world.drain();
  await world.drain();
  expect(world.events).toMatchObject([{ type: 'waiting', hold: { reason: 'account' } }]);
  expect(await world.store.list()).toMatchObject([
    { state: 'queued', waiting: { reason: 'account', until: null } },
    { state: 'queued', waiting: { reason: 'account', until: null } },
  ]);
  expect(await world.sent()).toHaveLength(1);
  world.setKey(key);
  await world.outbox.mended(accountId);
  await world.drain();
  expect(await world.store.list()).toEqual([]);
  expect(world.told()).toEqual(['waiting', 'accepted', 'accepted']);
});

test('with all slots in use, links wait and say so, without asking for every one of them', async () => {
  const world = await setUp();
  await world.admin.setSettings({ slots: 2 });
  await world.add('/endless/1', '/endless/2', '/endless/3', '/endless/4', '/endless/5');
  const { nextWakeAt } = await world.outbox.run();
  expect(nextWakeAt).not.toBeNull();
  const waiting = (await world.store.list()).map((item) => item.waiting?.reason);
  expect(waiting).toEqual(['slots', 'slots', 'slots']);
  expect((await world.admin.audit()).filter(({ path }) => path.startsWith('/api/'))).toHaveLength(2);
});

test('a process that dies while a link is under way: the next one finds it and does not send it again', async () => {
  const world = await setUp();
  const [item] = await world.add('/endless/one.webm');
  const client = createClient({ baseUrl: world.service.url, key });
  // What a process leaves behind that dies between the request and its answer.
  await world.store.change(
    item?.id ?? '',
    (each) => ({ ...each, state: 'sending', attempts: 1, sentAt: Date.now() }),
    'sole',
  );
  const { fileCode } = await client.remoteUploads.add({ url: `${world.site}/endless/one.webm` });
  await world.drain();
  expect(world.events).toMatchObject([{ type: 'accepted', item: { fileCode } }]);
  expect(await world.sent()).toHaveLength(1);
});
