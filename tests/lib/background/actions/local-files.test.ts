/** The user's own files: those that seem to be in the folder already are held back, and access to the upload server is requested. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient } from '../../../../lib/api/index.ts';
import { createFileKey } from '../../../../lib/uploads/local-file.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

const folder = { id: '0', name: '' };
const own = (name: string, modifiedAtMs = 1) => ({ name, sizeBytes: 5, modifiedAtMs });

let setup: BackgroundSetup;
let accountId: string;
beforeEach(async () => {
  setup = await setUpBackground();
  const client = createClient({ baseUrl: setup.service.url, key: setup.key });
  for (const name of ['Holiday_2026.part.1.mp4', '📁.png']) await client.uploads.send(new File(['x'], name));
  accountId = (await setup.connect()).account.id;
  await setup.send('catalog.visit', { accountId, folderId: null });
  await until('the catalog', async () => (await setup.catalog(accountId)).size === 2);
});
afterEach(() => setup.close());

async function add(files: readonly ReturnType<typeof own>[], to = folder, anyway = false) {
  const request = { accountId, folder: to, private: false, files, anyway };
  const { added, existing, sameTitle } = await setup.send('uploads.addFiles', request);
  const keys = (uploads: typeof added) => uploads.map(({ addressKey }) => addressKey);
  return { added: keys(added), existing: keys(existing), sameTitle };
}

it('a local file with the title of a file in the folder is reported, as the service writes titles', async () => {
  const files = ['holiday 2026 part 1.mkv', 'Holiday_2026.part.1.mp4', 'Holiday 2026.mp4'].map((name) =>
    own(name),
  );
  const [spaced, same, other] = files.map(createFileKey);
  expect(await add(files)).toEqual({ added: [other], existing: [], sameTitle: [spaced, same] });
  expect(await add(files.slice(0, 2), folder, true)).toEqual({
    added: [spaced, same],
    existing: [],
    sameTitle: [],
  });
});

it('a title without a letter and files of other folders are no duplicates', async () => {
  const files = [own('🎬.png'), own('Holiday_2026.part.1.mp4')];
  expect((await add(files.slice(0, 1))).sameTitle).toEqual([]);
  expect((await add(files.slice(1), { id: '7', name: 'Films' })).sameTitle).toEqual([]);
});

it('a file that is uploading is reported as existing', async () => {
  const file = own('Holiday_2026.part.1.mp4');
  await add([file], folder, true);
  expect(await add([file])).toEqual({ added: [], existing: [createFileKey(file)], sameTitle: [] });
});

it('files are not sent without the upload server’s permission, and continue when it is granted', async () => {
  const { url } = setup.service;
  await setup.send('settings.change', { notifications: true, notifyFailed: true });
  await add([own('one.mp4'), own('two.mp4')]);
  const states = async () =>
    (await setup.uploads(accountId)).uploads.map(({ id, state, failure }) => ({ id, state, failure }));
  const ids = (await states()).map(({ id }) => id);
  // Access to the service's own host was granted when it was connected. Access to the upload server wasn't.
  setup.browser.hasHostPermission = (address) => !address.includes('/upload/');
  for (const id of ids) expect(await setup.send('uploads.beginFile', { id })).toBeNull();
  const failure = { code: 'source.uploadHost', msg: url };
  expect(await states()).toMatchObject([
    { state: 'refused', failure },
    { state: 'refused', failure },
  ]);
  await until('one notification', async () => setup.seen.notices.length === 2);
  expect(new Set(setup.seen.notices.map(({ id }) => id)).size).toBe(1);

  setup.browser.hasHostPermission = true;
  await setup.background().permissionsChanged();
  expect(await states()).toMatchObject([{ state: 'queued' }, { state: 'queued' }]);
  expect(await setup.send('uploads.beginFile', { id: ids[0] ?? '' })).toMatchObject({ key: setup.key });
});

it('a notification repeats only what the service said, not the sizes of an incomplete file', async () => {
  await setup.send('settings.change', { notifications: true, notifyFailed: true });
  await add([own('one.mp4')]);
  const [{ id } = { id: '' }] = (await setup.uploads(accountId)).uploads;
  await setup.send('uploads.beginFile', { id });
  const client = createClient({ baseUrl: setup.service.url, key: setup.key });
  const { fileCode } = await client.uploads.send(new File(['x'], 'one.mp4'));
  await setup.send('uploads.endFile', { id, result: { fileCode, size: 1 } });
  await until('a notification', async () => setup.seen.notices.length === 1);
  expect(setup.seen.notices).toMatchObject([{ kind: 'refused', subject: 'one.mp4', msg: null }]);
});
