/** Waits end on time after the machine's clock was set, whether or not a worker was running. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccountBackoff } from '../../../lib/accounts/account-backoff.ts';
import { createActivityDatabase } from '../../../lib/activity/activity-database.ts';
import { readActivity } from '../../../lib/activity/read-activity.ts';
import { createUploadsDatabase } from '../../../lib/uploads/storage/uploads-database.ts';
import { type BackgroundSetup, setUpBackground, until } from './background-setup.ts';

const hourMs = 3_600_000;
/** The longest wait after the failures in these tests, with a margin. */
const soonMs = 2 * 60_000;

let setup: BackgroundSetup;
beforeEach(async () => {
  setup = await setUpBackground();
});
afterEach(async () => {
  await setup.close();
});

const link = () => `${setup.site.url}/sample.webm`;
const untilMs = () => {
  const [backoff] = JSON.parse(setup.local.items.get('backoffs') ?? '[]') as readonly AccountBackoff[];
  return backoff?.untilMs || null;
};
const getRow = async (accountId: string) => (await setup.uploads(accountId)).uploads[0];

/** A link that waits because its service is down. */
async function waitForService(): Promise<string> {
  const { account } = await setup.connect();
  await setup.admin.setFaults([{ endpoint: '*', kind: 'status', httpStatus: 502 }]);
  await setup.send('links.send', { links: [{ url: link() }], accountId: account.id });
  await until('a wait', async () => untilMs() !== null);
  return account.id;
}

/** By the machine's clock. The link must be sent by then. */
async function expectSentSoon(accountId: string): Promise<void> {
  await setup.admin.clearFaults();
  setup.advance(soonMs);
  await setup.background().wake();
  await until('the link to be taken', async () => {
    setup.advance(5_000);
    return (await getRow(accountId))?.fileCode != null;
  });
}

it('a wait ends on time if the clock was set back between two workers', async () => {
  const accountId = await waitForService();
  setup.setClock(-5 * hourMs);
  setup.restart();
  await setup.background().wake();
  await until('the wait to be moved', async () => (untilMs() ?? 0) <= setup.wallNow() + soonMs);
  const row = await getRow(accountId);
  expect(row?.createdAtMs).toBeLessThanOrEqual(setup.wallNow());
  expect(row?.changedAtMs).toBeLessThanOrEqual(setup.wallNow());
  await expectSentSoon(accountId);
});

it('a wait and its alarm are on time if the clock was set back while a worker runs', async () => {
  const accountId = await waitForService();
  setup.setClock(-5 * hourMs);
  await setup.background().wake();
  await until('the alarm', async () => {
    const atMs = setup.alarm();
    return atMs !== null && Math.abs(atMs - setup.wallNow()) < soonMs;
  });
  await expectSentSoon(accountId);
  // The next worker follows the machine's clock again.
  setup.restart();
  await setup.background().wake();
  await until(
    'times to be moved',
    async () => ((await getRow(accountId))?.changedAtMs ?? 0) <= setup.wallNow(),
  );
});

it('if the clock was set back, activity and removed uploads get current times', async () => {
  const accountId = await waitForService();
  const [row] = (await setup.uploads(accountId)).uploads;
  await setup.send('uploads.remove', { id: row?.id ?? '' });
  setup.setClock(-5 * hourMs);
  setup.restart();
  await setup.background().wake();
  const database = createUploadsDatabase();
  const removed = await database.use((db) => db.getAll('removed'));
  database.close();
  const activityDatabase = createActivityDatabase();
  const events = await readActivity(activityDatabase, setup.session);
  activityDatabase.close();
  expect(removed).toHaveLength(1);
  expect(removed[0]?.upload.createdAtMs).toBeLessThanOrEqual(setup.wallNow());
  expect(events.length).toBeGreaterThan(0);
  for (const { atMs } of events) expect(atMs).toBeLessThanOrEqual(setup.wallNow());
});

it('a worker that ends while it adjusts times adjusts them again', async () => {
  const accountId = await waitForService();
  setup.setClock(-5 * hourMs);
  // This worker ends at once.
  setup.restart();
  setup.restart();
  await setup.background().wake();
  await until('the wait to be moved', async () => (untilMs() ?? 0) <= setup.wallNow() + soonMs);
  await expectSentSoon(accountId);
});

it('times that couldn’t be adjusted because the disk was full are adjusted by the next worker', async () => {
  const accountId = await waitForService();
  const { set } = setup.local;
  setup.local.set = (items) =>
    'backoffs' in items ? Promise.reject(new Error('There is no room on the disk.')) : set(items);
  setup.setClock(-5 * hourMs);
  setup.restart();
  await setup.background().wake();
  await new Promise((resolve) => setTimeout(resolve, 100));
  setup.local.set = set;
  expect(untilMs()).toBeGreaterThan(setup.wallNow() + 4 * hourMs);
  setup.seen.faults.length = 0;
  setup.restart();
  await setup.background().wake();
  await until('the wait to be moved', async () => (untilMs() ?? 0) <= setup.wallNow() + soonMs);
  await expectSentSoon(accountId);
});

it('a damaged time of the previous worker, thousands of years ahead, blocks nothing', async () => {
  const accountId = await waitForService();
  setup.local.items.set('clock', `${Date.UTC(9999, 0)}`);
  setup.restart();
  await setup.background().wake();
  await until('the clock to be right', () => {
    const atMs = Number(setup.local.items.get('clock'));
    return Math.abs(atMs - setup.wallNow()) < soonMs;
  });
  await expectSentSoon(accountId);
});
