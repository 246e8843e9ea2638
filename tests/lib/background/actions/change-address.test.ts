/** An account whose service has moved: what the change keeps, what it refuses, and workers that die during it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Account } from '../../../../lib/accounts/account.ts';
import { createAccountsStore } from '../../../../lib/accounts/accounts-store.ts';
import { startService } from '../../../../service/src/index.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

let setup: BackgroundSetup;
beforeEach(async () => {
  setup = await setUpBackground();
});
afterEach(() => setup.close());

const accounts = async () => (await createAccountsStore(setup.local).get()).list;
/** The same service at another address. */
const movedUrl = () => setup.service.url.replace('127.0.0.1', 'localhost');
const stored = () => setup.stored();
const films = { id: '7', name: 'Films' };

async function withService(account: { email: string; key: string }, use: (url: string) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-other-'));
  const other = await startService({ dataDir, rateLimit: false, accounts: [account] });
  await use(other.url);
  await other.close();
  await rm(dataDir, { recursive: true });
}

/** Connects an account with a rule, a pinned folder and a queued link. */
async function connect(): Promise<Account> {
  const { account } = await setup.connect();
  const accountId = account.id;
  await setup.send('uploads.pause', {});
  await setup.send('links.send', { links: [{ url: `${setup.site.url}/sample.webm` }] });
  await setup.send('folders.pin', { accountId, folder: films, pinned: true });
  const rule = { accountId, host: 'cdn.example', kind: null, titlePattern: null, folder: films };
  await setup.send('rules.save', rule);
  return account;
}

it('a new address keeps everything, gets the queued links, and applies to pictures', async () => {
  const account = await connect();
  const accountId = account.id;
  await setup.send('accounts.rename', { accountId, nickname: 'Work' });
  const kept = JSON.stringify([
    setup.local.items.get('rules'),
    setup.local.items.get(`folders:${accountId}`),
  ]);
  const answer = await setup.send('accounts.changeAddress', { accountId, address: `${movedUrl()}/settings` });
  const moved = {
    ...account,
    nickname: 'Work',
    baseUrl: movedUrl(),
    formerUrls: [account.baseUrl],
  };
  expect(answer).toMatchObject({ account: moved });
  expect(await accounts()).toEqual([moved]);
  expect(
    JSON.stringify([setup.local.items.get('rules'), setup.local.items.get(`folders:${accountId}`)]),
  ).toBe(kept);
  expect(setup.local.items.has('move')).toBe(false);
  await setup.send('uploads.resume', {});
  await until('the file', async () =>
    (await setup.uploads(accountId)).uploads.some(({ state }) => state === 'done'),
  );
  const pictures = async () =>
    (await setup.uploads(accountId)).uploads.flatMap(({ imageUrl }) => imageUrl ?? []);
  expect(await pictures()).toEqual([expect.stringContaining(`${movedUrl()}/`)]);
  // And back. Each address is listed once.
  await setup.send('accounts.changeAddress', { accountId, address: account.baseUrl });
  expect(await accounts()).toMatchObject([{ baseUrl: account.baseUrl, formerUrls: [movedUrl()] }]);
  expect(await pictures()).toEqual([expect.stringContaining(`${account.baseUrl}/`)]);
});

it.each([
  ['no address', () => 'mailto:x', 'invalid-address'],
  ['nobody there', () => 'http://127.0.0.1:1', 'network'],
  ['a website', () => setup.site.url, 'invalid-response'],
])('nothing changes for %s', async (_, getAddress, code) => {
  const { id: accountId } = await connect();
  const before = stored();
  const reply = await setup.reply('accounts.changeAddress', { accountId, address: getAddress() });
  expect(reply).toMatchObject({ ok: false, problem: { code } });
  expect(stored()).toBe(before);
});

it('nothing changes if the key is rejected, and the user is asked before switching to another owner', async () => {
  const account = await connect();
  const { id: accountId } = account;
  const before = stored();
  await withService({ email: 'demo@linkhaul.example', key: 'another-key-0123456789' }, async (address) => {
    const reply = await setup.reply('accounts.changeAddress', { accountId, address });
    expect(reply).toMatchObject({ ok: false, problem: { code: 'unauthorized' } });
    expect(stored()).toBe(before);
  });
  await withService({ email: 'other@linkhaul.example', key: setup.key }, async (address) => {
    const request = { accountId, address };
    expect(await setup.send('accounts.changeAddress', request)).toEqual({
      otherEmail: 'other@linkhaul.example',
    });
    expect(stored()).toBe(before);
    await setup.send('accounts.changeAddress', { ...request, isConfirmed: true });
    expect(await accounts()).toMatchObject([{ baseUrl: address, email: 'other@linkhaul.example' }]);
  });
});

