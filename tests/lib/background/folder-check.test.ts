/** The look for a folder before a link goes into it, at services that show the root for one that they do not know. */
import { expect, test } from 'vitest';
import { createClient, NotFoundError } from '../../../lib/api/index.ts';
import { createFolderChecks } from '../../../lib/background/folder-check.ts';
import { fastLimiter } from '../api/helpers/fast-limiter.ts';
import { fakeService, type Oddities } from '../catalog/sync/fake-service.ts';

const folders = [
  { id: '1', name: 'Films', parentId: '0' },
  { id: '2', name: 'Talks', parentId: '0' },
  { id: '3', name: 'Old', parentId: '1' },
];

function start(oddities: Oddities) {
  const odd = fakeService(oddities, [], folders);
  const time = { now: 1_700_000_000_000 };
  const client = createClient({
    ...{ baseUrl: 'https://odd.example', key: 'test-key-0123456789', limiter: fastLimiter() },
    async fetch(input) {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname !== '/api/upload/url') return odd.fetch(input);
      odd.requests.push('upload/url');
      return Response.json({ status: 200, msg: 'OK', result: { filecode: 'code000001' } });
    },
  });
  const checked = createFolderChecks(() => time.now)(client);
  async function send(folderId: string): Promise<readonly string[]> {
    odd.requests.length = 0;
    const options = { lane: 'queue', beforeSend: async () => {} } as const;
    await checked.remoteUploads.add({ url: 'https://a.example/x.mkv', folderId }, options);
    return odd.requests;
  }
  return { send, time, requests: odd.requests };
}

test('a folder for which the root is shown is missing, and nothing is sent', async () => {
  const { send, requests } = start({ ignoresUnknownFolder: true });
  await expect(send('99')).rejects.toBeInstanceOf(NotFoundError);
  expect(requests).toEqual(['folder/list 99', 'folder/list 0']);
});

test('a folder with folders of its own takes two questions, one without takes one, once in five minutes', async () => {
  const { send, time } = start({ ignoresUnknownFolder: true });
  expect(await send('1')).toEqual(['folder/list 1', 'folder/list 0', 'upload/url']);
  expect(await send('3')).toEqual(['folder/list 3', 'upload/url']);
  expect(await send('0')).toEqual(['upload/url']);
  time.now += 299_000;
  for (const { id } of folders.filter(({ id }) => id !== '2')) expect(await send(id)).toEqual(['upload/url']);
  time.now += 2_000;
  expect(await send('3')).toEqual(['folder/list 3', 'upload/url']);
});

test('only a folder that shows the folders of the root, and is none of them, is missing', async () => {
  const shown = (ids: string): Oddities => ({
    alsoInside: (id, all) => all.filter((folder) => id !== '0' && ids.includes(folder.id)),
  });
  const there = (id: string) => [`folder/list ${id}`, 'folder/list 0', 'upload/url'];
  expect(await start(shown('12')).send('2')).toEqual(there('2'));
  for (const ids of ['1', '13', '123']) expect(await start(shown(ids)).send('3')).toEqual(there('3'));
  await expect(start(shown('12')).send('3')).rejects.toBeInstanceOf(NotFoundError);
});
