/** A service that does what the document doesn't forbid, one deviation at a time: no link is lost, duplicated or delayed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createActivityDatabase } from '../../../lib/activity/activity-database.ts';
import { readActivity } from '../../../lib/activity/read-activity.ts';
import { type Client, createClient } from '../../../lib/api/index.ts';
import { createBulkDatabase } from '../../../lib/bulk/bulk-database.ts';
import { readJobs } from '../../../lib/bulk/read-jobs.ts';
import type { BulkJob, BulkWork } from '../../../lib/bulk/work.ts';
import { type FolderRef, rootFolder } from '../../../lib/folders/folder.ts';
import { readUndoId, toUndoId } from '../../../lib/undo-id.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import { fastLimiter } from '../api/helpers/fast-limiter.ts';
import { type BackgroundSetup, setUpBackground, until } from './background-setup.ts';

const limit = { timeout: 60_000 };
const within = { timeout: 40_000, interval: 50 };
const email = 'demo@linkhaul.example';

let setup: BackgroundSetup;
let accountId: string;
/** A separate client that asks the service directly. */
let client: Client;

beforeEach(async () => {
  setup = await setUpBackground();
  setup.service.settings.bytesPerSecond = 0;
  accountId = (await setup.connect()).account.id;
  client = createClient({ baseUrl: setup.service.url, key: setup.key, limiter: fastLimiter() });
});
afterEach(() => setup.close());

/** Links to one of the site's files, each at its own address, by title. */
const linksTo = (name: string, ...titles: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    titles.map((title) => [title, `${setup.site.url}/${name}?${encodeURIComponent(title)}`]),
  );

const send = (urls: Readonly<Record<string, string>>, folder: FolderRef = rootFolder) =>
  setup.send('links.send', {
    accountId,
    links: Object.entries(urls).map(([typedTitle, url]) => ({ url, typedTitle })),
    folder,
  });

const poll = () => setup.send('uploads.poll', { accountId });

/** The user's uploads that aren't dismissed, by title. */
async function uploads(): Promise<Readonly<Record<string, Upload>>> {
  const own = (await setup.uploads(accountId)).uploads.filter(({ source }) => source === 'link');
  // A duplicate record would hide behind the other.
  const titles = own.map(({ title }) => title ?? '');
  expect(titles.toSorted()).toEqual([...new Set(titles)].sort());
  return Object.fromEntries(own.map((upload) => [upload.title, upload]));
}

async function states(): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(Object.entries(await uploads()).map(([title, { state }]) => [title, state]));
}

async function findId(title: string): Promise<string> {
  return (await uploads())[title]?.id ?? '';
}

/** An open page polls until the uploads are exactly these, in these states. */
async function expectStates(expected: Readonly<Record<string, string>>): Promise<void> {
  const seen = async () => {
    // A failed poll is stored with its reason.
    await setup.reply('uploads.poll', { accountId });
    return states();
  };
  await expect.poll(seen, within).toEqual(expected);
}

const allIn = (state: string, ...titles: readonly string[]) =>
  Object.fromEntries(titles.map((title) => [title, state]));

const titles = async () => (await setup.admin.files(email)).map(({ title }) => title).sort();

async function activity() {
  const database = createActivityDatabase();
  const entries = await readActivity(database, setup.session);
  database.close();
  return entries;
}

/** Expects that these links are done, and that the service has each once. */
async function expectAllDone(...expected: readonly string[]): Promise<void> {
  await expectStates(allIn('done', ...expected));
  expect(await titles()).toEqual(expected.toSorted());
  const told = async () =>
    (await activity()).flatMap(({ kind, title }) => (kind === 'done' ? (title ?? '') : [])).sort();
  await expect.poll(told, within).toEqual(expected.toSorted());
}

async function accepted(): Promise<Readonly<Record<string, number>>> {
  const taken = (await setup.admin.audit()).filter(
    ({ endpoint, effect }) => endpoint === '/api/upload/url' && effect,
  );
  const byUrl = Map.groupBy(taken, ({ query }) => query['url'] ?? '');
  return Object.fromEntries([...byUrl].map(([url, all]) => [url, all.length]));
}

/** Makes the service fetch a file without the background. */
async function addFile(title: string) {
  const { fileCode } = await client.remoteUploads.add({
    url: linksTo('sample.webm', title)[title] ?? '',
    title,
  });
  const find = async () => (await setup.admin.files(email)).find((file) => file.fileCode === fileCode);
  return until(`the file “${title}”`, find);
}

const start = async (work: BulkWork) => (await setup.send('bulk.start', { accountId, work })).id;

async function undo(jobId: string): Promise<string> {
  const { undo } = await setup.send('changes.undo', { ids: [toUndoId({ kind: 'job', jobId })] });
  const [inverse] = undo.map(readUndoId);
  return inverse?.kind === 'job' ? inverse.jobId : '';
}