it('a new address is offered instead of a second account, and refused if the second account exists', async () => {
  const { id: accountId, baseUrl } = await connect();
  const credentials = { address: movedUrl(), key: setup.key };
  expect(await setup.send('accounts.findMoved', { ...credentials, address: baseUrl })).toEqual({
    account: null,
  });
  expect(await setup.send('accounts.findMoved', credentials)).toMatchObject({ account: { id: accountId } });
  await setup.send('accounts.connect', credentials);
  expect(await setup.send('accounts.findMoved', credentials)).toEqual({ account: null });
  const before = stored();
  const reply = await setup.reply('accounts.changeAddress', { accountId, address: movedUrl() });
  expect(reply).toMatchObject({ ok: false, problem: { code: 'known-account' } });
  expect(stored()).toBe(before);
});

it.each([
  ['network', false],
  ['service', false],
  ['permission', false],
  ['quota', true],
  ['rate-limited', true],
])('after a wait for %s, the queue continues: %j', async (reason, goesOn) => {
  const { id: accountId } = await connect();
  const untilMs = Date.now() + 3_600_000;
  const stored = { accountId, reason, untilMs, failures: 3, sinceMs: 1, failure: null };
  const backoff = { ...stored, isForLinksOnly: false };
  await setup.local.set({ backoffs: [backoff] });
  setup.restart();
  await setup.send('accounts.changeAddress', { accountId, address: movedUrl() });
  const { backoffs } = (await setup.local.get('backoffs')) as { backoffs: (typeof backoff)[] };
  expect(backoffs.some((each) => each.untilMs === untilMs)).toBe(goesOn);
});

it('a new key can be saved together with the address', async () => {
  const { id: accountId } = await connect();
  const key = 'renewed-key-0123456789';
  await withService({ email: 'Demo@Linkhaul.Example', key }, async (address) => {
    await setup.send('accounts.changeAddress', { accountId, address, key });
    expect(await setup.local.get('keys')).toEqual({ keys: [[accountId, key]] });
  });
});

it('a public address applies to links, in the service’s form', async () => {
  const { id: accountId, baseUrl } = await connect();
  const set = (address: string) => setup.reply('accounts.setPublicAddress', { accountId, address });
  const publicUrl = async () => (await accounts())[0]?.publicUrl;
  await set('watch.example/v/e/abc');
  expect(await publicUrl()).toBe('https://watch.example/v');
  expect(await set('ftp://watch.example')).toMatchObject({ problem: { code: 'invalid-address' } });
  expect(await publicUrl()).toBe('https://watch.example/v');
  await set(baseUrl);
  expect(await publicUrl()).toBeUndefined();
  await set('watch.example');
  await set(' ');
  expect(await publicUrl()).toBeUndefined();
});

it('a change succeeds even if a later step fails, which the next worker retries without the key', async () => {
  const { id: accountId } = await connect();
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The disk is broken.', 'UnknownError');
  });
  const answer = await setup.send('accounts.changeAddress', { accountId, address: movedUrl() });
  expect(answer).toMatchObject({ account: { baseUrl: movedUrl() } });
  broken.mockRestore();
  expect(setup.local.items.get('move')).not.toContain(setup.key);
  const renewed = { keys: [[accountId, 'a newer key']] };
  await setup.local.set(renewed);
  setup.restart();
  await until('the rest', () => !setup.local.items.has('move'));
  expect(await setup.local.get('keys')).toEqual(renewed);
  setup.seen.faults.length = 0;
});

it('a change is completed after an interruption at any write, or changes nothing', async () => {
  const outcomes = new Set<string>();
  for (let cut = 1; cut < 30; cut += 1) {
    const account = await connect();
    const { id: accountId } = account;
    const { set, remove } = setup.local;
    const died = Promise.withResolvers<boolean>();
    let left = cut;
    const unlessDead =
      <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
      (...args: A) => {
        left -= 1;
        if (left > 0) return work(...args);
        died.resolve(false);
        return new Promise<void>(() => {});
      };
    Object.assign(setup.local, { set: unlessDead(set), remove: unlessDead(remove) });
    const answer = setup.send('accounts.changeAddress', { accountId, address: movedUrl() });
    const isWhole = await Promise.race([answer.then(() => true), died.promise]);
    Object.assign(setup.local, { set, remove });
    if (isWhole) break;
    const isPlanned = setup.local.items.has('move');
    outcomes.add(isPlanned ? 'finished' : 'unchanged');
    setup.restart();
    const expected = isPlanned ? movedUrl() : account.baseUrl;
    await until(
      'the address',
      async () => (await accounts())[0]?.baseUrl === expected && !setup.local.items.has('move'),
    );
    expect(await accounts()).toMatchObject([{ id: accountId, baseUrl: expected }]);
    await setup.send('uploads.resume', {});
    await until('the file', async () => {
      // To the next poll.
      setup.advance(500);
      return (await setup.uploads(accountId)).uploads.some(({ state }) => state === 'done');
    });
    await setup.close();
    setup = await setUpBackground();
  }
  expect([...outcomes].sort()).toEqual(['finished', 'unchanged']);
});
