import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountName,
  currentAccount,
  noAccounts,
  withAccount,
  withoutAccount,
} from '../../../lib/accounts/account.ts';
import { accountsStore, readAccounts } from '../../../lib/accounts/store.ts';
import { createVault } from '../../../lib/accounts/vault.ts';
import { memoryArea } from '../storage/memory-area.ts';

const account = (id: string, email: string | null = `${id}@files.example`) => ({
  id,
  baseUrl: 'https://files.example',
  email,
  addedAt: 1,
});

describe('accounts', () => {
  it('makes the account added last the current one, and keeps the order', () => {
    const accounts = withAccount(withAccount(noAccounts, account('a')), account('b'));
    expect(currentAccount(accounts)?.id).toBe('b');
    const renewed = withAccount(accounts, account('a', 'new@files.example'));
    expect(renewed.list.map(({ email }) => email)).toEqual(['new@files.example', 'b@files.example']);
    expect(renewed.currentId).toBe('a');
  });

  it('has another current account, or none, after the current one is removed', () => {
    const accounts = withAccount(withAccount(noAccounts, account('a')), account('b'));
    expect(currentAccount(withoutAccount(accounts, 'b'))?.id).toBe('a');
    expect(currentAccount(withoutAccount(withoutAccount(accounts, 'b'), 'a'))).toBeNull();
  });

  it('is named by the e-mail, else by the host', () => {
    expect(accountName(account('a'))).toBe('a');
    expect(accountName(account('a', null))).toBe('files.example');
  });

  it('reads anything from storage without harm', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(readAccounts({ list: [value, account('a')], currentId: value }).currentId).toBe('a');
        readAccounts(value);
      }),
    );
  });
});

describe('the vault', () => {
  it('keeps each key apart from what pages read', async () => {
    const area = memoryArea();
    const vault = createVault(area);
    await accountsStore(area).update((accounts) => withAccount(accounts, account('a')));
    await Promise.all([
      vault.put('a', 'key-of-a'),
      vault.put('b', 'key-of-b'),
      vault.put('__proto__', 'odd'),
    ]);
    expect(await Promise.all(['a', 'b', '__proto__', 'c'].map(vault.keyOf))).toEqual([
      'key-of-a',
      'key-of-b',
      'odd',
      null,
    ]);
    expect(area.items.get('accounts')).not.toContain('key-of-a');
    await vault.drop('a');
    expect(await vault.keyOf('a')).toBeNull();
    expect(await vault.keyOf('b')).toBe('key-of-b');
  });
});
