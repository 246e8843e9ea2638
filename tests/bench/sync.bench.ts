/**
 * The first sync of 100,000 files in 2,000 folders, against the minimum that the rate limit allows. The control, at the same time, is a
 * bare client that reads the same lists. Times come from the service's audit log. Also: the requests of an incremental sync without
 * changes, and the latency of a click during another account's sync.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '../../lib/api/index.ts';
import type { Log } from '../../scripts/process.ts';
import { QuietPage } from '../soak/quiet-page.ts';
import { spanSeconds } from './arrivals.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { withExtension, withServiceProcess } from './extension.ts';
import type { ServiceProcess } from './service-process.ts';
import { percentile } from './statistics.ts';

const size = { files: 100_000, folders: 2_000 };
const perPage = 200;
const perSecond = 10;
/** All pages and an empty one, all folders and the root. */
const needed = size.files / perPage + 1 + size.folders + 1;
/** From the first to the last arrival at the rate limit. Ten can arrive at once. */
const minSeconds = (needed - perSecond) / perSecond;
const timeoutMs = 2 * minSeconds * 1_000;

const clicks = 20;
/** The limiter keeps its interactive reserve for less after a click. */
const quietMs = 5_300;

const benchmark: Benchmark = {
  title: 'Sync: 100,000 files in 2,000 folders',
  run: (log) =>
    withServiceProcess((service) =>
      withExtension(log, async ({ context, extensionId }) => {
        const page = await QuietPage.open(context, `chrome-extension://${extensionId}/`);
        for (const other of context.pages()) if (other !== page.page) await other.close();
        return measure(service, page, log);
      }),
    ),
};
export default benchmark;

async function measure(service: ServiceProcess, page: QuietPage, log: Log): Promise<Result[]> {
  log('seeding three accounts …');
  const [ours, bare, clicked] = [await account('sync'), await account('bare'), await account('clicks')];
  async function account(name: string) {
    const { email, key } = await service.admin.createAccount({ email: `${name}@bench.example` });
    await service.admin.seed({ account: email, ...size });
    return { email, key };
  }
  const arrivals = async (email: string) =>
    (await service.admin.audit()).filter(
      (entry) => entry.account === email && entry.endpoint !== '/api/account/info',
    );

  log(`syncing both accounts, at least ${Math.round(minSeconds)} s …`);
  const { account: main } = await page.send('accounts.connect', { address: service.url, key: ours.key });
  const bareSync = readAll(createClient({ baseUrl: service.url, key: bare.key }));
  await page.send('catalog.visit', { accountId: main.id, folderId: null });
  const syncStatus = await waitForFullSync(page, main.id);
  await bareSync;
  if (syncStatus.files !== size.files) throw new Error(`The catalog has ${syncStatus.files} files.`);
  const syncRequests = (await arrivals(ours.email)).filter(({ query }) => query['created'] === undefined);
  const seconds = spanSeconds(syncRequests.map(({ at }) => at));
  const bareSeconds = spanSeconds((await arrivals(bare.email)).map(({ at }) => at));

  log('incremental sync …');
  await service.admin.clearAudit();
  await page.send('catalog.refresh', { accountId: main.id, folderId: '0' });
  const again = (await arrivals(ours.email)).length;

  log(`${clicks} clicks during the sync of another account …`);
  const { account: other } = await page.send('accounts.connect', { address: service.url, key: clicked.key });
  const click = () => measureClick(page, other.id);
  await sleep(quietMs);
  const idle: number[] = [];
  for (let i = 0; i < clicks; i += 1) {
    await sleep(250);
    idle.push(await click());
  }
  await page.send('catalog.visit', { accountId: other.id, folderId: null });
  await sleep(quietMs);
  const first: number[] = [];
  const second: number[] = [];
  for (let i = 0; i < clicks; i += 1) {
    await sleep(quietMs + Math.random() * 1_000);
    first.push(await click());
    await sleep(300);
    second.push(await click());
  }
  await page.send('catalog.stop', { accountId: other.id });

  const latency = (name: string, values: readonly number[], part: number) =>
    result({
      name: `sync: ${name} to its answer (p${part * 100})`,
      value: percentile(values, part),
      unit: 'ms',
      controls: [{ name: 'no sync', value: percentile(idle, part) }],
      // The rate limit frees a slot every 100 ms.
      goal: { atMost: 100 + percentile(idle, 0.95) + 15 },
    });
  return [
    result({
      name: 'sync: first, against the floor that the limit sets',
      value: seconds / minSeconds,
      unit: 'times',
      controls: [{ name: 'bare client', value: bareSeconds / minSeconds }],
      goal: { atMost: 1.05 },
    }),
    // A busy machine responds late, which delays every client that keeps the limit.
    result({
      name: 'sync: first, against a bare client at the same time',
      value: seconds / bareSeconds,
      unit: 'times',
      goal: { atMost: 1.05 },
    }),
    result({
      name: 'sync: first',
      value: seconds,
      unit: 's',
      controls: [
        { name: 'the limit', value: minSeconds },
        { name: 'bare client', value: bareSeconds },
      ],
    }),
    result({
      name: 'sync: requests of the first',
      value: syncRequests.length,
      unit: 'requests',
      controls: [{ name: 'needed', value: needed }],
      goal: { atMost: needed * 1.01 },
    }),
    result({ name: 'sync: idle, looking again', value: again, unit: 'requests', goal: { atMost: 3 } }),
    latency('first click', first, 0.5),
    latency('first click', first, 0.95),
    latency('next click', second, 0.95),
  ];
}

