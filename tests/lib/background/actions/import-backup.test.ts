/** Exports and imports keys, accounts and settings between two profiles. */
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccountsStore } from '../../../../lib/accounts/accounts-store.ts';
import { decryptKeys, encryptKeys } from '../../../../lib/background/key-cipher.ts';
import type { Rule } from '../../../../lib/links/rules.ts';
import type { Backup } from '../../../../lib/settings/backup.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

let setup: BackgroundSetup;
beforeEach(async () => {
  setup = await setUpBackground();
  deriveFast();
});
afterEach(() => setup.close());

/** The usual number of iterations takes a fifth of a second. Other numbers and salts still lead to other keys. */
function deriveFast(): void {
  const deriveKey = crypto.subtle.deriveKey.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'deriveKey').mockImplementation((given, ...rest) => {
    const { salt, iterations, ...others } = given as Pbkdf2Params & { salt: Uint8Array };
    expect(iterations).toBeGreaterThanOrEqual(600_000);
    return deriveKey({ ...others, salt: Buffer.from(`${salt} ${iterations}`), iterations: 1 }, ...rest);
  });
}

const passphrase = 'correct horse battery';
const accounts = async () => (await createAccountsStore(setup.local).get()).list;
const stored = () => setup.stored();

/** The backup of a profile with one account that has folders, and the account. */
async function exported(): Promise<Backup> {
  const { account } = await setup.connect();
  const given = { id: account.id, address: account.baseUrl };
  const keys = await setup.send('backup.encryptKeys', { passphrase, accounts: [given] });
  expect(JSON.stringify(keys)).not.toContain(setup.key);
  const films = { id: '7', name: 'Films' };
  const folders = { default: films, pinned: [{ id: '8', name: 'Talks' }] };
  return {
    settings: { theme: 'dark', oneClick: true },
    accounts: [{ ...given, email: account.email, ...folders }],
    storage: {},
    keys,
  };
}

function addRule(backup: Backup): Backup {
  const rule = {
    id: 'r',
    host: 'cdn.example',
    kind: null,
    titlePattern: null,
    isFolderGone: false,
    folder: { id: '7', name: 'Films' },
    accountId: backup.accounts[0]?.id,
  };
  return { ...backup, storage: { rules: [rule] } };
}

async function startAfresh() {
  await setup.close();
  const { key } = setup;
  const next = await setUpBackground();
  expect(next.key).toBe(key);
  setup = next;
}

it('restores an account with its key in another profile, but only with the passphrase', async () => {
  const backup = await exported();
  await startAfresh();
  const before = stored();
  const refused = await setup.reply('backup.import', { backup, passphrase: 'wrong' });
  expect(refused).toMatchObject({ ok: false, problem: { code: 'wrong-passphrase' } });
  expect(stored()).toBe(before);

  const [file] = backup.accounts;
  const id = file?.id ?? '';
  expect(await setup.send('backup.import', { backup, passphrase })).toEqual({ added: [id], missing: [] });
  expect(await accounts()).toMatchObject([{ id, baseUrl: file?.address, email: file?.email }]);
  expect(await setup.local.get('settings')).toMatchObject({ settings: { theme: 'dark', oneClick: true } });
  expect(await setup.local.get(`folders:${id}`)).toMatchObject({
    [`folders:${id}`]: { default: { id: '7' }, pinned: [{ id: '8' }] },
  });
  expect(await setup.send('backup.import', { backup, passphrase })).toEqual({ added: [], missing: [] });
  expect(await accounts()).toHaveLength(1);
});

it('names the services that need a permission, only for accounts that are imported with a key', async () => {
  const backup = await exported();
  const [file] = backup.accounts;
  await startAfresh();
  setup.browser.hasHostPermission = false;
  for (const change of [{ passphrase: null }, { passphrase, without: [file?.id ?? ''] }])
    expect(await setup.send('backup.import', { backup, ...change })).not.toHaveProperty('blocked');
  const imported = await setup.send('backup.import', { backup, passphrase });
  expect(imported).toMatchObject({ blocked: [file?.address] });
});

it('restores a public address, and recognises an account whose service has moved since the export', async () => {
  const { accounts: files, ...rest } = await exported();
  const backup = {
    ...rest,
    accounts: files.map((each) => ({
      ...each,
      publicAddress: 'https://watch.example',
      deletesAfterDays: 60,
    })),
  };
  const [{ id = '', address = '' } = {}] = files;
  await setup.send('accounts.changeAddress', {
    accountId: id,
    address: address.replace('127.0.0.1', 'localhost'),
  });
  expect(await setup.send('backup.import', { backup, passphrase })).toEqual({ added: [], missing: [] });
  await startAfresh();
  await setup.send('backup.import', { backup, passphrase });
  expect(await accounts()).toMatchObject([
    { baseUrl: address, publicUrl: 'https://watch.example', deletesAfterDays: 60 },
  ]);
});

