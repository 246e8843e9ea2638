/**
 * The parts of exporting and importing settings that pages cannot do: encrypting keys, and storing. An import deletes
 * nothing.
 */
import type { Account } from '../../accounts/account.ts';
import { withDefault, withPin } from '../../folders/shortlist.ts';
import type { BackupAccount } from '../../settings/backup.ts';
import { readSettings } from '../../settings/settings.ts';
import { addImported, readRules } from '../../uploads/rules.ts';
import type { Context, Handler } from '../context.ts';
import { decryptKeys, encryptKeys } from '../key-cipher.ts';
import { NoAccountError, WrongPassphraseError } from '../problems.ts';
import { findLostId } from './connect.ts';

/** Binds keys to their addresses, so that a changed file cannot send a key elsewhere. */
const describeBinding = (accounts: readonly Pick<BackupAccount, 'id' | 'address'>[]): string =>
  JSON.stringify(accounts.map(({ id, address }) => [id, address]));

export const encryptAllKeys: Handler<'backup.encryptKeys'> = async (context, { passphrase, accounts }) => {
  const { list } = await context.accounts.get();
  const entries = await Promise.all(
    accounts.map(async ({ id, address }) => {
      const key = await context.vault.getKey(id);
      if (key === null || !list.some((each) => each.id === id && each.baseUrl === address))
        throw new NoAccountError();
      return [id, key] as const;
    }),
  );
  return encryptKeys(entries, passphrase, describeBinding(accounts));
};

export const importBackup: Handler<'backup.import'> = async (context, { backup, passphrase }) => {
  const { accounts, vault, ports, settings } = context;
  // Before any change.
  const entries =
    backup.keys && passphrase !== null
      ? await decryptKeys(backup.keys, passphrase, describeBinding(backup.accounts))
      : [];
  if (entries === null) throw new WrongPassphraseError();
  const keys = new Map(entries);

  await settings.update((before) => readSettings({ ...before, ...backup.settings }));
  const added: string[] = [];
  const missing: string[] = [];
  /** Ids of accounts in the file → here. */
  const idsHere = new Map<string, string>();
  for (const each of backup.accounts) {
    const { list } = await accounts.get();
    const known = list.find((account) => isSame(account, each));
    const key = keys.get(each.id);
    if (known === undefined && key === undefined) {
      missing.push(each.id);
      continue;
    }
    // The next worker repeats the removal of a removed account.
    const taken = [...list.map(({ id }) => id), ...(await context.tombstones.get())];
    // An import that was cut short may have left the key.
    const lostId = key === undefined ? undefined : await findLostId(context, key);
    const id = known?.id ?? lostId ?? (taken.includes(each.id) ? ports.createId() : each.id);
    if (known === undefined && key !== undefined) {
      const { address: baseUrl, email, nickname } = each;
      // As in `connect`: the key first.
      await vault.setKey(id, key);
      await accounts.update(({ list: all, currentId }) => ({
        list: [...all, { id, baseUrl, email, nickname, addedAt: ports.clock() }],
        currentId: currentId ?? id,
      }));
      added.push(each.id);
    }
    idsHere.set(each.id, id);
    await importFolders(context, id, each);
  }
  const rules = readRules(backup.storage['rules']).flatMap((rule) => {
    const accountId = idsHere.get(rule.accountId);
    return accountId === undefined ? [] : { ...rule, id: ports.createId(), accountId };
  });
  await context.rules.update((before) => addImported(before, rules));
  context.openPages.broadcastChange('settings');
  context.openPages.broadcastChange('rules');
  context.onAccountsChanged();
  void context.scheduler.wake();
  return { added, missing };
};

const isSame = (account: Account, { id, address, email }: BackupAccount): boolean =>
  account.baseUrl === address && (account.id === id || (email !== null && account.email === email));

const importFolders = (
  { shortlists }: Context,
  accountId: string,
  { default: chosen, pinned }: BackupAccount,
): Promise<void> =>
  shortlists.change(accountId, (before) => {
    const isPinned = (id: string) => before.pinned.some((folder) => folder.id === id);
    const pins = pinned.filter(({ id }) => !isPinned(id));
    const after = pins.reduce((list, folder) => withPin(list, folder, true), before);
    return chosen === null ? after : withDefault(after, chosen);
  });
