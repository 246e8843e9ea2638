/** The dialect of an account's host: detected when it is connected or moves, and again when responses no longer fit. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, test } from 'vitest';
import { createAccountsStore } from '../../../../lib/accounts/accounts-store.ts';
import { sendFile } from '../../../../lib/api/index.ts';
import { describeFile, fileLockName } from '../../../../lib/uploads/local-file.ts';
import { startService } from '../../../../service/src/index.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

let setup: BackgroundSetup;
afterEach(() => setup.close());

const accounts = () => createAccountsStore(setup.local);
const readDialect = async (accountId: string) =>
  (await accounts().get()).list.find(({ id }) => id === accountId)?.dialect;
const link = () => `${setup.site.url}/sample.webm`;
const paths = async () => (await setup.admin.audit()).map(({ path }) => path);

async function sendToEnd(accountId: string): Promise<void> {
  await setup.send('links.send', { links: [{ url: link(), title: 'A title' }], accountId });
  await until('the file', async () => {
    setup.advance(1_000);
    return (await setup.uploads(accountId)).uploads.some(({ state }) => state === 'done');
  });
}

test.each(['document', 'sibling'] as const)(
  'an account of the %s is connected and accepts links',
  async (dialect) => {
    setup = await setUpBackground(1_000, dialect);
    const { account } = await setup.connect();
    expect(account.dialect).toBe(dialect);
    expect(await readDialect(account.id)).toBe(dialect);
    await sendToEnd(account.id);
    const { uploads } = await setup.uploads(account.id);
    expect(uploads).toMatchObject([{ title: 'A title', failure: null }]);
    // The title wasn't sent with the link.
    const isSetAfterwards = (await paths()).includes('/api/file/edit');
    expect(isSetAfterwards).toBe(dialect === 'sibling');
  },
);

it('the page learns how to send a local file, which goes into its folder at once', async () => {
  setup = await setUpBackground(1_000, 'sibling');
  const { account } = await setup.connect();
  const accountId = account.id;
  const folder = await setup.send('folders.create', { accountId, name: 'Talks', parentId: '0' });
  const file = new File(['some text'], 'talk.txt', { lastModified: 1 });
  const files = [describeFile(file)];
  const { added } = await setup.send('uploads.addFiles', { accountId, folder, private: false, files });
  const id = added[0]?.id ?? '';
  setup.browser.locks.add(fileLockName(id));
  const grant = await setup.send('uploads.beginFile', { id });
  if (grant === null) throw new Error('It waits.');
  const { fileCode } = await sendFile({ ...grant, file });
  await setup.send('uploads.endFile', { id, result: { fileCode } });
  await setup.send('uploads.poll', { accountId });
  const { uploads } = await setup.uploads(accountId);
  expect(uploads).toMatchObject([{ state: 'done', folder: { id: folder.id }, failure: null }]);
  expect(await paths()).not.toContain('/api/file/edit');
});

it('the dialect is detected again if responses don’t match, and the link continues', async () => {
  setup = await setUpBackground(1_000, 'sibling');
  const { account } = await setup.connect();
  await accounts().update((all) => ({
    ...all,
    list: all.list.map((each) => ({ ...each, dialect: 'document' as const })),
  }));
  setup.restart();
  await sendToEnd(account.id);
  expect(await readDialect(account.id)).toBe('sibling');
});

it('the dialect is checked once an hour at a host whose calls about transfers never work', async () => {
  setup = await setUpBackground(1_000, 'document');
  await setup.admin.setFaults([{ endpoint: '/api/urlupload/*', kind: 'html', httpStatus: 404 }]);
  const { account } = await setup.connect();
  expect(account.dialect).toBe('document');
  const countProofs = async () => (await paths()).filter((path) => path === '/api/file/url_uploads').length;
  const atFirst = await countProofs();
  const poll = async () => {
    await setup.reply('uploads.poll', { accountId: account.id });
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await poll();
  const afterOne = await countProofs();
  expect(afterOne).toBeGreaterThan(atFirst);
  for (let polls = 0; polls < 3; polls += 1) {
    await poll();
    setup.restart();
  }
  expect(await countProofs()).toBe(afterOne);
  setup.advance(3_600_000);
  await poll();
  await until('the next look', async () => (await countProofs()) > afterOne);
  expect(await readDialect(account.id)).toBe('document');
});

it('the dialect is detected at a new address', async () => {
  setup = await setUpBackground();
  const { account } = await setup.connect();
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-other-'));
  const given = { email: account.email ?? '', key: setup.key };
  const other = await startService({ dataDir, dialect: 'sibling', rateLimit: false, accounts: [given] });
  const moved = { accountId: account.id, address: other.url };
  expect(await setup.send('accounts.changeAddress', moved)).toMatchObject({
    account: { id: account.id, baseUrl: other.url, dialect: 'sibling' },
  });
  await other.close();
  await rm(dataDir, { recursive: true });
});