it.each([null, 'former@linkhaul.example', 'Demo@Linkhaul.Example'])(
  'recognises a connected key under another id, with the e-mail %s in the file',
  async (email) => {
    const backup = await exported();
    await startAfresh();
    const { account } = await setup.connect();
    // Keys are bound to the ids.
    const keys = await encryptKeys(
      [['other', setup.key]],
      passphrase,
      JSON.stringify([['other', account.baseUrl]]),
    );
    const files = backup.accounts.map((each) => ({ ...each, id: 'other', address: account.baseUrl, email }));
    const request = { backup: { ...backup, accounts: files, keys }, passphrase };
    expect(await setup.send('backup.import', request)).toEqual({ added: [], missing: [] });
    expect(await accounts()).toEqual([account]);
    expect(await setup.local.get('keys')).toEqual({ keys: [[account.id, setup.key]] });
    expect(await setup.local.get(`folders:${account.id}`)).toMatchObject({
      [`folders:${account.id}`]: { default: { id: '7' } },
    });
  },
);

it('recognises an account by its e-mail in any case, without a key', async () => {
  const backup = await exported();
  const files = backup.accounts.map((each) => ({
    ...each,
    id: 'other',
    email: 'Demo@Linkhaul.Example',
  }));
  const request = { backup: { ...backup, accounts: files }, passphrase: null };
  expect(await setup.send('backup.import', request)).toEqual({ added: [], missing: [] });
});

it('keeps an account that was removed and imported again, even though the next worker repeats the removal', async () => {
  const backup = await exported();
  const id = backup.accounts[0]?.id ?? '';
  await setup.send('accounts.remove', { accountId: id });
  expect(await setup.send('backup.import', { backup, passphrase })).toEqual({ added: [id], missing: [] });
  const [imported] = await accounts();
  setup.restart();
  await expect.poll(() => setup.local.get('removed')).toEqual({ removed: [] });
  expect(await accounts()).toEqual([imported]);
  expect(await setup.send('accounts.check', { accountId: imported?.id ?? '' })).toMatchObject({
    account: imported,
  });
});

it('uses the key that an interrupted import has left', async () => {
  const backup = await exported();
  const id = backup.accounts[0]?.id ?? '';
  await setup.send('accounts.remove', { accountId: id });
  // The worker ends between the two writes.
  await setup.local.set({ keys: [['cut-short', setup.key]] });
  setup.restart();
  await setup.send('backup.import', { backup, passphrase });
  expect(await accounts()).toMatchObject([{ id: 'cut-short' }]);
  expect(await setup.local.get('keys')).toEqual({ keys: [['cut-short', setup.key]] });
});

it('gives a new id to an account whose id is a property of every object', async () => {
  const backup = await exported();
  const [account] = backup.accounts;
  if (account === undefined) throw new Error('There is no account.');
  const named = { ...account, id: '__proto__' };
  await startAfresh();
  const entries = [['__proto__', setup.key]] as const;
  const boundTo = JSON.stringify([[named.id, named.address]]);
  const keys = await encryptKeys(entries, passphrase, boundTo);
  const imported = await setup.send('backup.import', {
    backup: { ...backup, accounts: [named], keys },
    passphrase,
  });
  expect(imported).toEqual({ added: ['__proto__'], missing: [] });
  expect((await accounts()).map(({ id }) => id in {})).toEqual([false]);
});

it('completes an import that was interrupted at any write, or allows repeating it', async () => {
  const backup = await exported();
  const id = backup.accounts[0]?.id ?? '';
  const withRule = addRule(backup);
  const writes = async () => {
    const { rules = [] } = (await setup.local.get('rules')) as { rules?: unknown[] };
    const { settings } = (await setup.local.get('settings')) as { settings?: { theme: string } };
    const { pinned = [] } =
      ((await setup.local.get(`folders:${id}`)) as Record<string, { pinned: unknown[] }>)[`folders:${id}`] ??
      {};
    return [(await accounts()).length, rules.length, settings?.theme, pinned.length];
  };
  const complete = [1, 1, 'dark', 1];
  let finished = 0;
  for (let cut = 1; cut < 30; cut += 1) {
    await startAfresh();
    const { set, remove } = setup.local;
    const died = Promise.withResolvers<boolean>();
    let left = cut;
    const unlessDead =
      <A extends unknown[]>(work: (...args: A) => Promise<void>) =>
      (...args: A) => {
        left -= 1;
        if (left >= 0) return work(...args);
        died.resolve(false);
        return new Promise<void>(() => {});
      };
    Object.assign(setup.local, { set: unlessDead(set), remove: unlessDead(remove) });
    const answer = setup.send('backup.import', { backup: withRule, passphrase });
    const isWhole = await Promise.race([answer.then(() => true), died.promise]);
    Object.assign(setup.local, { set, remove });
    if (isWhole) break;
    const isPlanned = 'import' in (await setup.local.get('import'));
    setup.restart();
    if (isPlanned) finished += 1;
    else await setup.send('backup.import', { backup: withRule, passphrase });
    await until('all of it', async () => isDeepStrictEqual(await writes(), complete));
  }
  expect(finished).toBeGreaterThan(3);
});

