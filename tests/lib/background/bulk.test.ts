/** Bulk work in the whole background, against the real local service: messages, injected faults, killed workers, the catalog. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActivityDatabase } from '../../../lib/activity/activity-database.ts';
import { readActivity } from '../../../lib/activity/read-activity.ts';
import { createClient } from '../../../lib/api/index.ts';
import { createBulkDatabase } from '../../../lib/bulk/bulk-database.ts';
import { createBulkStore } from '../../../lib/bulk/bulk-store.ts';
import { readFailures, readJobs } from '../../../lib/bulk/read-jobs.ts';
import type { BulkFile, BulkJob, BulkWork } from '../../../lib/bulk/work.ts';
import { readUndoId, toUndoId } from '../../../lib/undo-id.ts';
import { fastLimiter } from '../api/helpers/fast-limiter.ts';
import { type BackgroundSetup, setUpBackground, until } from './background-setup.ts';

let setup: BackgroundSetup;
let accountId: string;
/** A separate client that asks the service directly. */
let client: ReturnType<typeof createClient>;

async function begin(requestsPerSecond?: number): Promise<void> {
  setup = await setUpBackground(requestsPerSecond);
  accountId = (await setup.connect()).account.id;
  client = createClient({ baseUrl: setup.service.url, key: setup.key, limiter: fastLimiter() });
}
beforeEach(() => begin());
afterEach(() => setup.close());

async function files(folderId?: string): Promise<readonly BulkFile[]> {
  const found: BulkFile[] = [];
  for await (const entry of client.files.iterate({ folderId }))
    found.push({ fileCode: entry.fileCode, title: entry.title, folderId: entry.folderId ?? '0' });
  return found;
}

async function seed(count: number): Promise<readonly BulkFile[]> {
  await setup.service.seed({ account: 'demo@linkhaul.example', files: count, folders: 2 });
  return files();
}

const newFolder = async (name: string) => ({
  id: (await client.folders.create({ name })).folderId,
  name,
});

const start = async (work: BulkWork) => (await setup.send('bulk.start', { accountId, work })).id;