async function expectJob(id: string, outcome: Partial<BulkJob>): Promise<void> {
  const job = async () => {
    const database = createBulkDatabase();
    const jobs = await readJobs(database, accountId, Date.now());
    database.close();
    return jobs.find((each) => each.id === id);
  };
  await expect.poll(async () => (await job())?.state, within).toBe('done');
  expect(await job()).toMatchObject(outcome);
}

const actions = '/api/urlupload/actions';
const failure = { kind: 'status', httpStatus: 500 } as const;
const answer = (msg: string, status: number, rest = {}) =>
  ({ kind: 'envelope', envelope: { msg, status, ...rest } }) as const;

test.each([
  ['refuses lists of codes', answer('Invalid file_code', 400)],
  ['does not find lists of codes', answer('Not found', 404)],
  ['answers lists of codes with nothing', answer('OK', 200, { result: [] })],
])('%s: links are done, and files are renamed and back', limit, async (_, rule) => {
  await setup.admin.setFaults([{ ...rule, endpoint: '/api/file/info', listIn: 'file_code' }]);
  await send(linksTo('sample.webm', 'a', 'b', 'c'));
  await expectAllDone('a', 'b', 'c');

  const files = await setup.admin.files(email);
  const id = await start({ kind: 'rename', files, titles: ['One', 'Two', 'Three'] });
  await expectJob(id, { verified: 3, failed: 0 });
  expect(await titles()).toEqual(['One', 'Three', 'Two']);
  await expectJob(await undo(id), { verified: 3, failed: 0 });
  expect(await titles()).toEqual(['a', 'b', 'c']);
});

test('fails for one file: the others are done, and that one by another call', limit, async () => {
  setup.service.settings.bytesPerSecond = 20_000;
  await send(linksTo('sample.webm', 'a', 'b', 'c'));
  await until('the transfers', async () => (await setup.admin.transfers()).length === 3);
  const [bad] = await setup.admin.transfers();
  await setup.admin.setFaults([
    { ...failure, endpoint: '/api/file/info', query: { file_code: bad?.fileCode ?? '' } },
  ]);
  setup.service.settings.bytesPerSecond = 0;
  await expectAllDone('a', 'b', 'c');
});

test('lists nothing once: failed links stay, without another notice', limit, async () => {
  await send(linksTo('gone.webm', 'One', 'Two'));
  await expectStates({ One: 'failed', Two: 'failed' });
  const told = async () => (await activity()).filter(({ kind }) => kind === 'failed').length;
  await expect.poll(told, within).toBe(2);
  await setup.admin.setFaults([
    { ...answer('OK', 200, { result: [] }), endpoint: '/api/urlupload/list', times: 1 },
  ]);
  await poll();
  await poll();
  expect((await setup.admin.faults())[0]?.applied).toBe(1);
  expect(await states()).toEqual({ One: 'failed', Two: 'failed' });
  expect(await told()).toBe(2);
});

test(
  'can’t read one folder: other links are done, and those for the folder wait with a reason',
  limit,
  async () => {
    const bad = await client.folders.create({ name: 'Bad' });
    const good = await client.folders.create({ name: 'Good' });
    await setup.admin.setFaults([
      { ...failure, endpoint: '/api/folder/list', query: { fld_id: bad.folderId } },
    ]);
    await send(linksTo('sample.webm', 'One'), { id: bad.folderId, name: 'Bad' });
    await send(linksTo('sample.webm', 'Two'), { id: good.folderId, name: 'Good' });
    await expectStates({ One: 'queued', Two: 'done' });
    await expect
      .poll(async () => (await uploads())['One'], within)
      .toMatchObject({ wait: { reason: 'service' }, failure: { code: 'invalid-response' } });
  },
);

test('responds OK and deletes nothing: that is reported, and nothing is sent again', limit, async () => {
  const urls = linksTo('gone.webm', 'One', 'Two');
  await send(urls);
  await expectStates({ One: 'failed', Two: 'failed' });
  await setup.admin.setFaults([{ ...answer('Errors restarted', 200), endpoint: actions }]);
  const id = await findId('One');
  await expect(setup.send('uploads.deleteTransfer', { id })).rejects.toThrow('refused');
  await setup.send('uploads.retry', { id });
  expect(await states()).toEqual({ One: 'failed', Two: 'failed' });
  expect(await accepted()).toEqual(Object.fromEntries(Object.values(urls).map((url) => [url, 1])));
});

