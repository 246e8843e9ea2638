/**
 * An account: one key on one service. Pages may read all of it. The key is in `vault.ts`, which only the background opens.
 *
 * `lib/accounts`: the accounts that pages may read and unfinished removals (`accounts-store.ts`), what people type (`typed-fields.ts`),
 * known hosts (`known-hosts.ts`, `find-service.ts`), where files are on the web (`public-address.ts`, `learn-pages.ts`, `file-page.ts`),
 * why an account waits (`account-status.ts`, `account-backoff.ts`), which files it loses (`takedown-record.ts`, `expiry-record.ts`), and
 * the keys (`vault.ts`).
 */
import type { DialectName } from '../api/index.ts';
import type { PageForm } from './file-page.ts';

export interface Account {
  /** Created by Linkhaul when the account is added. Never changes. */
  readonly id: string;
  /** Without a trailing slash: `https://files.example`. */
  readonly baseUrl: string;
  /** As detected. Default: the documented one. */
  readonly dialect?: DialectName | undefined;
  /** Where links and players lead, if the user has entered it. Takes precedence over what was learned. */
  readonly publicUrl?: string | undefined;
  /** Where most of the account's files have their pages, according to the service. */
  readonly pages?: LearnedPages | undefined;
  /** Set if most pages have moved and the user hasn't answered yet. */
  readonly newPages?: NewPages | undefined;
  /** Addresses that the service or its pages have left, newest first. Older responses still contain them. */
  readonly formerUrls?: readonly string[] | undefined;
  /** As the service reports it. */
  readonly email: string | null;
  readonly nickname?: string | undefined;
  /** Entered by the user: the host deletes files that nobody has viewed for this many days (`deletion-rule.ts`). */
  readonly deletesAfterDays?: number | undefined;
  readonly addedAt: number;
}

export interface LearnedPages {
  readonly download?: PageForm | undefined;
  readonly player?: PageForm | undefined;
}

interface NewPages {
  readonly pages: LearnedPages;
  /** The user has dismissed the notice. The account's card still offers it. */
  readonly isDismissed: boolean;
}

/** In the order in which they were added. `currentId` null: none. */
export interface Accounts {
  readonly list: readonly Account[];
  readonly currentId: string | null;
}

export const noAccounts: Accounts = { list: [], currentId: null };

export function getCurrentAccount({ list, currentId }: Accounts): Account | null {
  return list.find((account) => account.id === currentId) ?? null;
}

/** Adds or replaces an account, and makes it current. */
export function withAccount(accounts: Accounts, account: Account): Accounts {
  const isKnown = accounts.list.some(({ id }) => id === account.id);
  const list = isKnown
    ? accounts.list.map((each) => (each.id === account.id ? account : each))
    : [...accounts.list, account];
  return { list, currentId: account.id };
}

export function changeAccount(
  accounts: Accounts,
  id: string,
  change: (account: Account) => Account,
): Accounts {
  return { ...accounts, list: accounts.list.map((each) => (each.id === id ? change(each) : each)) };
}

const maxFormerUrls = 10;

/** Can be repeated. */
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

/** Updates the account to its pages' new location (`newPages`), even if the user had entered another address. */
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

/** If it was current, the one added last becomes current. */
export function withoutAccount(accounts: Accounts, id: string): Accounts {
  const list = accounts.list.filter((account) => account.id !== id);
  const currentId = accounts.currentId === id ? (list.at(-1)?.id ?? null) : accounts.currentId;
  return { list, currentId };
}

export function getAccountName({ nickname, email, baseUrl }: Account): string {
  return nickname || email?.split('@')[0] || new URL(baseUrl).host;
}

/** Adds the host if another account has the same name. */
export function getAccountLabel(account: Account, all: readonly Account[]): string {
  const name = getAccountName(account);
  const isShared = all.some((other) => other.id !== account.id && getAccountName(other) === name);
  return isShared ? `${name} · ${new URL(account.baseUrl).host}` : name;
}

/** Null if it is the account that the links are for. */
export function getOtherAccountName(
  list: readonly Account[],
  id: string,
  accountId: string | null,
): string | null {
  const other = id === accountId ? undefined : list.find((each) => each.id === id);
  return other ? getAccountLabel(other, list) : null;
}

/** Without the port, because Firefox supports none in match patterns. */
export function toHostPattern(address: string): string {
  const { protocol, hostname } = new URL(address);
  return `${protocol}//${hostname}/*`;
}

export const everyHost: readonly string[] = ['https://*/*', 'http://*/*'];
