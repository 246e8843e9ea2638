import { expect, it } from 'vitest';
import { createFolderMenu } from '../../../components/folders/folder-menu.ts';
import { emptyShortlist } from '../../../lib/folders/folder.ts';
import { recordUse } from '../../../lib/folders/shortlist.ts';
import type { Send } from '../../../lib/protocol.ts';

it.each<[what: string, known: () => Promise<unknown>, labels: readonly string[]]>([
  [
    'by their parents',
    async () => ({
      folders: [
        { id: '1', name: '2026', parentId: '9' },
        { id: '2', name: '2026', parentId: '0' },
        { id: '9', name: 'Films', parentId: '0' },
      ],
    }),
    ['2026 · My files', '2026 · Films'],
  ],
  [
    'by their ids where the list of folders can’t be read',
    () => Promise.reject(new Error('unreadable')),
    ['2026 · Folder 2', '2026 · Folder 1'],
  ],
])('distinguishes folders with the same name %s', async (_, known, labels) => {
  const [first, second] = ['1', '2'].map((id) => ({ id, name: '2026' }));
  const shortlist = [first, second].reduce(
    (all, each) => (each ? recordUse(all, each) : all),
    emptyShortlist,
  );
  const folder = { id: '1', name: '2026' };
  const groups = await createFolderMenu(
    { folder, shortlist, accountId: 'a', onChange: () => {} },
    known as unknown as Send,
    () => {},
  );
  expect(groups[1]?.map(({ label }) => label)).toEqual(labels);
});