test('fails at the deletion for a retry: of several failed links, one is sent again', limit, async () => {
  const ends = [
    ['reset after', { kind: 'reset-after' }],
    ['reset before', { kind: 'reset-before' }],
    ['failed', failure],
    ['late', { kind: 'reset-early', ms: 3_000 }],
    ['gone', { ...answer('There is no such transfer', 404), effect: true }],
    ['only said', answer('OK', 200)],
  ] as const;
  const urls = linksTo('flaky.webm', 'other', ...ends.map(([what]) => what));
  await send(urls);
  const expected: Record<string, string> = allIn('failed', ...Object.keys(urls));
  await expectStates(expected);
  for (const [what, rule] of ends) {
    await setup.admin.setFaults([{ endpoint: actions, times: 1, ...rule }]);
    await setup.send('uploads.retry', { id: await findId(what) });
    expected[what] = 'done';
    await expectStates(expected);
  }
  expect(await titles()).toEqual(ends.map(([what]) => what).sort());
  expect(await accepted()).toEqual(
    Object.fromEntries(Object.entries(urls).map(([title, url]) => [url, title === 'other' ? 1 : 2])),
  );
});

test(
  'restarts without a response, at once and late: that is noticed without another click',
  limit,
  async () => {
    for (const [title, rule] of [
      ['One', { kind: 'reset-after' }],
      ['Two', { kind: 'reset-early', ms: 3_000 }],
    ] as const) {
      const [url = ''] = Object.values(linksTo('flaky.webm', title));
      const others = await states();
      await send({ [title]: url });
      await expectStates({ ...others, [title]: 'failed' });
      await setup.admin.setFaults([{ endpoint: actions, times: 1, ...rule }]);
      await expect(setup.send('uploads.retry', { id: await findId(title) })).rejects.toThrow('network');
      await expectStates({ ...others, [title]: 'done' });
      expect((await accepted())[url]).toBe(1);
    }
    expect(await titles()).toEqual(['One', 'Two']);
  },
);

test.each([
  ['before its answer', { kind: 'delay-answer', ms: 1_000 }],
  ['with its answer', { kind: 'hold' }],
] as const)(
  'takes long for “Clear all”, which takes effect %s: a link sent meanwhile is followed',
  limit,
  async (_, fault) => {
    const { service, admin } = setup;
    service.settings.bytesPerSecond = 1_000;
    await send(linksTo('sample.webm', 'One', 'Two'));
    await expectStates({ One: 'running', Two: 'running' });
    await admin.setFaults([{ endpoint: actions, ...fault }]);
    const cleared = setup.send('uploads.clearAll', { accountId });
    await until('the clearing', async () => (await admin.faults())[0]?.applied === 1);
    const [url = ''] = Object.values(linksTo('sample.webm', 'New'));
    await send({ New: url });
    await until('the transfer', async () => (await admin.transfers()).some((each) => each.url === url));
    if (fault.kind === 'hold') await admin.clearFaults();
    await cleared;
    service.settings.bytesPerSecond = 0;
    if (fault.kind === 'delay-answer') await expectAllDone('New');
    // The service has deleted it too: its file is searched for, and nobody dismissed it.
    else await expectStates({ New: 'verifying' });
  },
);

test('has no slots: after the first link, whose response says so, the others wait', limit, async () => {
  const { service, admin } = setup;
  service.settings.slots = 0;
  await send(linksTo('sample.webm', 'One', 'Two', 'Three'));
  const waiting = async () =>
    Object.values(await uploads()).filter(({ wait }) => wait?.reason === 'slots').length;
  await expect.poll(waiting, within).toBe(2);
  expect(Object.keys(await accepted())).toHaveLength(1);
  await admin.setSettings({ slots: 5 });
  await expectAllDone('One', 'Two', 'Three');
});

test('can’t list one folder: the job for it blocks no other job', limit, async () => {
  const bad = (await client.folders.create({ name: 'Bad' })).folderId;
  const [one, two] = [await addFile('One'), await addFile('Two')];
  await setup.admin.setFaults(
    ['/api/folder/list', '/api/file/list'].map((endpoint) => ({
      ...failure,
      endpoint,
      query: { fld_id: bad },
    })),
  );
  await start({ kind: 'move', files: [one], folder: { id: bad, name: 'Bad' } });
  const rename = await start({ kind: 'rename', files: [two], titles: ['Renamed'] });
  await expectJob(rename, { verified: 1, failed: 0 });
});

test('has moved a file since the last sync: an undo doesn’t put it into a stale folder', limit, async () => {
  const newer = (await client.folders.create({ name: 'Newer' })).folderId;
  const newest = (await client.folders.create({ name: 'Newest' })).folderId;
  const file = await addFile('Clip');
  await client.files.move(file.fileCode, newer);
  const id = await start({ kind: 'move', files: [file], folder: { id: newest, name: 'Newest' } });
  await expectJob(id, { verified: 1, failed: 0 });
  await expectJob(await undo(id), {});
  expect((await setup.admin.files(email))[0]?.folderId).not.toBe('0');
});
