/**
 * An account: one key on one service. Pages may read all of it: the key is in `vault.ts`, which only the background opens.
 *
 * `lib/accounts`: the accounts that pages may read and removals under way (`accounts-store.ts`), what people type of one
 * (`typed-fields.ts`), where its files are on the web (`public-address.ts`), why it waits (`gate.ts`, `account-backoff.ts`), and the
 * keys that only the background opens (`vault.ts`). A base module: anything above may import it.
 */
import type { DialectName } from '../api/index.ts';

export interface Account {
  /** Made by Linkhaul when the account is added; never changes. */
  readonly id: string;
  /** The service's base address without a trailing slash, for example `https://files.example`. */
  readonly baseUrl: string;
  /** What its host speaks, as found out when it was connected; that of the document where it is not given. */
  readonly dialect?: DialectName | undefined;
  /** Where links and players lead, in the same form; the service's base address where it is not given. */
  readonly publicUrl?: string | undefined;
  /** Base addresses that the service has left, the newest first: what it named then still names them. */
  readonly formerUrls?: readonly string[] | undefined;
  /** As the service reports it; null where it did not. */
  readonly email: string | null;
  readonly nickname?: string | undefined;
  /** The host deletes files that nobody has viewed for so many days, as the user says (`deletion-rule.ts`). */
  readonly deletesAfterDays?: number | undefined;
  /** When the account was added, milliseconds since the epoch on this machine's clock. */
  readonly addedAt: number;
}

/** The accounts in the order in which they were added, and which of them is current (null: there is none). */
export interface Accounts {
  readonly list: readonly Account[];
  readonly currentId: string | null;
}

export const noAccounts: Accounts = { list: [], currentId: null };

export function getCurrentAccount({ list, currentId }: Accounts): Account | null {
  return list.find((account) => account.id === currentId) ?? null;
}

/** Adds an account, or replaces the one with the same id, and makes it current. */
export function withAccount(accounts: Accounts, account: Account): Accounts {
  const isKnown = accounts.list.some(({ id }) => id === account.id);
  const list = isKnown
    ? accounts.list.map((each) => (each.id === account.id ? account : each))
    : [...accounts.list, account];
  return { list, currentId: account.id };
}

const maxFormerUrls = 10;

/** Gives the account its service's new address; does nothing the second time. */
export function withMovedService(
  accounts: Accounts,
  id: string,
  found: Pick<Account, 'baseUrl' | 'email' | 'dialect'>,
): Accounts {
  const { baseUrl } = found;
  const list = accounts.list.map((account) => {
    if (account.id !== id) return account;
    const former = [account.baseUrl, ...(account.formerUrls ?? [])].filter((each) => each !== baseUrl);
    return { ...account, ...found, formerUrls: [...new Set(former)].slice(0, maxFormerUrls) };
  });
  return { ...accounts, list };
}

/** Removes an account; the one added last becomes current if it was the current one. */
export function withoutAccount(accounts: Accounts, id: string): Accounts {
  const list = accounts.list.filter((account) => account.id !== id);
  const currentId = accounts.currentId === id ? (list.at(-1)?.id ?? null) : accounts.currentId;
  return { list, currentId };
}

export function getAccountName({ nickname, email, baseUrl }: Account): string {
  return nickname || email?.split('@')[0] || new URL(baseUrl).host;
}

/** The account's name, with its host where another account is called the same. */
export function getAccountLabel(account: Account, all: readonly Account[]): string {
  const name = getAccountName(account);
  const isShared = all.some((other) => other.id !== account.id && getAccountName(other) === name);
  return isShared ? `${name} · ${new URL(account.baseUrl).host}` : name;
}

/** The match pattern of a service's host. Without the port: Firefox knows none in patterns. */
export function toHostPattern(address: string): string {
  const { protocol, hostname } = new URL(address);
  return `${protocol}//${hostname}/*`;
}

export const everyHost: readonly string[] = ['https://*/*', 'http://*/*'];
