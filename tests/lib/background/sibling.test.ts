/** An account of the sibling dialect in the whole background: what its hosts add is read back and kept in the catalog. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../lib/api/index.ts';
import type { MessageReply } from '../../../lib/protocol.ts';
import { fastLimiter } from '../api/helpers/fast-limiter.ts';
import { type BackgroundSetup, setUpBackground, until } from './background-setup.ts';

let setup: BackgroundSetup;
let accountId: string;
/** A separate client that asks the service directly. */
let client: ReturnType<typeof createClient>;

beforeEach(async () => {
  setup = await setUpBackground(undefined, 'sibling');
  accountId = (await setup.connect()).account.id;
  const { url: baseUrl } = setup.service;
  client = createClient({ baseUrl, key: setup.key, dialect: 'sibling', limiter: fastLimiter() });
});
afterEach(() => setup.close());

const catalog = () => setup.catalog(accountId);

async function synced(files = 0): Promise<void> {
  await setup.service.seed({ account: 'demo@linkhaul.example', files, folders: 0 });
  await setup.send('catalog.visit', { accountId, folderId: null });
  await until('the first sync', async () => (await catalog()).syncStatus.phase === 'complete');
}

const create = async (name: string, parentId = '0') =>
  (await setup.send('folders.create', { accountId, name, parentId })).id;
const namesIn = async (folderId: string) =>
  (await client.folders.list(folderId, { onlyFolders: true })).folders.map(({ name }) => name);
const findParentId = async (id: string) => (await catalog()).folders.get(id)?.parentId;

describe('a folder', () => {
  const move = (folderId: string, parentId: string) =>
    setup.reply('folders.move', { accountId, folderId, parentId });
  const problem = (reply: MessageReply<'folders.move'>) => (reply.ok ? null : reply.problem.code);

  it('is moved, read back, and its former parent is known', async () => {
    await synced();
    const [films, inner] = [await create('Films'), await create('Inner')];
    const moved = await setup.send('folders.move', { accountId, folderId: inner, parentId: films });
    expect(await namesIn(films)).toEqual(['Inner']);
    expect(await findParentId(inner)).toBe(films);
    expect((await catalog()).folders.get(inner)?.name).toBe('Inner');
    const { undo } = await setup.send('changes.undo', { ids: moved.undo });
    expect(await findParentId(inner)).toBe('0');
    await setup.send('changes.undo', { ids: undo });
    expect(await findParentId(inner)).toBe(films);
  });

  it('has no Undo if the host had it elsewhere', async () => {
    await synced();
    const [films, other, inner] = [await create('Films'), await create('Other'), await create('Inner')];
    await client.folders.move(inner, other);
    expect(await move(inner, films)).toEqual({ ok: true, value: { undo: [] } });
    expect(await namesIn(films)).toEqual(['Inner']);
  });

  it('never goes into itself, even if the catalog is out of date', async () => {
    await synced();
    const [films, other] = [await create('Films'), await create('Other')];
    const inner = await create('Inner', films);
    expect(problem(await move(films, films))).toBe('unchanged');
    expect(problem(await move(films, inner))).toBe('unchanged');
    // Moved outside Linkhaul: at the host, "Other" is inside "Films" by now.
    await client.folders.move(other, inner);
    expect(problem(await move(films, other))).toBe('gone');
    expect(await namesIn('0')).toEqual(['Films']);
  });

  it.each([
    ['reset-after', null],
    ['reset-before', 'network'],
  ] as const)('whose response is lost (%s) is read back', async (kind, code) => {
    await synced();
    const [films, inner] = [await create('Films'), await create('Inner')];
    await setup.admin.setFaults([{ endpoint: '/api/folder/edit', kind, times: 1 }]);
    expect(problem(await move(inner, films))).toBe(code);
    expect(await findParentId(inner)).toBe(code === null ? films : '0');
  });

  it('stays if the host confirms the move but changes nothing', async () => {
    await synced();
    const [films, inner] = [await create('Films'), await create('Inner')];
    const envelope = { msg: 'OK', status: 200, result: 'true' };
    await setup.admin.setFaults([{ endpoint: '/api/folder/edit', kind: 'envelope', envelope }]);
    expect(problem(await move(inner, films))).toBe('unchanged');
    expect(await findParentId(inner)).toBe('0');
  });
});

it('deleted files leave the catalog, and their links are no longer duplicates', async () => {
  await synced(3);
  const url = `${setup.site.url}/sample.webm`;
  await setup.send('links.send', { links: [{ url }] });
  await until('the file', async () => {
    await setup.send('uploads.poll', { accountId });
    return (await catalog()).size === 4;
  });
  const { files } = await client.files.list();
  const sent = files.find(({ title }) => title === 'sample');
  if (sent === undefined) throw new Error('The file is there.');
  const { fileCode, title } = sent;
  const work = { kind: 'delete', files: [{ fileCode, title, folderId: '0' }] } as const;
  await setup.send('bulk.start', { accountId, work });
  await until('the end', async () => (await catalog()).fileId(fileCode) === null);
  expect((await client.files.list()).files).toHaveLength(3);
  await until('its row', async () => (await setup.uploads(accountId)).uploads.length === 0);
  expect(await setup.send('links.send', { links: [{ url }] })).toMatchObject({ queued: 1, duplicates: [] });
});

