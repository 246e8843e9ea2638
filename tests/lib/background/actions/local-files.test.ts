/** Files of the user's own that seem to be in the folder already are held back until the user says so. */
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
