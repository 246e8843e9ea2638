/** The takedowns of an account: all, new ones, and none after the account is removed. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BackgroundSetup, setUpBackground } from '../background-setup.ts';

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

async function takeDown(...indexes: readonly number[]): Promise<void> {
  for (const index of indexes) await setup.admin.takeDown(codes[index] ?? '');
}

/** Indexes of the listed files, and of the new ones. */
async function listed(): Promise<{ all: number[]; new: number[] }> {
  const list = await setup.send('takedowns.list', { accountId });
  const indexes = (of: typeof list) => of.map(({ fileCode }) => codes.indexOf(fileCode)).sort();
  return { all: indexes(list), new: indexes(list.filter(({ isNew }) => isNew)) };
}

it('a takedown that wasn’t listed before is new, even after a restart', async () => {
  await takeDown(0, 1);
  expect(await listed()).toEqual({ all: [0, 1], new: [] });
  await takeDown(2);
  expect(await listed()).toEqual({ all: [0, 1, 2], new: [2] });
  setup.restart();
  expect(await listed()).toEqual({ all: [0, 1, 2], new: [2] });
});

it('a takedown after an empty first list is new', async () => {
  expect(await listed()).toEqual({ all: [], new: [] });
  await takeDown(3);
  expect(await listed()).toEqual({ all: [3], new: [3] });
});

it('a takedown is new for one day', async () => {
  await listed();
  await takeDown(1);
  await listed();
  const key = `takedowns:${accountId}`;
  const aged = (age: number) => {
    const record = { checkedAtMs: Date.now(), firstSeenAtMs: { [codes[1] ?? '']: Date.now() - age } };
    setup.local.items.set(key, JSON.stringify(record));
  };
  aged(86_400_000 - 60_000);
  expect(await listed()).toEqual({ all: [1], new: [1] });
  aged(86_400_000);
  expect(await listed()).toEqual({ all: [1], new: [] });
});

it('takedowns are listed, whatever is stored', async () => {
  await takeDown(1);
  const ofCodes = JSON.stringify({ checkedAtMs: 1, firstSeenAtMs: { [codes[1] ?? '']: 'x' } });
  for (const damaged of [
    'null',
    '{}',
    '[1,["a"]]',
    '"a"',
    '{"checkedAtMs":1,"firstSeenAtMs":null}',
    ofCodes,
  ]) {
    setup.local.items.set(`takedowns:${accountId}`, damaged);
    expect((await listed()).all).toEqual([1]);
  }
});

it('takedowns stay new if the list can’t be read', async () => {
  await listed();
  await takeDown(2);
  await setup.admin.setFaults([{ endpoint: '/api/dmca/list', kind: 'html' }]);
  const answer = await setup.reply('takedowns.list', { accountId });
  expect(answer).toMatchObject({ ok: false, problem: { code: 'invalid-response' } });
  await setup.admin.clearFaults();
  expect((await listed()).new).toEqual([2]);
});

it('removing an account removes its takedowns, even while they are being read', async () => {
  await takeDown(1);
  await listed();
  await setup.admin.setFaults([{ endpoint: '/api/dmca/list', kind: 'delay', ms: 300 }]);
  const reading = setup.reply('takedowns.list', { accountId });
  await setup.send('accounts.remove', { accountId });
  expect(await reading).toMatchObject({ ok: false, problem: { code: 'no-account' } });
  expect([...setup.local.items.keys()].filter((key) => key.includes(accountId))).toEqual([]);
});

it('new takedowns cause one notification if enabled, and stay new until they are seen', async () => {
  // Skips the delays after the browser's start.
  setup.session.items.set('startTimes', JSON.stringify({ send: 0, poll: 0, catalog: 0, fullSync: 0 }));
  setup.restart();
  const listNotices = () => setup.seen.notices.map(({ kind, subject, count }) => ({ kind, subject, count }));
  const day = 86_400_000;
  const check = async (ageMs = day) => {
    const record = JSON.parse(setup.local.items.get(`takedowns:${accountId}`) ?? '{}');
    const aged = { ...record, checkedAtMs: record.checkedAtMs - ageMs };
    setup.local.items.set(`takedowns:${accountId}`, JSON.stringify(aged));
    setup.restart();
    await setup.background().wake();
  };
  await takeDown(0);
  await setup.background().wake();
  expect(setup.local.items.has(`takedowns:${accountId}`)).toBe(false);

  await setup.send('settings.change', { notifyTakedowns: true });
  await setup.background().wake();
  expect(listNotices()).toEqual([]);
  await takeDown(1, 2);
  await setup.background().wake();
  expect(listNotices()).toEqual([]);
  await check();
  await check();
  expect(listNotices()).toEqual([{ kind: 'takedowns', subject: 'demo', count: 2 }]);
  expect(await listed()).toEqual({ all: [0, 1, 2], new: [1, 2] });

  await setup.admin.setFaults([{ endpoint: '/api/dmca/list', kind: 'html' }]);
  await takeDown(3);
  await check();
  await setup.admin.clearFaults();
  // Then the last check counts as made just now.
  setup.setClock(-365 * day);
  setup.restart();
  await setup.background().wake();
  expect(listNotices()).toHaveLength(1);
  setup.advance(day);
  await setup.background().wake();
  expect(listNotices()).toHaveLength(2);
});
