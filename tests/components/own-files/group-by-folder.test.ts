/** The test replaces the background, which finds or creates folders. */
import { expect, test } from 'vitest';
import { groupByFolder } from '../../../components/own-files/own-files.ts';
import type { FolderRef } from '../../../lib/folders/folder.ts';
import type { Send } from '../../../lib/protocol.ts';

const root = { id: '0', name: '' };
const dropped = (...paths: readonly string[]) =>
  paths.map((path) => {
    const names = path.split('/');
    return { file: new File([], names.at(-1) ?? ''), path: names.slice(0, -1) };
  });

/** @param list returns a folder's subfolders, or throws */
function createSend(list: (folderId: string) => readonly FolderRef[]) {
  const created: string[] = [];
  const send = async (_: 'folders.ensure', request: { name: string; parentId: string }) => {
    const found = list(request.parentId).find(({ name }) => name === request.name);
    if (found) return found;
    created.push(`${request.parentId}/${request.name}`);
    if (request.name === 'refused') throw new Error('refused');
    return { id: `new ${request.name}`, name: request.name };
  };
  return { created, send: send as unknown as Send };
}

async function group(send: Send, ...paths: readonly string[]) {
  const { groups, failed } = await groupByFolder(dropped(...paths), root, 'a', send);
  return {
    groups: [...groups].map(([{ id }, files]) => [id, ...files.map(({ name }) => name)]),
    failed: [...failed].map(([path, error]) => [path, (error as Error).message]),
  };
}

test('files of other folders are sent even if one folder can be neither listed nor created', async () => {
  const { send, created } = createSend((id) => {
    if (id === '5') throw new Error('unreachable');
    return id === '0' ? [{ id: '5', name: 'closed' }] : [];
  });
  expect(
    await group(send, 'refused/1', 'refused/deep/2', 'closed/3', 'closed/deep/4', 'Talks/5', 'Talks/6', '7'),
  ).toEqual({
    groups: [
      ['5', '3'],
      ['new Talks', '5', '6'],
      ['0', '7'],
    ],
    failed: [
      ['refused', 'refused'],
      ['closed/deep', 'unreachable'],
    ],
  });
  expect(created).toEqual(['0/refused', '0/Talks']);
});

test('names are equal in any normalization, and with spaces around them', async () => {
  const { send, created } = createSend((id) => (id === '0' ? [{ id: '7', name: 'Été' }] : []));
  expect(
    await group(send, 'E\u0301te\u0301/1', ' Été /2', 'Été/I\u0302/3', 'E\u0301te\u0301/\u00ce/4'),
  ).toEqual({
    groups: [
      ['7', '1', '2'],
      ['new Î', '3', '4'],
    ],
    failed: [],
  });
  expect(created).toEqual(['7/Î']);
});
