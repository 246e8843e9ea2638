/** Which account of the user's one of a settings file is. Apart from `account.ts`, which the popup loads. Pure. */
import type { Account } from './account.ts';

/** Also where its service has moved since. */
const hasAddress = ({ baseUrl, formerUrls = [] }: Account, address: string): boolean =>
  [baseUrl, ...formerUrls].includes(address);

export const findByAddress = (accounts: readonly Account[], address: string): readonly Account[] =>
  accounts.filter((account) => hasAddress(account, address));

/** The user's account that one of a settings file is, as far as the file says: by its id, else by its e-mail. */
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
