/** Checking a folder before a link goes into it, at services that return the root for an unknown folder. */
import { expect, test } from 'vitest';
import { createClient } from '../../../../lib/api/index.ts';
import { createFolderCheck } from '../../../../lib/uploads/requests/folder-check.ts';
import { fastLimiter } from '../../api/helpers/fast-limiter.ts';
import { serveHttp } from '../../fake-http.ts';
import { FakeService, type ServiceRules } from '../../fake-service.ts';
import { FakeTime } from '../../fake-time.ts';
import { setUp, to, url } from '../set-up.ts';

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
  const checkFolder = createFolderCheck(() => time.now);
  const gone: unknown[] = [];
  async function check(folderId: string, isDoubted = false): Promise<readonly string[]> {
    requests.length = 0;
    gone.push(await checkFolder(client, folderId, isDoubted));
    return [...requests];
  }
  return { check, gone, time, service };
}

test('a folder that lists the root’s folders is missing', async () => {
  const { check, gone } = start({ unknownFolder: 'root' });
  // One response doesn't prove absence.
  expect(await check('99')).toEqual(Array(2).fill(['folder/list 99', 'folder/list 0']).flat());
  expect(gone).toMatchObject([{ code: 'folder-gone' }]);
});

test('checking a folder takes two requests if it contains folders, otherwise one, and none for five minutes', async () => {
  const { check, gone, time } = start({ unknownFolder: 'root' });
  expect(await check('1')).toEqual(['folder/list 1', 'folder/list 0']);
  expect(await check('3')).toEqual(['folder/list 3']);
  expect(await check('0')).toEqual([]);
  time.now += 299_000;
  for (const id of ['1', '3']) expect(await check(id)).toEqual([]);
  expect(await check('3', true), 'one that is doubted').toEqual(['folder/list 3']);
  time.now += 2_000;
  expect(await check('1')).toEqual(['folder/list 1', 'folder/list 0']);
  expect(new Set(gone)).toEqual(new Set([null]));
});

test('a folder is missing only if it lists the root’s folders and isn’t one of them', async () => {
  const isGone = async (shown: string, folderId: string) => {
    const { check, gone } = start({ alsoInside: (id) => (id === '0' ? [] : [...shown]) });
    await check(folderId);
    return gone[0] !== null;
  };
  expect(await isGone('12', '2')).toBe(false);
  for (const shown of ['1', '13', '123']) expect(await isGone(shown, '3')).toBe(false);
  expect(await isGone('12', '3')).toBe(true);
});

const links = (count: number, folderId: string, isFolderByRule = false) =>
  Array.from({ length: count }, (_, at) => ({
    url: url(`${folderId}-${isFolderByRule}-${at}`),
    to: { ...to, folder: { id: folderId, name: 'Films' }, isFolderByRule },
  }));

test('all links for a missing folder leave it at once: those placed by a rule for another folder, others are refused', async () => {
  const { uploads, service, state, run, pending, eventKinds } = setUp();
  const there = service.addFolder('There');
  state.defaultFolder = { id: there, name: 'There' };
  await uploads.addToDestinations([...links(10, 'gone'), ...links(10, 'gone', true), ...links(1, there)]);
  await run();
  const failure = { code: 'folder-gone', msg: 'There is no such folder' };
  expect(await pending()).toHaveLength(10);
  for (const upload of await pending()) expect(upload).toMatchObject({ state: 'refused', failure });
  expect(service.transferFolders()).toEqual(Array(11).fill(there));
  expect(state.foldersGone).toEqual(['gone']);
  // One check, not one per link.
  expect(service.countRequests('folder/list')).toBe(2 + 1);
  expect((await eventKinds()).filter((kind) => kind === 'refused')).toHaveLength(10);
});

test('if there is no other folder, links placed by a rule are refused too', async () => {
  const { uploads, service, run, pending, sends } = setUp();
  await uploads.addToDestinations(links(2, 'gone', true));
  await run();
  expect((await pending()).map(({ state }) => state)).toEqual(['refused', 'refused']);
  expect([service.transferFolders(), sends()]).toEqual([[], 0]);
});

test.each([
  ['the link', false, { state: 'refused', failure: { code: 'refused', msg: 'Not found' } }],
  ['a folder that was seen a minute ago', true, { state: 'refused', failure: { code: 'folder-gone' } }],
])('"not found" after the request applies to %s', async (_, isFolder, expected) => {
  const { uploads, service, run, pending, sends } = setUp();
  const folderId = service.addFolder('Films');
  await uploads.addToDestinations(links(1, folderId));
  await run();
  if (isFolder) service.folders.delete(folderId);
  service.linkRefusal = { status: 404, msg: 'Not found' };
  await uploads.addToDestinations(links(1, folderId, true));
  await run();
  expect(sends()).toBe(2);
  expect(await pending()).toMatchObject([expected]);
});