/** What a page reads. */
async function onDisk<T>(read: (db: ReturnType<typeof createBulkDatabase>) => Promise<T>): Promise<T> {
  const db = createBulkDatabase();
  const found = await read(db);
  db.close();
  return found;
}
async function job(id: string): Promise<BulkJob> {
  const found = (await onDisk((db) => readJobs(db, accountId, Date.now()))).find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no job ${id}.`);
  return found;
}
const failures = (id: string) => onDisk((db) => readFailures(db, id));
const reached = (id: string, holds: (found: BulkJob) => boolean) =>
  until('the job', async () => {
    const found = await job(id);
    // The waits before a file is read back, and before a request without a response is certainly over.
    setup.advance(250);
    return holds(found) && found;
  });
const ended = (id: string) => reached(id, ({ state }) => state === 'done');

/** Outcomes of jobs in the activity, oldest first. */
async function outcomes() {
  const database = createActivityDatabase();
  const all = await readActivity(database, setup.session);
  database.close();
  return all.map((entry) => entry.files).reverse();
}

async function catalogued(fileCode: string) {
  const snapshot = await setup.catalog(accountId);
  const fileId = snapshot.fileId(fileCode);
  return fileId === null ? null : snapshot.file(fileId);
}
async function sync(): Promise<void> {
  await setup.send('catalog.refresh', { accountId, folderId: null });
  const [first] = await files();
  await until('the first sync', () => catalogued(first?.fileCode ?? ''));
}

const jobUndo = (jobId: string) => toUndoId({ kind: 'job', jobId });
function getJobId([id = '']: readonly string[]): string {
  const inverse = readUndoId(id);
  return inverse.kind === 'job' ? inverse.jobId : '';
}

describe('bulk work', { timeout: 60_000 }, () => {
  it('moves files, verifies them, updates the catalog, and supports undo and redo', async () => {
    const before = await seed(60);
    await sync();
    const folder = await newFolder('Target');
    const some = before.slice(0, 40);
    const id = await start({ kind: 'move', files: some, folder });
    expect(await ended(id)).toMatchObject({ total: 40, done: 40, verified: 40, failed: 0, canUndo: true });
    const codes = (list: readonly BulkFile[]) => list.map(({ fileCode }) => fileCode).sort();
    expect(codes(await files(folder.id))).toEqual(codes(some));
    expect(await catalogued(some[0]?.fileCode ?? '')).toMatchObject({ folderId: folder.id });

    const undone = await setup.send('changes.undo', { ids: [jobUndo(id)] });
    const undo = getJobId(undone.undo);
    expect(await ended(undo)).toMatchObject({ total: 40, verified: 40, undoes: id, folder: null });
    expect(await files()).toEqual(before);
    expect(await job(id)).toMatchObject({ isUndone: true, canUndo: false });
    expect(await catalogued(some[0]?.fileCode ?? '')).toMatchObject({ folderId: some[0]?.folderId });
    expect((await setup.reply('changes.undo', { ids: [jobUndo(id)] })).ok).toBe(false);

    const redo = getJobId((await setup.send('changes.undo', { ids: undone.undo })).undo);
    const { from } = await job(id);
    expect(await ended(redo)).toMatchObject({ undoes: undo, isRedo: true, folder, from });
    expect(codes(await files(folder.id))).toEqual(codes(some));
  });

  it('says which folder a move came from, or how many, in the activity too', async () => {
    const [root, films, movies] = [
      { id: '0', name: '' },
      await newFolder('Films'),
      await newFolder('Movies'),
    ];
    const [one, two] = await seed(20);
    await sync();
    const files = [one, two].flatMap((file) => file ?? []).map((file) => ({ ...file, folderId: '0' }));
    await Promise.all(files.map(({ fileCode }) => client.files.move(fileCode, '0')));
    // The name comes after the response, perhaps after the end of the job.
    const isNamed = ({ state, from }: BulkJob) =>
      state === 'done' && (from?.count !== 1 || from.folder !== null);
    const from = async (work: BulkWork) => (await reached(await start(work), isNamed)).from;
    expect(await from({ kind: 'move', files: files.slice(0, 1), folder: films })).toEqual({
      ...{ count: 1, folder: root },
    });
    const moved = files.map((file, at) => (at === 0 ? { ...file, folderId: films.id } : file));
    expect(await from({ kind: 'move', files: moved, folder: movies })).toEqual({ count: 2, folder: null });
    // A file that stays in its folder has no origin.
    const last = [
      { ...files[0], folderId: films.id } as BulkFile,
      { ...files[1], folderId: '0' } as BulkFile,
    ];
    expect(await from({ kind: 'move', files: last, folder: root })).toEqual({ count: 1, folder: films });
    const database = createActivityDatabase();
    const entries = await readActivity(database, setup.session);
    database.close();
    expect(entries.filter(({ kind }) => kind === 'moved').map((entry) => entry.from?.count)).toEqual([
      1, 2, 1,
    ]);
  });

  it('renames files, and reports those that the service left unchanged', async () => {
    const before = await seed(5);
    await sync();
    const lie = { msg: 'OK', server_time: '2026-11-21 12:00:00', status: 200, result: 'true' };
    const says = { kind: 'envelope', envelope: lie, effect: false } as const;
    await setup.admin.setFaults([{ endpoint: '/api/file/rename', ...says }]);
    const titles = before.map((_, at) => `Part_${at}.of 5.mkv`);
    const id = await start({ kind: 'rename', files: before, titles });
    expect(await ended(id)).toMatchObject({ total: 5, verified: 0, done: 0, failed: 5, canUndo: false });
    const reasons = before.map(({ fileCode, title }) => ({ fileCode, title, code: 'unchanged', msg: null }));
    expect(await failures(id)).toEqual(reasons);
    for (const { fileCode, title } of before) expect(await catalogued(fileCode)).toMatchObject({ title });

    await setup.admin.clearFaults();
    await setup.send('bulk.retry', { id });
    expect(await ended(id)).toMatchObject({ verified: 5, failed: 0 });
    expect(await failures(id)).toEqual([]);
    expect((await files()).map(({ title }) => title)).toEqual(titles);
    const bothOutcomes = [
      { done: 0, failed: 5 },
      { done: 5, failed: 0 },
    ];
    expect(await outcomes()).toEqual(bothOutcomes);

    // The stored state if the worker dies after reporting the end and before storing it.
    const database = createBulkDatabase();
    const store = createBulkStore(database);
    await store.write(Number(id), (stored) => ({ job: { ...stored, state: 'checking', endedAtMs: null } }));
    database.close();
    setup.restart();
    void setup.background().wake();
    await ended(id);
    expect(await outcomes()).toEqual(bothOutcomes);
  });

  it('continues after a restart of the worker, and clones nothing twice', async () => {
    const before = await seed(12);
    await sync();
    const folder = await newFolder('Copies');
    await setup.admin.setFaults([{ endpoint: '/api/file/clone', kind: 'hold', skip: 5, times: 1 }]);
    const id = await start({ kind: 'clone', fileCodes: before.map(({ fileCode }) => fileCode), folder });
    const isHeld = async () => (await setup.admin.faults())[0]?.applied === 1;
    await until('a request that is under way', isHeld);
    setup.restart();
    await setup.admin.clearFaults();
    void setup.background().wake();
    // A request in progress when the worker died counts as absent only once it is surely over. It took effect, so the file is found.
    expect(await ended(id)).toMatchObject({
      total: 12,
      verified: 12,
      failed: 0,
      uncertain: 0,
      canUndo: false,
    });
    const titles = (list: readonly BulkFile[]) => list.map(({ title }) => title).sort();
    expect(titles(await files(folder.id))).toEqual(titles(before));
    const [copy] = await files(folder.id);
    expect(await catalogued(copy?.fileCode ?? '')).toMatchObject({ title: copy?.title, folderId: folder.id });
  });

  it('finds a clone whose response was lost, and asks the user if there is no evidence', async () => {
    const [own] = await seed(1);
    const { key } = setup.service.createAccount({ email: 'other@linkhaul.example' });
    await setup.service.seed({ account: 'other@linkhaul.example', files: 1, folders: 0 });
    const other = createClient({ baseUrl: setup.service.url, key });
    const [theirs] = (await other.files.list()).files;
    const folder = await newFolder('Copies');
    await setup.admin.setFaults([{ endpoint: '/api/file/clone', kind: 'reset-after', times: 2 }]);
    const fileCodes = [own?.fileCode ?? '', theirs?.fileCode ?? ''];
    const id = await start({ kind: 'clone', fileCodes, folder });
    // The title of another account's file is unknown, so it could be any file.
    expect(await ended(id)).toMatchObject({ total: 2, verified: 1, uncertain: 1 });
    expect(await failures(id)).toMatchObject([{ fileCode: theirs?.fileCode, code: 'uncertain' }]);
    expect(await files(folder.id)).toHaveLength(2);

    await setup.send('bulk.decide', { id, fileCode: theirs?.fileCode ?? '', again: false });
    expect(await ended(id)).toMatchObject({ done: 2, uncertain: 0, failed: 0 });
    expect(await files(folder.id)).toHaveLength(2);
  });

  it('runs one job after the other, continues stopped ones, and removes dismissed ones', async () => {
    const before = await seed(30);
    const [a, b] = [await newFolder('A'), await newFolder('B')];
    await setup.admin.setFaults([{ endpoint: '/api/file/move', kind: 'delay', ms: 20 }]);
    const first = await start({ kind: 'move', files: before, folder: a });
    const second = await start({ kind: 'move', files: before, folder: b });
    await reached(first, ({ done }) => done > 0);
    expect(await job(second)).toMatchObject({ state: 'working', done: 0 });
    await setup.send('bulk.stop', { id: first });
    await ended(second);
    await setup.send('bulk.resume', { id: first });
    await ended(first);
    await setup.send('bulk.dismiss', { id: second });
    await expect(job(second)).rejects.toThrow('There is no job');
    expect((await setup.reply('bulk.retry', { id: second })).ok).toBe(false);
  });

  it('waits while the key is rejected, and is removed with the account', async () => {
    const before = await seed(3);
    const folder = await newFolder('Target');
    const wrong = { msg: 'Wrong auth', status: 403 };
    await setup.admin.setFaults([{ endpoint: '*', kind: 'envelope', envelope: wrong }]);
    const id = await start({ kind: 'move', files: before, folder });
    await reached(id, ({ state, problem }) => state === 'waiting' && problem === 'unauthorized');
    await setup.admin.clearFaults();
    await setup.connect();
    await ended(id);
    await setup.send('accounts.remove', { accountId });
    await expect(job(id)).rejects.toThrow('There is no job');
  });

  it('stays within the rate limit', async () => {
    await setup.close();
    await begin(10);
    const before = await seed(25);
    const folder = await newFolder('Target');
    await setup.admin.clearAudit();
    await setup.admin.setSettings({ rateLimit: true });
    const id = await start({ kind: 'move', files: before, folder });
    expect(await ended(id)).toMatchObject({ verified: 25 });
    const audit = await setup.admin.audit();
    // Without failures, no request is repeated.
    expect(audit.filter(({ path }) => path === '/api/file/move')).toHaveLength(25);
    expect(audit.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
  });

  it('accepts ten thousand files at once, and sends no request if the folder is missing', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      fileCode: `code${n}`,
      title: `A film with quite a long title, number ${n}`,
      folderId: '0',
    }));
    const id = await start({ kind: 'move', files: many, folder: { id: '999999', name: 'Nowhere' } });
    expect(await ended(id)).toMatchObject({ total: 10_000, failed: 10_000 });
    expect((await failures(id)).at(-1)).toMatchObject({ fileCode: 'code9999', code: 'folder-gone' });
    expect((await setup.admin.audit()).filter(({ path }) => path === '/api/file/move')).toEqual([]);
  });
});
