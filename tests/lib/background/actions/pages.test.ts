/** Where files have their pages: learned from listings, offered when that changes, and found for single files. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SeparateHosts, startSeparateHosts } from '../../../e2e/harness/separate-hosts.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

let setup: BackgroundSetup;
let hosts: SeparateHosts;
beforeEach(async () => {
  setup = await setUpBackground();
  hosts = await startSeparateHosts(setup.service.url);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await hosts.close();
  await setup.close();
});

async function connect(files: number, address = hosts.localApi): Promise<string> {
  const { account } = await setup.send('accounts.connect', { address, key: setup.key });
  await seed(files);
  return account.id;
}
const seed = (files: number, seed = 1) =>
  setup.service.seed({ account: 'demo@linkhaul.example', seed, files, folders: 0 });
const account = async (accountId: string) => (await setup.send('accounts.check', { accountId })).account;
async function sync(accountId: string): Promise<void> {
  await setup.send('catalog.visit', { accountId, folderId: null });
  await until('the sync', async () => (await setup.catalog(accountId)).syncStatus.phase === 'complete');
  await setup.send('catalog.refresh', { accountId, folderId: '0' });
}
const at = (base: string) => ({ download: { base, form: '/d/CODE' } });

it('addresses of pages are learned while files are listed, and another host is offered', async () => {
  const accountId = await connect(30);
  await sync(accountId);
  await until('the pages', async () => (await account(accountId)).pages !== undefined);
  expect((await account(accountId)).pages).toEqual(at(hosts.pages));

  const moved = hosts.movePages('new-share.localhost');
  await sync(accountId);
  await until('the offer', async () => (await account(accountId)).newPages !== undefined);
  expect(await account(accountId)).toMatchObject({
    pages: at(hosts.pages),
    newPages: { pages: at(moved), isDismissed: false },
  });
  await setup.send('accounts.answerNewPages', { accountId, isFollowed: false });
  expect((await account(accountId)).newPages).toEqual({ pages: at(moved), isDismissed: true });
  await setup.send('accounts.answerNewPages', { accountId, isFollowed: true });
  const followed = await account(accountId);
  expect(followed).toMatchObject({ pages: at(moved), formerUrls: [hosts.pages] });
  expect(followed.newPages).toBeUndefined();
  setup.restart();
  await sync(accountId);
  expect((await account(accountId)).newPages).toBeUndefined();
});

it('addresses of pages are learned neither from one file nor from paths', async () => {
  const accountId = await connect(1);
  const learned = async () => {
    await sync(accountId);
    // Listed files are counted after a short delay.
    setup.advance(1_000);
    await sync(accountId);
    return (await account(accountId)).pages;
  };
  expect(await learned()).toBeUndefined();
  await seed(20, 2);
  hosts.namePaths();
  expect(await learned()).toBeUndefined();
  expect((await setup.catalog(accountId)).size).toBe(21);
});

describe('pages of single files', () => {
  const findPages = async (accountId: string, fileCodes: readonly string[]) =>
    setup.send('files.pages', { accountId, fileCodes });
  const codes = async () =>
    (await setup.admin.files('demo@linkhaul.example')).map(({ fileCode }) => fileCode);

  it('have their own addresses, and otherwise those that were learned', async () => {
    const accountId = await connect(30);
    await sync(accountId);
    await until('the pages', async () => (await account(accountId)).pages !== undefined);
    const [code = ''] = await codes();
    hosts.movePages('new-share.localhost');
    const [own, unknown] = await findPages(accountId, [code, 'not-listed']);
    expect(own).toEqual({ download: `${hosts.pages}/d/${code}`, player: `${hosts.pages}/e/${code}` });
    expect(unknown).toEqual({
      download: `${hosts.pages}/d/not-listed`,
      player: `${hosts.pages}/e/not-listed`,
    });
  });

  it('are requested from the service if nobody has said that they are at its API', async () => {
    const accountId = await connect(2);
    const [code = ''] = await codes();
    const built = { download: `${hosts.localApi}/d/not-listed`, player: `${hosts.localApi}/e/not-listed` };
    expect(await findPages(accountId, [code, 'not-listed'])).toEqual([
      { download: `${hosts.pages}/d/${code}`, player: `${hosts.pages}/e/${code}` },
      built,
    ]);
    await hosts.close();
    expect(await findPages(accountId, ['not-listed'])).toEqual([built]);
  });

  it('are requested from the service if its API has a separate host and nothing is known', async () => {
    const { fetch } = globalThis;
    // Node.js can't resolve these names.
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      fetch(input.replace(hosts.api, hosts.localApi), init),
    );
    const accountId = await connect(2, hosts.api);
    const [code = ''] = await codes();
    expect(await findPages(accountId, [code, 'not-listed'])).toEqual([
      { download: `${hosts.pages}/d/${code}`, player: `${hosts.pages}/e/${code}` },
      { download: null, player: null },
    ]);
  });
});
