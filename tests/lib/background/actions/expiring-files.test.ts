/** Hosts that delete files which nobody views: how many files are affected, as pages see it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createExpiryStore, isExpiryShown } from '../../../../lib/accounts/expiry-record.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

let setup: BackgroundSetup;
let accountId: string;
let codes: readonly string[];
beforeEach(async () => {
  setup = await setUpBackground();
  await setup.service.seed({ account: 'demo@linkhaul.example', files: 4, folders: 0 });
  codes = (await setup.admin.files('demo@linkhaul.example')).map(({ fileCode }) => fileCode);
  accountId = (await setup.connect()).account.id;
});
afterEach(() => setup.close());

const day = 86_400_000;
const record = () => createExpiryStore(setup.local, accountId).get();
const counted = (count: number, unread = 0) =>
  until(`${count} files`, async () => {
    const now = await record();
    return now.count === count && now.unread === unread;
  });

/** Upload and last view of the four files, in days ago. Null: never viewed. */
async function setTimes(...times: readonly (readonly [uploaded: number, viewed: number | null])[]) {
  for (const [at, [uploaded, viewed]] of times.entries())
    await setup.admin.setFileAge(codes[at] ?? '', {
      uploadedDaysAgo: uploaded,
      viewedDaysAgo: viewed,
    });
}

async function listed() {
  await setup.send('catalog.visit', { accountId, folderId: null });
  await until('the first sync', async () => {
    const { phase, syncedAtMs } = (await setup.catalog(accountId)).syncStatus;
    return phase === 'complete' && syncedAtMs !== null;
  });
}

const setRule = (days: number | null) => setup.send('accounts.setDeletionRule', { accountId, days });

it('files within a week of their deletion count, and files without a view from their upload on', async () => {
  await setTimes([300, 54], [300, 52], [54, null], [52, null]);
  await listed();
  expect((await setup.admin.audit()).map(({ endpoint }) => endpoint)).not.toContain('/api/file/info');
  await setRule(60);
  await counted(2);
  expect(await record()).toMatchObject({ days: 53 });
  // Changing the limit needs no request and takes effect at once.
  await setup.admin.clearAudit();
  await setRule(62);
  await counted(0);
  expect(await setup.admin.audit()).toEqual([]);
});

it('a rule that was entered before the files are read applies once they are', async () => {
  await setTimes([300, 54], [300, 1], [300, 1], [300, 1]);
  await setRule(60);
  setup.restart();
  await listed();
  await counted(1);
});

it('a file that is viewed or deleted no longer counts', async () => {
  await setTimes([300, 60], [300, 60], [300, 60], [300, 1]);
  await listed();
  await setRule(60);
  await counted(3);
  await setup.admin.setFileAge(codes[0] ?? '', { viewedDaysAgo: 0 });
  await setup.send('files.details', { accountId, fileCode: codes[0] ?? '' });
  await counted(2);
  await setup.admin.deleteFile(codes[1] ?? '');
  await setup.reply('files.details', { accountId, fileCode: codes[1] ?? '' });
  await counted(1);
});

it('the count is repeated the next day, even by a new worker and without a page', async () => {
  await setTimes([300, 52.5], [300, 1], [300, 1], [300, 1]);
  await listed();
  await setRule(60);
  await counted(0);
  setup.advance(1.1 * day);
  setup.restart();
  setup.advance(11 * 60_000);
  await setTimes([300, 54], [300, 1], [300, 1], [300, 1]);
  await setup.background().wake();
  await counted(1);
});

it('without a rule nothing is read or kept', async () => {
  await setTimes([300, 60], [300, 60], [300, 60], [300, 60]);
  await listed();
  await setRule(60);
  await counted(4);
  await setRule(null);
  expect(setup.local.items.has(`expiry:${accountId}`)).toBe(false);
  await setRule(0);
  expect((await setup.local.get('accounts'))['accounts']).not.toMatchObject({
    list: [{ deletesAfterDays: 0 }],
  });
  await setRule(60);
  await counted(4);
  await setup.send('accounts.remove', { accountId });
  expect(setup.local.items.has(`expiry:${accountId}`)).toBe(false);
});

it('a dismissed notice is shown again with more files, or on another day', async () => {
  await setTimes([300, 60], [300, 60], [300, 1], [300, 1]);
  await listed();
  await setRule(60);
  await counted(2);
  expect(isExpiryShown(await record(), '2026-01-01')).toBe(true);
  await setup.send('expiry.dismiss', { accountId, count: 2, day: '2026-01-01' });
  expect(isExpiryShown(await record(), '2026-01-01')).toBe(false);
  expect(isExpiryShown(await record(), '2026-01-02')).toBe(true);
  expect(isExpiryShown({ ...(await record()), count: 3 }, '2026-01-01')).toBe(true);
  expect(isExpiryShown({ ...(await record()), count: 0 }, '2026-01-02')).toBe(false);
});

it('files without a reported last view count as unknown, and the record is complete', async () => {
  await setTimes([300, 60], [300, 60], [300, 1], [300, 1]);
  await listed();
  const [silent = ''] = codes;
  const envelope = { msg: 'OK', status: 200, result: [{ filecode: silent, status: 200, title: 'A' }] };
  const query = { file_code: silent };
  await setup.admin.setFaults([
    { endpoint: '/api/file/info', listIn: 'file_code', kind: 'status', httpStatus: 400 },
    { endpoint: '/api/file/info', query, kind: 'envelope', envelope },
  ]);
  await setRule(60);
  await counted(1);
  expect(await record()).toMatchObject({ unread: 0, unreported: 1, isWhole: true });
});