it('completes a failed import with what is missing, without overwriting later choices', async () => {
  const backup = addRule(await exported());
  const id = backup.accounts[0]?.id ?? '';
  await startAfresh();
  const { set } = setup.local;
  setup.local.set = (items) => ('rules' in items ? Promise.reject(new Error('full')) : set(items));
  expect(await setup.reply('backup.import', { backup, passphrase })).toMatchObject({ ok: false });
  expect(setup.seen.faults.splice(0)).toMatchObject([{ message: 'full' }]);
  setup.local.set = set;
  await setup.send('settings.change', { theme: 'light' });
  await setup.send('folders.setDefault', { accountId: id, folder: { id: '9', name: 'Later' } });
  await setup.send('folders.pin', { accountId: id, folder: { id: '8', name: 'Talks' }, pinned: false });
  setup.restart();
  await until('the end', async () => !('import' in (await setup.local.get('import'))));
  expect(await setup.local.get('rules')).toMatchObject({ rules: [{ host: 'cdn.example' }] });
  expect(await setup.local.get('settings')).toMatchObject({ settings: { theme: 'light', oneClick: true } });
  expect(await setup.local.get(`folders:${id}`)).toMatchObject({
    [`folders:${id}`]: { default: { id: '9' }, pinned: [] },
  });
});

it('restores a key only for its own address', async () => {
  const backup = await exported();
  await startAfresh();
  const [file] = backup.accounts;
  if (!file) throw new Error('There is no account.');
  const moved = { ...backup, accounts: [{ ...file, address: 'https://evil.example' }] };
  expect(await setup.reply('backup.import', { backup: moved, passphrase })).toMatchObject({ ok: false });
  expect(await accounts()).toEqual([]);
});

it('reports accounts without a key, keeps existing ones, and deletes nothing', async () => {
  const backup = await exported();
  await setup.send('folders.pin', {
    accountId: backup.accounts[0]?.id ?? '',
    folder: { id: '9', name: '' },
    pinned: true,
  });
  await setup.send('settings.change', { linkTextAsTitle: false });
  const other = { id: 'other', address: 'https://other.example', email: null, default: null, pinned: [] };
  const request = { backup: { ...backup, accounts: [...backup.accounts, other] }, passphrase: null };
  expect(await setup.send('backup.import', request)).toEqual({ added: [], missing: ['other'] });
  const [account] = await accounts();
  expect(stored()).toContain(setup.key);
  expect(await setup.local.get(`folders:${account?.id}`)).toMatchObject({
    [`folders:${account?.id}`]: { default: { id: '7' }, pinned: [{ id: '9' }, { id: '8' }] },
  });
  expect(await setup.local.get('settings')).toMatchObject({
    settings: { linkTextAsTitle: false, theme: 'dark' },
  });
});

it('imports the accounts of a rule that exist, and says how many are left out', async () => {
  const { account } = await setup.connect();
  const own = { id: account.id, address: account.baseUrl };
  const second = setup.service.createAccount({ email: 'second@linkhaul.example' });
  const here = (await setup.connect(second.key)).account.id;
  const root = { id: '0', name: '' };
  const accounts = [
    { ...own, email: account.email, default: null, pinned: [] },
    // This profile's account under another id, as in a backup of another profile.
    { ...own, id: 'theirs', email: second.email, default: null, pinned: [] },
    { id: 'missing', address: 'https://other.example', email: null, default: null, pinned: [] },
  ];
  const target = (accountId: string) => ({ accountId, folder: root });
  const rule = {
    id: 'r',
    accountId: own.id,
    kind: null,
    folder: root,
    titlePattern: null,
    isFolderGone: false,
  };
  const rules = [
    // The file doesn't say which account "here" is.
    { ...rule, host: 'cdn.example', also: [target('theirs'), target('missing'), target(here)] },
    { ...rule, host: '', fallbacks: [target('missing'), target('theirs')] },
    // Imported completely or not at all.
    { ...rule, host: 'odd.example', also: 'nonsense', fallbacks: [7] },
    { ...rule, host: 'com' },
    { ...rule, host: 'theirs.example', accountId: 'missing' },
  ];
  const backup = { settings: {}, accounts, storage: { rules }, keys: null };
  expect(await setup.send('backup.import', { backup, passphrase: null })).toEqual({
    added: [],
    missing: ['missing'],
    targetsLeftOut: 3,
    rulesLeftOut: ['theirs.example'],
  });
  const found = (await setup.local.get('rules')) as { rules: readonly Rule[] };
  expect(found.rules.map(({ host, also, fallbacks }) => ({ host, also, fallbacks }))).toEqual([
    { host: 'cdn.example', also: [target(here)], fallbacks: undefined },
    { host: '', also: undefined, fallbacks: [target(here)] },
  ]);
});

