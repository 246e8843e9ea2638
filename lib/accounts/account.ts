/**
 * An account: one key on one service. Pages may read all of it: the key is in `vault.ts`, which only the background opens.
 *
 * `lib/accounts`: the accounts that pages may read and removals under way (`accounts-store.ts`), what people type of one
 * (`typed-fields.ts`), the hosts that people know by name (`known-hosts.ts`, `find-service.ts`), where its files are on the web
 * (`public-address.ts`; `learn-pages.ts`, `file-page.ts`), why it waits (`account-status.ts`, `account-backoff.ts`), which
 * files it loses (`takedown-record.ts`, `expiry-record.ts`), and the keys that only the background opens (`vault.ts`). A base module: anything above may import it.
 */
import type { DialectName } from '../api/index.ts';
import type { PageForm } from './file-page.ts';

export interface Account {
  /** Made by Linkhaul when the account is added; never changes. */
  readonly id: string;
  /** The service's base address without a trailing slash, for example `https://files.example`. */
  readonly baseUrl: string;
  /** What its host speaks, as found out when it was connected; that of the document where it is not given. */
  readonly dialect?: DialectName | undefined;
  /** Where links and players lead, in the same form, if the user has said so; it comes before what was learned. */
  readonly publicUrl?: string | undefined;
  /** Where most of the account's files have their pages, as the service names them. */
  readonly pages?: LearnedPages | undefined;
  /** Most of them have them elsewhere now, which the user has not answered yet. */
  readonly newPages?: NewPages | undefined;
  /** Base addresses that the service or its pages have left, the newest first: what it named then still names them. */
  readonly formerUrls?: readonly string[] | undefined;
  /** As the service reports it; null where it did not. */
  readonly email: string | null;
  readonly nickname?: string | undefined;
  /** The host deletes files that nobody has viewed for so many days, as the user says (`deletion-rule.ts`). */
  readonly deletesAfterDays?: number | undefined;
  /** When the account was added, milliseconds since the epoch on this machine's clock. */
  readonly addedAt: number;
}

/** By kind; what is not known is left out. */
export interface LearnedPages {
  readonly download?: PageForm | undefined;
  readonly player?: PageForm | undefined;
}

export interface NewPages {
  readonly pages: LearnedPages;
  /** The user has put the notice away. The account's card still offers it. */
  readonly isDismissed: boolean;
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

/** @param change applied to the account with this id */
export function changeAccount(
  accounts: Accounts,
  id: string,
  change: (account: Account) => Account,
): Accounts {
  return { ...accounts, list: accounts.list.map((each) => (each.id === id ? change(each) : each)) };
}

const maxFormerUrls = 10;

/** Gives the account its service's new address; does nothing the second time. */
export function withMovedService(
  accounts: Accounts,
  id: string,
  found: Pick<Account, 'baseUrl' | 'email' | 'dialect'>,
): Accounts {
  const { baseUrl } = found;
  return changeAccount(accounts, id, (account) => {
    const former = [account.baseUrl, ...(account.formerUrls ?? [])].filter((each) => each !== baseUrl);
    return { ...account, ...found, formerUrls: [...new Set(former)].slice(0, maxFormerUrls) };
  });
}

/** The account follows its pages to where they are now (`newPages`), also where the user had named another address. */
export function withFollowedPages(account: Account): Account {
  const { newPages, pages = {}, publicUrl, formerUrls = [] } = account;
  if (newPages === undefined) return account;
  const now = [newPages.pages.player?.base, newPages.pages.download?.base];
  const left = [publicUrl, pages.player?.base, pages.download?.base].filter((base) => base !== undefined);
  const former = [...left, ...formerUrls].filter((base) => !now.includes(base));
  return {
    ...account,
    pages: newPages.pages,
    newPages: undefined,
    publicUrl: undefined,
    formerUrls: [...new Set(former)].slice(0, maxFormerUrls),
  };
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

/** What to call an account, where it is not the one that the links are for; else null. */
export function nameOther(list: readonly Account[], id: string, accountId: string | null): string | null {
  const other = id === accountId ? undefined : list.find((each) => each.id === id);
  return other ? getAccountLabel(other, list) : null;
}

/** The match pattern of a service's host. Without the port: Firefox knows none in patterns. */
export function toHostPattern(address: string): string {
  const { protocol, hostname } = new URL(address);
  return `${protocol}//${hostname}/*`;
}

export const everyHost: readonly string[] = ['https://*/*', 'http://*/*'];
