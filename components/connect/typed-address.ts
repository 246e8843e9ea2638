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

/** The base address and host of a service, or the sentence that says what is wrong. */
export function readAddress(text: string) {
  try {
    const baseUrl = parseServiceAddress(text);
    return { baseUrl, host: new URL(baseUrl).host, error: null };
  } catch (error) {
    if (!(error instanceof InvalidAddressError)) throw error;
    return { baseUrl: null, host: null, error: t(sentences[error.reason]) };
  }
}

/** Whether the key travels unencrypted: over `http:`, and not just within this machine. */
export function isUnencrypted(address: string): boolean {
  return isUnencryptedUrl(new URL(address));
}