/** With ten requests at a time: the file pages until one is empty, then all folders. */
async function readAll({ files, folders }: Client): Promise<void> {
  let page = 0;
  let isOver = false;
  await runTenLoops(async () => {
    page += 1;
    if (isOver || page > size.files / perPage + 1) return false;
    isOver ||= (await files.list({ page, perPage })).files.length === 0;
    return true;
  });
  const found = ['0'];
  let next = 0;
  let reading = 0;
  await runTenLoops(async () => {
    const id = found[next];
    if (id === undefined) {
      await sleep(5);
      return reading > 0;
    }
    next += 1;
    reading += 1;
    const inside = await folders.list(id, { onlyFolders: true });
    found.push(...inside.folders.map(({ folderId }) => folderId));
    reading -= 1;
    return true;
  });
}

async function runTenLoops(step: () => Promise<boolean>): Promise<void> {
  const loop = async () => {
    while (await step());
  };
  await Promise.all(Array.from({ length: 10 }, loop));
}

async function waitForFullSync(page: QuietPage, accountId: string) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const { files, state } = await readCatalogAccount(page, accountId);
    if (state?.phase === 'complete' && state.syncedAtMs !== null) return { files };
    if (Date.now() > end)
      throw new Error(`The sync did not complete: ${JSON.stringify({ files, ...state, fullSync: null })}.`);
    await sleep(1_000);
  }
}

function readCatalogAccount(page: QuietPage, accountId: string) {
  return page.page.evaluate(async (id) => {
    const resultOf = <R>(request: IDBRequest<R>) =>
      new Promise<R>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await resultOf(indexedDB.open('linkhaul-catalog'));
    const record = await resultOf(db.transaction('accounts').objectStore('accounts').get(id));
    db.close();
    return (record ?? { files: 0 }) as {
      files: number;
      state?: { phase: string; syncedAtMs: number | null };
    };
  }, accountId);
}

/** From the message of a click that opens a folder to its response. */
function measureClick(page: QuietPage, accountId: string): Promise<number> {
  return page.page.evaluate(async (id) => {
    const { chrome } = globalThis as unknown as {
      chrome: { runtime: { sendMessage(message: unknown): Promise<{ ok: boolean }> } };
    };
    const clickedAt = performance.now();
    const request = { accountId: id, folderId: '0' };
    const { ok } = await chrome.runtime.sendMessage({ name: 'folders.list', request });
    if (!ok) throw new Error('The background reported a problem with the click.');
    return performance.now() - clickedAt;
  }, accountId);
}
