/** Finds which of the user's accounts an account in a settings file is. Separate from `account.ts`, which the popup loads. Pure. */
import type { Account } from './account.ts';

/** Its service may have moved since. */
const hasAddress = ({ baseUrl, formerUrls = [] }: Account, address: string): boolean =>
  [baseUrl, ...formerUrls].includes(address);

export const findByAddress = (accounts: readonly Account[], address: string): readonly Account[] =>
  accounts.filter((account) => hasAddress(account, address));

/** By its id, otherwise by its e-mail. */
export function findKnownAccount(
  accounts: readonly Account[],
  { id, address, email }: { readonly id: string; readonly address: string; readonly email: string | null },
): Account | undefined {
  const there = findByAddress(accounts, address);
  return (
    there.find((each) => each.id === id) ??
    there.find((each) => email !== null && each.email?.toLowerCase() === email.toLowerCase())
  );
}
