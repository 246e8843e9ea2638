/** The look for a folder before a link goes into it, at services that show the root for one that they do not know. */
import { expect, test } from 'vitest';
import { createClient } from '../../../lib/api/index.ts';
import { createFolderChecks } from '../../../lib/background/folder-check.ts';
import { fastLimiter } from '../api/helpers/fast-limiter.ts';
import { serveHttp } from '../fake-http.ts';
import { FakeService, type ServiceRules } from '../fake-service.ts';
import { FakeTime } from '../fake-time.ts';

function start(rules: Partial<ServiceRules>) {
  const service = new FakeService(new FakeTime(), rules);
  for (const [name, parentId] of [['Films'], ['Talks'], ['Old', '1']] as const)
    service.addFolder(name, parentId);
  const { requests, fetch } = serveHttp(service);
  const time = { now: 1_700_000_000_000 };
  const client = createClient({
    baseUrl: 'https://odd.example',
    key: 'test-key-0123456789',
    limiter: fastLimiter(),
    fetch,
  });
  const checked = createFolderChecks(() => time.now)(client);
  async function send(folderId: string): Promise<readonly string[]> {
    requests.length = 0;
    const options = { lane: 'queue', beforeSend: async () => {} } as const;
    await checked.remoteUploads.add({ url: 'https://a.example/x.mkv', folderId }, options);
    return requests;
  }
  return { send, time, requests, service };
}

test('a folder that lists the root’s folders is missing, and nothing is sent', async () => {
  const { send, requests } = start({ unknownFolder: 'root' });
  await expect(send('99')).rejects.toMatchObject({ code: 'not-found' });
  // One answer proves no absence.
  expect(requests).toEqual(Array(2).fill(['folder/list 99', 'folder/list 0']).flat());
});

test('checking a folder takes two requests if it contains folders, else one, and none for five minutes', async () => {
  const { send, time } = start({ unknownFolder: 'root' });
  expect(await send('1')).toEqual(['folder/list 1', 'folder/list 0', 'upload/url 1']);
  expect(await send('3')).toEqual(['folder/list 3', 'upload/url 3']);
  expect(await send('0')).toEqual(['upload/url 0']);
  time.now += 299_000;
  for (const id of ['1', '3']) expect(await send(id)).toEqual([`upload/url ${id}`]);
  time.now += 2_000;
  expect(await send('3')).toEqual(['folder/list 3', 'upload/url 3']);
});

test('a folder is missing only if it lists the root’s folders and is none of them', async () => {
  const send = (shown: string, folderId: string) =>
    start({ alsoInside: (id) => (id === '0' ? [] : [...shown]) }).send(folderId);
  const there = (id: string) => [`folder/list ${id}`, 'folder/list 0', `upload/url ${id}`];
  expect(await send('12', '2')).toEqual(there('2'));
  for (const shown of ['1', '13', '123']) expect(await send(shown, '3')).toEqual(there('3'));
  await expect(send('12', '3')).rejects.toMatchObject({ code: 'not-found' });
});

test.each([
  ['the link', false, 'refused'],
  ['a folder that was seen a minute ago', true, 'not-found'],
])('"not found" after the request is said of %s', async (_, isFolder, code) => {
  const { send, service } = start({ unknownFolder: 'refusal' });
  await send('3');
  if (isFolder) service.folders.delete('3');
  service.linkRefusal = { status: 404, msg: 'Not found' };
  await expect(send('3')).rejects.toMatchObject({ code });
});