it('encrypts only the keys of its own accounts', async () => {
  const { account } = await setup.connect();
  for (const wrong of [
    { id: 'x', address: account.baseUrl },
    { id: account.id, address: 'https://evil.example' },
  ])
    expect(await setup.reply('backup.encryptKeys', { passphrase, accounts: [wrong] })).toMatchObject({
      ok: false,
      problem: { code: 'no-account' },
    });
});

it('rejects every change to the encrypted keys', async () => {
  const entries = [['a1', 'the key: ü']] as const;
  const keys = await encryptKeys(entries, 'pass é', 'here');
  expect(await decryptKeys(keys, 'pass e\u0301', 'here')).toEqual(entries);
  expect((await encryptKeys(entries, 'pass é', 'here')).data).not.toBe(keys.data);
  const { data, salt } = keys;
  const changed = [
    { ...keys, data: `${data[0] === 'A' ? 'B' : 'A'}${data.slice(1)}` },
    { ...keys, salt: `${salt[0] === 'A' ? 'B' : 'A'}${salt.slice(1)}` },
    { ...keys, iv: '' },
    { ...keys, data: '§' },
    { ...keys, iterations: 1 },
    { ...keys, iterations: 1e12 },
  ];
  for (const each of changed) expect(await decryptKeys(each, 'pass é', 'here')).toBeNull();
  expect(await decryptKeys(keys, 'pass é', 'there')).toBeNull();
});

it.each([
  ['an object', { id: 'key' }],
  ['null for a key', [['a', null]]],
  ['an object for a key', [['a', {}]]],
  ['a third value', [['a', 'key', 'more']]],
  ['an empty key', [['a', '']]],
  ['a key of 500 kB', [['a', 'k'.repeat(500_000)]]],
  ['an id of 500 kB', [['k'.repeat(500_000), 'key']]],
  [
    'an account twice',
    [
      ['a', 'one'],
      ['a', 'two'],
    ],
  ],
  ['a text', 'key'],
  ['null', null],
  ['101 keys', Array.from({ length: 101 }, (_, at) => [`${at}`, 'key'])],
])('imports no keys from a file that has %s for them', async (_, entries) => {
  const address = 'https://files.example';
  const accounts = [{ id: 'a', address, email: null, default: null, pinned: [] }];
  const keys = await encryptKeys(entries as never, passphrase, JSON.stringify([['a', address]]));
  const before = stored();
  const request = { backup: { settings: { oneClick: true }, accounts, storage: {}, keys }, passphrase };
  expect(await setup.reply('backup.import', request)).toMatchObject({
    ok: false,
    problem: { code: 'wrong-passphrase' },
  });
  expect(stored()).toBe(before);
});

it('keeps an existing account’s default folder, and leaves out what isn’t wanted', async () => {
  const backup = addRule(await exported());
  const id = backup.accounts[0]?.id ?? '';
  await setup.send('folders.setDefault', { accountId: id, folder: { id: '9', name: 'Mine' } });
  await setup.send('backup.import', { backup, passphrase });
  expect(await setup.local.get(`folders:${id}`)).toMatchObject({
    [`folders:${id}`]: { default: { id: '9' } },
  });

  await startAfresh();
  expect(await setup.send('backup.import', { backup, passphrase, without: [id] })).toEqual({
    added: [],
    missing: [],
    rulesLeftOut: ['cdn.example'],
  });
  expect(await accounts()).toEqual([]);
  expect(await setup.local.get('rules')).toMatchObject({ rules: [] });
});

it('names the rules that don’t fit', async () => {
  const backup = await exported();
  const [rule] = addRule(backup).storage.rules as [Rule];
  const rules = Array.from({ length: 203 }, (_, at) => ({ ...rule, host: `${at}.example` }));
  expect(
    await setup.send('backup.import', { backup: { ...backup, storage: { rules } }, passphrase }),
  ).toEqual({
    added: [],
    missing: [],
    rulesLeftOut: ['200.example', '201.example', '202.example'],
  });
});
