/** Another folder or title for an upload, at any time from the click until long after its arrival. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../../lib/api/index.ts';
import { createBulkStore } from '../../../../lib/bulk/bulk-store.ts';
import type { FolderRef } from '../../../../lib/folders/folder.ts';
import { createShortlistStore } from '../../../../lib/folders/shortlist.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

let setup: BackgroundSetup;
let accountId: string;
let movies: FolderRef;
let films: FolderRef;
beforeEach(async () => {
  setup = await setUpBackground();
  accountId = (await setup.connect()).account.id;
  movies = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
  films = await setup.send('folders.create', { name: 'Films', parentId: '0' });
});
afterEach(() => setup.close());

const root = { id: '0', name: '' };
const client = () => createClient({ baseUrl: setup.service.url, key: setup.key });
const record = async () => (await setup.uploads(accountId)).uploads[0];
const inState = (state: string) => until(state, async () => (await record())?.state === state);
const filesIn = async ({ id }: FolderRef) =>
  (await client().files.list({ folderId: id })).files.map(({ title }) => title);
const poll = () => setup.send('uploads.poll', { accountId });

async function send(speed: 'slow' | 'fast'): Promise<string> {
  setup.service.settings.bytesPerSecond = speed === 'slow' ? 1_000 : 1_000_000;
  const links = [{ url: `${setup.site.url}/sample.webm`, typedTitle: 'Clip' }];
  const { ids = [] } = await setup.send('links.send', { accountId, folder: root, links });
  return ids[0] ?? '';
}
const arrive = async () => {
  setup.service.settings.bytesPerSecond = 1_000_000;
  await until('the file', async () => {
    await poll();
    return (await record())?.state === 'done';
  });
};

it('a choice during a transfer is applied to its file, and nothing is sent again', async () => {
  const id = await send('slow');
  await inState('accepted');
  await setup.send('uploads.choose', { choices: [{ id, folder: movies }] });
  await setup.send('uploads.choose', { choices: [{ id, title: 'Film' }] });
  await arrive();
  expect(await filesIn(movies)).toEqual(['Film']);
  expect(await filesIn(root)).toEqual([]);
  expect(await record()).toMatchObject({
    folder: movies,
    title: 'Film',
    attempts: 1,
    pendingChoice: undefined,
  });
  expect((await createShortlistStore(setup.local, accountId).get()).recent).toContainEqual(movies);
});

it('a choice during a request is applied to its file', async () => {
  await setup.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'hold' }]);
  const id = await send('slow');
  await inState('sending');
  const chosen = setup.send('uploads.choose', { choices: [{ id, folder: movies, title: 'Film' }] });
  await until('the choice', async () => (await record())?.pendingChoice !== undefined);
  expect(await record()).toMatchObject({ folder: root, pendingChoice: { folder: movies, title: 'Film' } });
  await setup.admin.clearFaults();
  await chosen;
  await arrive();
  expect(await filesIn(movies)).toEqual(['Film']);
});

it('a choice for a waiting link is sent with its request', async () => {
  await setup.send('uploads.pause', {});
  const id = await send('slow');
  await setup.send('uploads.choose', { choices: [{ id, folder: movies, title: 'Film' }] });
  expect(await record()).toMatchObject({ folder: movies, title: 'Film', pendingChoice: undefined });
  await setup.send('uploads.resume', {});
  await until('the transfer', async () => (await client().remoteUploads.list()).length === 1);
  expect(await client().remoteUploads.list()).toMatchObject([{ folderId: movies.id }]);
});

it('a choice during the folder check of a link is sent with its request', async () => {
  await setup.admin.setFaults([{ endpoint: '/api/folder/list', kind: 'hold' }]);
  const links = [{ url: `${setup.site.url}/sample.webm`, typedTitle: 'Clip' }];
  setup.service.settings.bytesPerSecond = 1_000;
  const { ids = [] } = await setup.send('links.send', { accountId, folder: movies, links });
  await until('the check', async () => (await setup.admin.faults())[0]?.applied === 1);
  const chosen = setup.send('uploads.choose', { choices: [{ id: ids[0] ?? '', title: 'Film' }] });
  await until('the choice', async () => (await record())?.title === 'Film');
  await setup.admin.clearFaults();
  await chosen;
  await arrive();
  expect(await filesIn(movies)).toEqual(['Film']);
});

it('the last choice counts, even while an earlier one is being applied to the file', async () => {
  const id = await send('slow');
  await inState('accepted');
  await setup.send('uploads.choose', { choices: [{ id, folder: movies }] });
  await setup.admin.setFaults([{ endpoint: '/api/file/move', kind: 'hold' }]);
  setup.service.settings.bytesPerSecond = 1_000_000;
  const isHeld = async () => (await setup.admin.faults())[0]?.applied === 1;
  const polls: Promise<unknown>[] = [];
  await until('the move', async () => {
    polls.push(poll());
    return isHeld();
  });
  const chosen = setup.send('uploads.choose', { choices: [{ id, folder: films }] });
  await until('the choice', async () => (await record())?.pendingChoice?.folder?.id === films.id);
  await setup.admin.clearFaults();
  await Promise.all([chosen, ...polls]);
  await arrive();
  expect(await filesIn(films)).toEqual(['Clip']);
  expect(await record()).toMatchObject({ state: 'done', folder: films });
});

it('a choice that the service refuses leaves the file in its folder, and says so', async () => {
  const id = await send('slow');
  await inState('accepted');
  await setup.send('uploads.choose', { choices: [{ id, folder: movies }] });
  const envelope = { msg: 'No such folder', status: 403 };
  await setup.admin.setFaults([{ endpoint: '/api/file/move', kind: 'envelope', envelope }]);
  setup.service.settings.bytesPerSecond = 1_000_000;
  await until('the end', async () => {
    setup.advance(60_000);
    await poll();
    return (await record())?.state === 'done';
  });
  expect(await record()).toMatchObject({
    folder: root,
    failure: { code: 'not-moved' },
    pendingChoice: undefined,
  });
});

describe('a choice for a file that has arrived', () => {
  it('moves and renames it', async () => {
    const id = await send('fast');
    await arrive();
    await setup.send('uploads.choose', { choices: [{ id, folder: movies, title: 'Film' }] });
    await until('both', async () => (await filesIn(movies)).includes('Film'));
    await until('the row', async () => (await record())?.title === 'Film');
    expect(await record()).toMatchObject({ folder: movies });
    expect((await createShortlistStore(setup.local, accountId).get()).recent).toContainEqual(movies);
  });

  it('can be undone, even while it is being applied', async () => {
    const id = await send('fast');
    await arrive();
    await setup.admin.setFaults([{ endpoint: '/api/file/move', kind: 'hold' }]);
    const chosen = setup.send('uploads.choose', { choices: [{ id, folder: movies }] });
    await until('the request', async () => (await setup.admin.faults())[0]?.applied === 1);
    const { undo } = await chosen;
    const undone = setup.send('changes.undo', { ids: undo });
    await setup.admin.clearFaults();
    await undone;
    await until('the end', async () => {
      setup.advance(10_000);
      return (await createBulkStore().list()).every(({ state }) => state === 'done' || state === 'stopped');
    });
    expect(await filesIn(root)).toEqual(['Clip']);
    expect(await record()).toMatchObject({ folder: root });
  });
});

it('can be undone before the file arrives, and redone', async () => {
  const id = await send('slow');
  await inState('accepted');
  const { undo } = await setup.send('uploads.choose', { choices: [{ id, folder: movies, title: 'Film' }] });
  const undone = await setup.send('changes.undo', { ids: undo });
  expect(await record()).toMatchObject({ folder: root, pendingChoice: { folder: root, title: 'Clip' } });
  await setup.send('changes.undo', { ids: undone.undo });
  await arrive();
  expect(await filesIn(movies)).toEqual(['Film']);
});

it('can be made in the window for links that a page has sent; each keeps its title', async () => {
  await setup.send('uploads.pause', {});
  const links = ['one', 'two'].map((name) => ({
    url: `${setup.site.url}/${name}.webm`,
    typedTitle: `Title ${name}`,
  }));
  await setup.send('settings.change', { linkTextAsTitle: false });
  const { ids = [] } = await setup.send('links.send', { accountId, folder: root, links });
  await setup.send('uploads.chooseAnew', { ids });
  const [requestId = ''] = setup.seen.pickerRequestIds;
  expect(await setup.send('picker.open', { requestId })).toMatchObject({ suggestion: { folder: root } });
  await setup.send('picker.send', { requestId, folder: movies, pin: false });
  const { uploads } = await setup.uploads(accountId);
  expect(uploads).toMatchObject([
    { folder: movies, title: 'Title one' },
    { folder: movies, title: 'Title two' },
  ]);
});

it('is offered once for two forms of an address, and never for a private window', async () => {
  await setup.send('uploads.pause', {});
  const address = `${setup.site.url}/sample.webm`;
  const links = [{ url: address }, { url: `${address}#t=90` }];
  const { ids } = await setup.send('links.send', { accountId, folder: root, links: links.slice(1) });
  const again = await setup.send('links.send', { accountId, folder: movies, links });
  expect(again.duplicates).toHaveLength(2);
  expect(again.known?.map(({ id }) => id)).toEqual(ids);
  const secret = { accountId, folder: root, links: [{ url: `${setup.site.url}/secret.webm` }] };
  await setup.send('links.send', { ...secret, private: true });
  const { duplicates, known } = await setup.send('links.send', secret);
  expect([duplicates.length, known]).toEqual([1, undefined]);
});

it('moves all files that have arrived in one job, including cleared ones, and also links in progress', async () => {
  const known = await send('fast');
  await arrive();
  await setup.send('uploads.clearFinished', { accountId });
  await setup.send('uploads.pause', {});
  const links = ['one', 'two'].map((name) => ({ url: `${setup.site.url}/${name}.webm` }));
  const { ids = [] } = await setup.send('links.send', { accountId, folder: root, links });
  const choices = [known, ...ids, 'nobody'].map((id) => ({ id, folder: movies }));
  const { undo } = await setup.send('uploads.choose', { choices });
  expect(undo).toHaveLength(3);
  expect((await setup.uploads(accountId)).uploads).toMatchObject([{ folder: movies }, { folder: movies }]);
  expect(await createBulkStore().list()).toHaveLength(1);
  await until('the move', async () => (await filesIn(movies)).length === 1);
  await setup.send('changes.undo', { ids: undo });
  expect((await setup.uploads(accountId)).uploads).toMatchObject([{ folder: root }, { folder: root }]);
});

it('is refused if the upload is gone', async () => {
  expect(await setup.reply('uploads.choose', { choices: [{ id: 'nobody', folder: movies }] })).toMatchObject({
    problem: { code: 'gone' },
  });
});

it('is refused if the upload was dismissed meanwhile and its file isn’t found', async () => {
  const id = await send('slow');
  await inState('accepted');
  await setup.send('uploads.deleteTransfer', { id });
  expect(await setup.reply('uploads.choose', { choices: [{ id, folder: movies }] })).toMatchObject({
    problem: { code: 'gone' },
  });
});

it('isn’t undone once the file has arrived, if it was the service’s name', async () => {
  setup.service.settings.bytesPerSecond = 1_000;
  const links = [{ url: `${setup.site.url}/sample.webm` }];
  const { ids = [] } = await setup.send('links.send', { accountId, folder: root, links });
  const id = ids[0] ?? '';
  await inState('accepted');
  const { undo } = await setup.send('uploads.choose', { choices: [{ id, title: 'Film' }] });
  await arrive();
  expect(await filesIn(root)).toEqual(['Film']);
  expect(await setup.reply('changes.undo', { ids: undo })).toMatchObject({ problem: { code: 'gone' } });
});

it('can be undone while it is being applied to the file', async () => {
  const id = await send('slow');
  await inState('accepted');
  const { undo } = await setup.send('uploads.choose', { choices: [{ id, folder: movies }] });
  await setup.admin.setFaults([{ endpoint: '/api/file/move', kind: 'hold' }]);
  setup.service.settings.bytesPerSecond = 1_000_000;
  const polls: Promise<unknown>[] = [];
  await until('the move', async () => {
    polls.push(poll());
    return (await setup.admin.faults())[0]?.applied === 1;
  });
  const undone = setup.send('changes.undo', { ids: undo });
  await until('the undo', async () => (await record())?.pendingChoice?.folder?.id !== movies.id);
  await setup.admin.clearFaults();
  await Promise.all([undone, ...polls]);
  await arrive();
  expect(await filesIn(root)).toEqual(['Clip']);
  expect(await record()).toMatchObject({ state: 'done', folder: root });
});

it('is kept when a failed transfer’s link is sent again', async () => {
  const fail = async (path: string) => {
    const links = [{ url: `${setup.site.url}/${path}`, typedTitle: 'Clip' }];
    const { ids = [] } = await setup.send('links.send', { accountId, folder: root, links });
    return ids[0] ?? '';
  };
  const id = await fail('gone.webm?1');
  await fail('gone.webm?2');
  const uploads = async () => (await setup.uploads(accountId)).uploads;
  await until('both failures', async () => {
    await poll();
    return (await uploads()).filter(({ state }) => state === 'failed').length === 2;
  });
  await setup.send('uploads.choose', { choices: [{ id, folder: movies, title: 'Film' }] });
  await setup.send('uploads.retry', { id });
  const again = async () => (await uploads()).find((each) => each.url.endsWith('1') && each.id !== id);
  await until('its link', async () => {
    setup.advance(5_000);
    await poll();
    return (await again()) !== undefined;
  });
  expect(await again()).toMatchObject({ folder: movies, title: 'Film' });
});