it('takedowns are listed by hours, and only those of the usual period are remembered', async () => {
  await synced(1);
  const [file] = (await client.files.list()).files;
  const { fileCode = '' } = file ?? {};
  await setup.admin.takeDown(fileCode);
  const list = (hours?: number) => setup.send('takedowns.list', { accountId, hours });
  const listed = { fileCode, isNew: false, reportedOn: null, deletesInSeconds: expect.any(Number) };
  expect(await list()).toMatchObject([listed]);
  const envelope = { msg: 'OK', status: 200, result: [] };
  const query = { last: '24' };
  await setup.admin.setFaults([{ endpoint: '/api/file/dmca', query, kind: 'envelope', envelope }]);
  expect(await list(24)).toEqual([]);
  // A forgotten takedown would count as new.
  expect(await list()).toMatchObject([listed]);
});

describe('the encoding of a file that has arrived', () => {
  const send = () => setup.send('links.send', { links: [{ url: `${setup.site.url}/sample.webm` }] });
  const view = async () => {
    await setup.send('uploads.poll', { accountId });
    const { uploads, encodings } = await setup.uploads(accountId);
    const [upload] = uploads;
    return { upload, parts: encodings[accountId]?.[upload?.fileCode ?? '']?.parts ?? [] };
  };
  const watched = async () => Object.keys((await setup.uploads(accountId)).encodings[accountId] ?? {});
  const asked = async () =>
    (await setup.admin.audit()).filter(({ path }) => path === '/api/file/encodings').length;

  it('is shown until it ends; the upload is done throughout, and finally playable', async () => {
    await synced();
    // Long enough for a slow machine.
    await setup.admin.setSettings({ encodingMs: 30_000 });
    await send();
    await until('the first percent', async () => {
      const { upload, parts } = await view();
      return upload?.state === 'done' && parts.some(({ percent }) => percent !== null && percent > 0);
    });
    const { upload } = await view();
    expect(upload).toMatchObject({ state: 'done', canPlay: false, failure: null });
    const fileCode = upload?.fileCode ?? '';
    const { encoding } = await setup.send('files.details', { accountId, fileCode });
    expect(encoding.length).toBeGreaterThan(0);
    await setup.admin.setSettings({ encodingMs: 1 });
    await until('its end', async () => (await view()).parts.length === 0);
    const after = await view();
    expect(after.upload).toMatchObject({ state: 'done', canPlay: true, failure: null });
    await until('the file of the catalog', async () => {
      const snapshot = await catalog();
      return snapshot.fileIds({ canPlay: true }).length === 1;
    });
    // Afterwards nothing is requested any more.
    const count = await asked();
    await view();
    expect(await asked()).toBe(count);
    await until('sleep', () => setup.isIdle());
  });

  it('ends with the host’s message if it fails', async () => {
    await setup.admin.setSettings({ encodingMs: 300, encodingQualities: 'n', encodingFails: true });
    await send();
    await until('the failure', async () => (await view()).upload?.failure != null);
    const { upload, parts } = await view();
    expect(upload).toMatchObject({ state: 'done', failure: { code: 'encoding-failed', msg: 'ERROR' } });
    expect(parts).toEqual([]);
    const fileCode = upload?.fileCode ?? '';
    const { encoding } = await setup.send('files.details', { accountId, fileCode });
    expect(encoding).toMatchObject([{ quality: 'n', status: 'ERROR' }]);
    expect(await watched()).toEqual([]);
  });

  it('is also followed from the details of a file that was uploaded elsewhere', async () => {
    await setup.admin.setSettings({ encodingMs: 700, encodingQualities: 'n' });
    await client.remoteUploads.add({ url: `${setup.site.url}/sample.webm` });
    let fileCode = '';
    await until('the file', async () => {
      fileCode = (await client.files.list()).files[0]?.fileCode ?? '';
      return fileCode !== '';
    });
    const { encoding } = await setup.send('files.details', { accountId, fileCode });
    expect(encoding).toMatchObject([{ quality: 'n' }]);
    expect(await watched()).toEqual([fileCode]);
    // By the background alone.
    await until('its end', async () => (await watched()).length === 0);
    expect((await client.files.info([fileCode]))[0]).toMatchObject({ canPlay: true });
    await until('sleep', () => setup.isIdle());
  });

  it('blocks nothing if the host can’t report it', async () => {
    await setup.admin.setFaults([{ endpoint: '/api/file/encodings', kind: 'html' }]);
    await send();
    await until('the file', async () => (await view()).upload?.state === 'done');
    await until('the end of asking', async () => {
      await view();
      return (await watched()).length === 0;
    });
    expect((await view()).upload).toMatchObject({ state: 'done', failure: null });
  });
});
