/** Finds an account that the user already has, by its address, id or e-mail. Separate from `account.ts`, which the popup loads. Pure. */
import type { Account } from './account.ts';

/** Its service may have moved since. */
const hasAddress = ({ baseUrl, formerUrls = [] }: Account, address: string): boolean =>
  [baseUrl, ...formerUrls].includes(address);

export const findByAddress = (accounts: readonly Account[], address: string): readonly Account[] =>
  accounts.filter((account) => hasAddress(account, address));

export const isSameEmail = (one: string | null, other: string | null): boolean =>
  one?.toLowerCase() === other?.toLowerCase();

/** Without an e-mail, none. */
export const findByEmail = (accounts: readonly Account[], email: string | null): Account | undefined =>
  accounts.find((each) => email !== null && isSameEmail(each.email, email));

/** By its id, otherwise by its e-mail. */
export function findKnownAccount(
  accounts: readonly Account[],
  { id, address, email }: { readonly id: string; readonly address: string; readonly email: string | null },
): Account | undefined {
  const there = findByAddress(accounts, address);
  return there.find((each) => each.id === id) ?? findByEmail(there, email);
}
