import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getAccountName,
  getCurrentAccount,
  noAccounts,
  withAccount,
  withoutAccount,
} from '../../../lib/accounts/account.ts';
import { createAccountsStore, readAccounts } from '../../../lib/accounts/accounts-store.ts';
import { withNickname } from '../../../lib/accounts/typed-fields.ts';
import { createVault } from '../../../lib/accounts/vault.ts';
import { createFakeStorageArea } from '../storage/fake-storage-area.ts';

const account = (id: string, email: string | null = `${id}@files.example`) => ({
  id,
  baseUrl: 'https://files.example',
  email,
  addedAt: 1,
});

describe('accounts', () => {
  it('makes the account added last the current one, and keeps the order', () => {
    const accounts = withAccount(withAccount(noAccounts, account('a')), account('b'));
    expect(getCurrentAccount(accounts)?.id).toBe('b');
    const renewed = withAccount(accounts, account('a', 'new@files.example'));
    expect(renewed.list.map(({ email }) => email)).toEqual(['new@files.example', 'b@files.example']);
    expect(renewed.currentId).toBe('a');
  });

  it('has another current account, or none, after the current one is removed', () => {
    const accounts = withAccount(withAccount(noAccounts, account('a')), account('b'));
    expect(getCurrentAccount(withoutAccount(accounts, 'b'))?.id).toBe('a');
    expect(getCurrentAccount(withoutAccount(withoutAccount(accounts, 'b'), 'a'))).toBeNull();
  });

  it('is named by its nickname, otherwise its e-mail, otherwise its host', () => {
    const named = (text: string) => withNickname(withAccount(noAccounts, account('a')), 'a', text).list[0];
    expect(named(' My\n films ')).toMatchObject({ nickname: 'My films' });
    expect(getAccountName(named('Films') ?? account('b'))).toBe('Films');
    expect(getAccountName(named(' ') ?? account('b'))).toBe('a');
    expect(named('x'.repeat(100))?.nickname).toHaveLength(40);
    expect(getAccountName(account('a'))).toBe('a');
    expect(getAccountName(account('a', null))).toBe('files.example');
  });

  it('keeps the dialect of its host, unless there is no such dialect', () => {
    const stored = ['sibling', 'document', 'other', null].map((dialect) => ({ ...account('a'), dialect }));
    const read = readAccounts({ list: stored, currentId: 'a' });
    expect(read.list.map(({ dialect }) => dialect)).toEqual(['sibling', 'document', undefined, undefined]);
  });

  it('keeps what was learned about its pages, without damaged values', () => {
    const pages = { download: { base: 'https://a.example', form: '/d/CODE' } };
    const newPages = { pages, isDismissed: true };
    const damaged = { player: { base: 'nowhere', form: '/e/CODE' } };
    const stored = [
      { ...account('a'), pages, newPages },
      { ...account('b'), pages: damaged, newPages: { pages: damaged, isDismissed: true } },
      { ...account('c'), pages: 7, newPages: { pages } },
    ];
    expect(readAccounts({ list: stored, currentId: 'a' }).list).toEqual([
      stored[0],
      account('b'),
      account('c'),
    ]);
  });

  it('reads any stored value', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readAccounts({ list: [value, account('a')], currentId: value }).currentId).toBe('a');
        readAccounts(value);
      }),
    );
  });
});

describe('the key store', () => {
  it('keeps each key apart from what pages read', async () => {
    const area = createFakeStorageArea();
    const vault = createVault(area);
    await createAccountsStore(area).update((accounts) => withAccount(accounts, account('a')));
    await Promise.all([
      vault.setKey('a', 'key-of-a'),
      vault.setKey('b', 'key-of-b'),
      vault.setKey('__proto__', 'odd'),
    ]);
    expect(await Promise.all(['a', 'b', '__proto__', 'c'].map(vault.getKey))).toEqual([
      'key-of-a',
      'key-of-b',
      'odd',
      null,
    ]);
    expect(area.items.get('accounts')).not.toContain('key-of-a');
    await vault.removeKey('a');
    expect(await vault.getKey('a')).toBeNull();
    expect(await vault.getKey('b')).toBe('key-of-b');
  });
});
