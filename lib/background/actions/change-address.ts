/**
 * Moves an account to another address of its service. The address is tried with the key before anything is stored. The change is stored
 * first, so that the next worker can finish it. Data about the service stays, data about the host is removed.
 */
import { changeAccount, withFollowedPages, withMovedService } from '../../accounts/account.ts';
import { findAccount } from '../../accounts/accounts-store.ts';
import { isSameEmail } from '../../accounts/known-account.ts';
import { getPictureAddress } from '../../accounts/public-address.ts';
import { parseKey } from '../../accounts/typed-fields.ts';
import { cleanText, isDialectName, parseServiceAddress } from '../../api/index.ts';
import { hasShape, type Shaped } from '../../storage/shape.ts';
import { createStoredValue, type StorageArea } from '../../storage/stored.ts';
import type { Handler, Needs } from '../parts.ts';
import { KnownAccountError, NoKeyError } from '../problems.ts';
import { type CredentialNeeds, credentialsChanged, fetchInfo, findSame } from './connect.ts';

/** Stored like the key that it contains. */
const moveShape = {
  accountId: String,
  baseUrl: String,
  email: [String, null],
  dialect: isDialectName,
  /** Null: the account is changed, but not yet what depends on it. */
  key: [String, null],
} as const;
type Move = Shaped<typeof moveShape>;
const createMoveStore = (local: StorageArea) =>
  createStoredValue(local, 'move', (value): Move | null => (hasShape(value, moveShape) ? value : null));

type MoveNeeds = CredentialNeeds & Needs<'accounts' | 'clients' | 'onAccountsChanged' | 'vault'>;

/** Rejects as `connect` does, and with `KnownAccountError`. Nothing is stored then. */
export const changeAddress: Handler<
  'accounts.changeAddress',
  MoveNeeds & Needs<'changeAccounts' | 'getAccount'>
> = async (context, request) => {
  const { accountId, isConfirmed = false } = request;
  const before = await context.getAccount(accountId);
  const baseUrl = parseServiceAddress(request.address);
  const key = parseKey(request.key ?? '') || (await context.vault.getKey(accountId));
  if (key === null) throw new NoKeyError();
  const client = context.clients.createForKey(baseUrl, key);
  const info = await fetchInfo(context, baseUrl, client);
  const dialect = await client.detectDialect();
  return context.changeAccounts(async () => {
    const others = (await context.accounts.get()).list.filter(({ id }) => id !== accountId);
    const atAddress = others.filter((each) => each.baseUrl === baseUrl);
    if (await findSame(context, atAddress, key, info.email)) throw new KnownAccountError();
    if (!isConfirmed && !isSameEmail(before.email, info.email)) return { otherEmail: info.email };
    const move = { accountId, baseUrl, email: info.email ?? before.email, dialect, key };
    await createMoveStore(context.ports.local).set(move);
    await applyMove(context, move);
    return { account: await context.getAccount(accountId), ...info, slots: null };
  });
};

export const finishMove = (context: MoveNeeds & Needs<'changeAccounts'>): Promise<void> =>
  context.changeAccounts(async () => {
    const move = await createMoveStore(context.ports.local).get();
    if (move) await applyMove(context, move);
  });

/** Can be repeated. Failures after the account has changed are left to the next worker. */
async function applyMove(context: MoveNeeds, move: Move): Promise<void> {
  const { accountId, baseUrl, email, dialect, key } = move;
  const { accounts, vault, clients, uploads, ports } = context;
  const store = createMoveStore(ports.local);
  if (key !== null && (await findAccount(accounts, accountId))) {
    // As in `connect`: the key first.
    await vault.setKey(accountId, key);
    await accounts.update((all) => withMovedService(all, accountId, { baseUrl, email, dialect }));
    await store.set({ ...move, key: null });
    clients.remove(accountId);
    context.onAccountsChanged();
  }
  const account = await findAccount(accounts, accountId);
  let isDone = true;
  // It may be removed, or have moved again.
  if (account?.baseUrl === baseUrl) {
    const follow = (address: string) => getPictureAddress({ ...account, publicUrl: undefined }, address);
    const steps = [
      () => uploads.serviceMoved(accountId, follow),
      () => uploads.resumeAfterOutage(accountId),
      // Limits of the service still apply at its new address.
      () => credentialsChanged(context, accountId, ['account', 'permission']),
    ];
    for (const step of steps)
      await step().catch((fault: unknown) => {
        isDone = false;
        ports.onFault(fault);
      });
  }
  if (isDone) await store.remove();
}

/** The account, at another address, that these credentials belong to. */
export const findMoved: Handler<
  'accounts.findMoved',
  Needs<'accounts' | 'clients' | 'ports' | 'vault'>
> = async (context, request) => {
  const baseUrl = parseServiceAddress(request.address);
  const key = parseKey(request.key);
  const { list } = await context.accounts.get();
  const [here, elsewhere] = [true, false].map((isHere) =>
    list.filter((each) => (each.baseUrl === baseUrl) === isHere),
  );
  if (key === '' || !elsewhere?.length) return { account: null };
  const { email } = await fetchInfo(context, baseUrl, context.clients.createForKey(baseUrl, key));
  const known = await findSame(context, here ?? [], key, email);
  return { account: known ? null : ((await findSame(context, elsewhere, key, email)) ?? null) };
};

/**
 * @param address empty to remove it
 * @throws {InvalidAddressError}
 */
export const setPublicAddress: Handler<
  'accounts.setPublicAddress',
  Needs<'accounts' | 'onAccountsChanged'>
> = async (context, { accountId, address }) => {
  const publicUrl = cleanText(address) === '' ? undefined : parseServiceAddress(address);
  await context.accounts.update((all) =>
    changeAccount(all, accountId, (each) => ({
      ...each,
      publicUrl: publicUrl === each.baseUrl ? undefined : publicUrl,
    })),
  );
  context.onAccountsChanged();
};

/** The user's answer to pages that have moved. */
export const answerNewPages: Handler<
  'accounts.answerNewPages',
  Needs<'accounts' | 'onAccountsChanged'>
> = async (context, request) => {
  const { accountId, isFollowed } = request;
  await context.accounts.update((all) =>
    changeAccount(all, accountId, (each) =>
      isFollowed
        ? withFollowedPages(each)
        : { ...each, newPages: each.newPages && { ...each.newPages, isDismissed: true } },
    ),
  );
  context.onAccountsChanged();
};
