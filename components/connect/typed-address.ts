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

/** The result of `read`, or a sentence about the problem. */
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

/** For example the public address. */
export const readAddress = (text: string) => readTyped(text, parseServiceAddress);

/** A host, by name or address, and where to look for its API. */
export const readService = (text: string) => readTyped(text, findService);

export const listHosts = (addresses: readonly string[]): readonly string[] => [
  ...new Set(addresses.map((address) => new URL(address).host)),
];

export function isUnencrypted(address: string): boolean {
  return isUnencryptedUrl(new URL(address));
}
