/** Stores the addresses of a block as two dictionary indices each, because beginnings and the position of the code repeat. */
import type { FileAddresses } from '../file.ts';

export interface AddressColumns {
  /** Up to the last slash. */
  readonly heads: readonly string[];
  readonly tails: readonly string[];
  /** For each slot, an index of `heads` and one of `tails`, from 1. 0: no address. */
  readonly image: Uint16Array;
  readonly download: Uint16Array;
}

/** With a placeholder for the code. */
export interface CodedAddresses {
  readonly image: Coded | null;
  readonly download: Coded | null;
}
type Coded = readonly [head: string, tail: string];

export const noAddresses = { image: null, download: null } as const;

/** Can't occur in an address. */
const placeholder = '\0';

export function encodeAddresses({ image, download }: FileAddresses, code: string): CodedAddresses {
  const coded = (address: string | null): Coded | null => {
    if (address === null || address.includes(placeholder)) return null;
    const cut = address.lastIndexOf('/') + 1;
    const signed = (text: string) => (code === '' ? text : text.replaceAll(code, placeholder));
    return [signed(address.slice(0, cut)), signed(address.slice(cut))];
  };
  return { image: coded(image), download: coded(download) };
}

/** @param addresses by slot */
export function toAddressColumns(addresses: readonly CodedAddresses[]): AddressColumns {
  const heads = new Map<string, number>();
  const tails = new Map<string, number>();
  const column = (kind: keyof CodedAddresses) => {
    const pairs = new Uint16Array(addresses.length * 2);
    for (const [slot, { [kind]: coded }] of addresses.entries()) {
      if (coded === null) continue;
      pairs[slot * 2] = indexIn(heads, coded[0]);
      pairs[slot * 2 + 1] = indexIn(tails, coded[1]);
    }
    return pairs;
  };
  const [image, download] = [column('image'), column('download')];
  return { heads: [...heads.keys()], tails: [...tails.keys()], image, download };
}

export function areAddressesIntact({ heads, tails, image, download }: AddressColumns): boolean {
  const areColumns = image instanceof Uint16Array && download instanceof Uint16Array;
  return areColumns && Array.isArray(heads) && Array.isArray(tails);
}

export function codedAt({ heads, tails, image, download }: AddressColumns, slot: number): CodedAddresses {
  const coded = (pairs: Uint16Array): Coded | null =>
    toCoded(heads[(pairs[slot * 2] ?? 0) - 1], tails[(pairs[slot * 2 + 1] ?? 0) - 1]);
  return { image: coded(image), download: coded(download) };
}

export const toCoded = (head: string | undefined, tail: string | undefined): Coded | null =>
  head === undefined || tail === undefined ? null : [head, tail];

export function decodeAddresses({ image, download }: CodedAddresses, code: string): FileAddresses {
  const address = (coded: Coded | null) => coded && (coded[0] + coded[1]).replaceAll(placeholder, () => code);
  return { image: address(image), download: address(download) };
}

function indexIn(dictionary: Map<string, number>, text: string): number {
  const known = dictionary.get(text) ?? dictionary.size + 1;
  dictionary.set(text, known);
  return known;
}
