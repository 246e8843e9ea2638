import { findService } from '../../lib/accounts/find-service.ts';
import {
  type AddressProblem,
  InvalidAddressError,
  isUnencrypted as isUnencryptedUrl,
  parseServiceAddress,
} from '../../lib/api/address.ts';
import { type PlainKey, t } from '../text.ts';

const sentences: Readonly<Record<AddressProblem, PlainKey>> = {
  empty: 'connect.missingAddress',
  malformed: 'connect.malformedAddress',
  scheme: 'connect.wrongScheme',
  credentials: 'connect.credentials',
};

/** The result of `read`, or a sentence that says what is wrong. */
function readTyped<T>(
  text: string,
  read: (text: string) => T,
): { value: T; error: null } | { value: null; error: string } {
  try {
    return { value: read(text), error: null };
  } catch (error) {
    if (!(error instanceof InvalidAddressError)) throw error;
    return { value: null, error: t(sentences[error.reason]) };
  }
}

/** The user's own address, such as the public one. */
export const readAddress = (text: string) => readTyped(text, parseServiceAddress);

/** An account's host, by name or address, and where to look for its API. */
export const readService = (text: string) => readTyped(text, findService);

export const hostsOf = (addresses: readonly string[]): readonly string[] => [
  ...new Set(addresses.map((address) => new URL(address).host)),
];

/** Whether the key would be sent over `http:` to another machine. */
export function isUnencrypted(address: string): boolean {
  return isUnencryptedUrl(new URL(address));
}
