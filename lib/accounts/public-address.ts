/** Web addresses of what an account has: they follow a service that has moved, and lead to the public address. Pure. */
import type { Account } from './account.ts';

type Addresses = Pick<Account, 'baseUrl' | 'publicUrl' | 'formerUrls'>;

export const getPublicUrl = ({ baseUrl, publicUrl = baseUrl }: Addresses): string => publicUrl;

/** Hosts that are the account's own, as `URL.host` has them: where its links lead now, or led before its service moved. */
export const getOwnHosts = (account: Addresses): readonly string[] => {
  const { baseUrl, formerUrls = [] } = account;
  return [...new Set([baseUrl, getPublicUrl(account), ...formerUrls].map((each) => new URL(each).host))];
};

/** A download or player page (docs/http-api.md), with the file's name where there is one, to the end of the address. */
const pagePath = /\/[de]\/[^/?#]+(?:\/[^/?#]*)?(?:[?#].*)?$/u;

/** The present form of any address that the service gave: a public address replaces any host of download and player pages. */
export function getPublicAddress(account: Addresses, address: string): string {
  const { baseUrl, publicUrl, formerUrls = [] } = account;
  const [page] = publicUrl === undefined ? [] : (pagePath.exec(address) ?? []);
  if (page !== undefined) return publicUrl + page;
  // One may be the beginning of another.
  const bases = [baseUrl, ...formerUrls].sort((one, other) => other.length - one.length);
  const base = bases.find((each) => address === each || address.startsWith(`${each}/`));
  return base === undefined ? address : getPublicUrl(account) + address.slice(base.length);
}

/** The same with these fields in their present form, where they are addresses. */
export function withPublicAddresses<T extends object>(
  account: Addresses,
  given: T,
  fields: readonly (keyof T)[],
): T {
  const addresses = fields.map((field) => {
    const address = given[field];
    return [field, typeof address === 'string' ? getPublicAddress(account, address) : address];
  });
  return { ...given, ...Object.fromEntries(addresses) };
}
