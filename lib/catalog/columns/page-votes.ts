import { pathBase, readFilePage } from '../../accounts/file-page.ts';
import type { PageVote } from '../../accounts/learn-pages.ts';
import { type AddressColumns, decodeAddresses, toCoded } from './address-columns.ts';

/** Stands in for each file's code. */
const anyCode = 'linkhaul-file-code';

/** Per block. With more, no host has most of the files. */
const maxVotes = 8;

export function countPages({ heads, tails, download }: AddressColumns): readonly PageVote[] {
  /** Reads each pair of dictionary indices once, because most addresses differ only in the code. */
  const pairs = new Map<number, number>();
  for (let at = 0; at < download.length; at += 2) {
    const pair = (download[at] ?? 0) * 2 ** 16 + (download[at + 1] ?? 0);
    if (pair > 0) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  const votes = new Map<string, PageVote>();
  for (const [pair, count] of pairs) {
    const coded = toCoded(heads[Math.floor(pair / 2 ** 16) - 1], tails[(pair % 2 ** 16) - 1]);
    const { download: address } = decodeAddresses({ image: null, download: coded }, anyCode);
    const page = address === null ? null : readFilePage(address, anyCode);
    // A path names no host.
    if (page === null || page.base === pathBase) continue;
    const { kind, base, form } = page;
    const key = `${kind} ${base} ${form}`;
    votes.set(key, { kind, base, form, count: count + (votes.get(key)?.count ?? 0) });
  }
  return [...votes.values()].sort((one, other) => other.count - one.count).slice(0, maxVotes);
}
