/** The part of exporting and importing settings that pages can't do: encrypting keys, and storing. An import deletes nothing. */
import type { Account } from '../../accounts/account.ts';
import { findByAddress, findKnownAccount } from '../../accounts/known-account.ts';
import { rootId } from '../../folders/folder.ts';
import { withDefault, withPin } from '../../folders/shortlist.ts';
import { addImported, type OtherTarget, type Rule, readImportedRules } from '../../links/rules.ts';
import type { Backup, BackupAccount, BackupFolders } from '../../settings/backup.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { hasShape } from '../../storage/shape.ts';
import { createStoredValue, type StorageArea, type StoredValue } from '../../storage/stored.ts';
import { decryptKeys, encryptKeys } from '../key-cipher.ts';
import type { Handler, Needs } from '../parts.ts';
import { NoAccountError, WrongPassphraseError } from '../problems.ts';
import { findLostId, findSame } from './connect.ts';

/** Binds keys to addresses, so that an edited file can't send a key somewhere else. */
const describeBinding = (accounts: readonly Pick<BackupAccount, 'id' | 'address'>[]): string =>
  JSON.stringify(accounts.map(({ id, address }) => [id, address]));

export const encryptAllKeys: Handler<'backup.encryptKeys', Needs<'accounts' | 'vault'>> = async (
  context,
  { passphrase, accounts },
) => {
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

/** What is still to be stored, except keys. Fixed before the first change, so that the next worker can finish an import. */
interface ImportPlan {
  readonly settings: Partial<Settings>;
  readonly accounts: readonly Account[];
  readonly folders: readonly (BackupFolders & { readonly accountId: string })[];
  readonly rules: readonly Rule[];
}

const createImportStore = (local: StorageArea): StoredValue<ImportPlan | null> =>
  createStoredValue(local, 'import', (value) => (isPlan(value) ? value : null));

const list = { length: Number };
const isPlan = (value: unknown): value is ImportPlan =>
  hasShape(value, { settings: {}, accounts: list, folders: list, rules: list });

type PlanNeeds = Needs<'accounts' | 'ports' | 'rules' | 'tombstones' | 'vault'>;
type ImportNeeds = Needs<
  'accounts' | 'onAccountsChanged' | 'openPages' | 'ports' | 'rules' | 'scheduler' | 'settings' | 'shortlists'
>;

/** Rejects with `WrongPassphraseError` before any change. */
export const importBackup: Handler<
  'backup.import',
  PlanNeeds & ImportNeeds & Needs<'changeAccounts'>
> = async (context, { backup, passphrase, without = [] }) => {
  const entries =
    backup.keys && passphrase !== null
      ? await decryptKeys(backup.keys, passphrase, describeBinding(backup.accounts))
      : [];
  if (entries === null) throw new WrongPassphraseError();
  const keys = new Map(entries);
  const accounts = backup.accounts.filter(({ id }) => !without.includes(id));
  return context.changeAccounts(async () => {
    const { plan, added, missing, targetsLeftOut, rulesLeftOut, idsHere } = await planImport(
      context,
      { ...backup, accounts },
      keys,
    );
    // As in `connect`, keys first.
    for (const id of added) await context.vault.setKey(idsHere.get(id) ?? id, keys.get(id) ?? '');
    await createImportStore(context.ports.local).set(plan);
    await applyImport(context, plan);
    const blocked = await findBlocked(
      context,
      accounts.filter(({ id }) => keys.has(id)),
    );
    return {
      ...{ added, missing },
      ...(blocked.length > 0 && { blocked }),
      ...(targetsLeftOut > 0 && { targetsLeftOut }),
      ...(rulesLeftOut.length > 0 && { rulesLeftOut }),
    };
  });
};

/** Services for which the host permission is missing. */
async function findBlocked({ ports }: Needs<'ports'>, accounts: readonly BackupAccount[]) {
  const addresses = [...new Set(accounts.map(({ address }) => address))];
  const isAllowed = await Promise.all(addresses.map((address) => ports.hasHostPermission(address)));
  return addresses.filter((_, at) => !isAllowed[at]);
}

export const finishImport = (context: ImportNeeds & Needs<'changeAccounts'>): Promise<void> =>
  context.changeAccounts(async () => {
    const plan = await createImportStore(context.ports.local).get();
    if (plan) await applyImport(context, plan);
  });

async function planImport(context: PlanNeeds, backup: Backup, keys: ReadonlyMap<string, string>) {
  const { ports, tombstones } = context;
  const { list } = await context.accounts.get();
  // The next worker repeats the removal of a removed account.
  const taken = new Set([...list.map(({ id }) => id), ...(await tombstones.get())]);
  const added: Account[] = [];
  /** Account ids in the file to ids here. */
  const idsHere = new Map<string, string>();
  for (const each of backup.accounts) {
    const key = keys.get(each.id);
    const here = [...list, ...added];
    const there = findByAddress(here, each.address);
    const known = findKnownAccount(here, each) ?? (await findSame(context, there, key ?? '', each.email));
    if (known === undefined && key === undefined) continue;
    // An interrupted import may have left the key.
    const lostId = key === undefined ? undefined : await findLostId(context, key);
    const id = known?.id ?? lostId ?? (taken.has(each.id) || each.id in {} ? ports.createId() : each.id);
    taken.add(id);
    idsHere.set(each.id, id);
    const { address: baseUrl, dialect, email, nickname, publicAddress: publicUrl, deletesAfterDays } = each;
    const given = { baseUrl, dialect, email, nickname, publicUrl, deletesAfterDays };
    const account = { id, ...given, addedAt: ports.clock() };
    if (known === undefined) added.push(account);
  }
  const found = backup.accounts.filter(({ id }) => idsHere.has(id));
  let targetsLeftOut = 0;
  /** An id from another profile means nothing here. */
  const mapTargets = (targets: readonly OtherTarget[]) => {
    const known = targets.flatMap((each) => {
      const accountId = idsHere.get(each.accountId);
      return accountId === undefined ? [] : { ...each, accountId };
    });
    targetsLeftOut += targets.length - known.length;
    return known;
  };
  const rulesLeftOut: Rule[] = [];
  const given = readImportedRules(backup.storage.rules).rules;
  const mapped = given.flatMap(({ also, fallbacks, ...rule }) => {
    const accountId = idsHere.get(rule.accountId);
    if (accountId === undefined) {
      rulesLeftOut.push(rule);
      return [];
    }
    const others = {
      ...(also && { also: mapTargets(also) }),
      ...(fallbacks && { fallbacks: mapTargets(fallbacks) }),
    };
    return { ...rule, ...others, id: ports.createId(), accountId };
  });
  const leftOut = new Set(addImported(await context.rules.get(), mapped).leftOut);
  for (const rule of leftOut) rulesLeftOut.push(rule);
  const rules = mapped.filter((rule) => !leftOut.has(rule));
  const folders = found.map(({ id, default: chosen, pinned }) => ({
    accountId: idsHere.get(id) ?? id,
    default: chosen,
    pinned,
  }));
  const plan: ImportPlan = { settings: backup.settings, accounts: added, folders, rules };
  return {
    plan,
    /** Ids in the file. */
    added: found.map(({ id }) => id).filter((id) => added.some((account) => account.id === idsHere.get(id))),
    missing: backup.accounts.map(({ id }) => id).filter((id) => !idsHere.has(id)),
    targetsLeftOut,
    rulesLeftOut: rulesLeftOut.map(({ host }) => host),
    idsHere,
  };
}

/** Stores the rest after each step, so that a repetition keeps what the user has chosen since. */
async function applyImport(context: ImportNeeds, plan: ImportPlan): Promise<void> {
  const store = createImportStore(context.ports.local);
  let rest = plan;
  const storeRest = (applied: Partial<ImportPlan>) => {
    rest = { ...rest, ...applied };
    return store.set(rest);
  };
  await context.settings.update((before) => readSettings({ ...before, ...plan.settings }));
  await storeRest({ settings: {} });
  await context.accounts.update((before) => {
    const added = plan.accounts.filter((account) => !before.list.some(({ id }) => id === account.id));
    const list = [...before.list, ...added];
    return { list, currentId: before.currentId ?? list[0]?.id ?? null };
  });
  await storeRest({ accounts: [] });
  for (const [at, each] of plan.folders.entries()) {
    await importFolders(context, each);
    await storeRest({ folders: plan.folders.slice(at + 1) });
  }
  await context.rules.update((before) => addImported(before, plan.rules).rules);
  await store.remove();
  context.openPages.broadcastChange('settings');
  context.openPages.broadcastChange('rules');
  context.onAccountsChanged();
  void context.scheduler.wake();
}

const importFolders = (
  { shortlists }: Needs<'shortlists'>,
  { accountId, default: chosen, pinned }: ImportPlan['folders'][number],
): Promise<void> =>
  shortlists.change(accountId, (before) => {
    const isPinned = (id: string) => before.pinned.some((folder) => folder.id === id);
    const pins = pinned.filter(({ id }) => !isPinned(id));
    const after = pins.reduce((list, folder) => withPin(list, folder, true), before);
    // Keeps a default folder that the user has chosen.
    return chosen === null || before.default.id !== rootId ? after : withDefault(after, chosen);
  });
