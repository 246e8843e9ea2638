/** What the service says of an account's transfers, and what that proves. */
import type { Transfer, TransferList } from '../api/index.ts';
import { createAddressKey, mayBeSameFragment } from './same-upload.ts';
import type { UploadStore } from './storage/upload-store.ts';
import { trackedStates, type Upload } from './upload.ts';

export type NamedTransfer = Transfer & { readonly fileCode: string };

/** A list, or where that fails what the service says of single transfers, or nothing. */
export type TransferListing = NamedTransfer[] & {
  /** Entries that could not be read. */
  readonly skipped: number;
  /** Those without a code that are of no upload whose code is known. */
  readonly unnamed: readonly Transfer[];
  /** There is no list. `single`: transfers were asked for one by one; `none`: the service says nothing of any; `unknown`: not asked. */
  readonly reports?: 'unknown' | 'single' | 'none';
  /** With `single`: codes that the service has no transfer of. */
  readonly absent?: ReadonlySet<string>;
  /** With `single`: codes to which it gave no usable answer. */
  readonly unreported?: ReadonlySet<string>;
};

/** Nothing is known of any transfer, and nothing proven. */
export const createNoListing = (reports: NonNullable<TransferListing['reports']>): TransferListing =>
  Object.assign([], { skipped: 0, unnamed: [], reports });

/**
 * What a listing says of the transfer with a code. A list with entries that could not be read proves no absence (`unknown`), and
 * an empty one proves it only when it is repeated. `unreported`: the service does not tell of it, so its file alone can be followed.
 */
export function createLookUp(listing: TransferListing) {
  const { reports, absent, unreported, skipped } = listing;
  const codes = new Set(listing.map(({ fileCode }) => fileCode));
  return (fileCode: string | null): 'listed' | 'absent' | 'unreported' | 'unknown' => {
    const code = fileCode ?? '';
    if (codes.has(code)) return 'listed';
    if (reports === 'none' || unreported?.has(code)) return 'unreported';
    const isAbsent = reports ? absent?.has(code) : skipped === 0;
    return isAbsent ? 'absent' : 'unknown';
  };
}

export const isEmptyList = ({
  length,
  skipped,
  unnamed = [],
}: Pick<TransferList, 'length' | 'skipped'> & Partial<Pick<TransferListing, 'unnamed'>>): boolean =>
  length + unnamed.length + skipped === 0;

/**
 * The listed transfers, each with its code. Some services give a transfer its code once it has begun. Until then its address says
 * whose it is: the answer to the request had the code, and the upload's record has it. An upload gets one of several transfers with
 * its address.
 */
export async function nameTransfers(
  store: UploadStore,
  accountId: string,
  listed: TransferList,
): Promise<TransferListing> {
  const { skipped } = listed;
  const named = listed.filter(isNamed);
  const waiting = listed.filter((transfer) => !isNamed(transfer));
  if (waiting.length === 0) return Object.assign(named, { skipped, unnamed: [] });
  const codes = new Set(named.map(({ fileCode }) => fileCode));
  const tracked = await store.transact('read', (tx) => tx.listInStates(accountId, trackedStates));
  const isFree = ({ source, fileCode }: Upload) =>
    source !== 'file' && fileCode !== null && !codes.has(fileCode);
  const free = Map.groupBy(tracked.filter(isFree), ({ addressKey }) => addressKey);
  const unnamed: Transfer[] = [];
  for (const transfer of waiting) {
    const uploads = free.get(createAddressKey(transfer.remoteUrl)) ?? [];
    const at = uploads.findIndex(({ url }) => mayBeSameFragment(url, transfer.remoteUrl));
    const [upload] = at < 0 ? [] : uploads.splice(at, 1);
    if (upload?.fileCode == null) unnamed.push(transfer);
    else named.push({ ...transfer, fileCode: upload.fileCode });
  }
  return Object.assign(named, { skipped, unnamed });
}

const isNamed = (transfer: Transfer): transfer is NamedTransfer => transfer.fileCode !== null;
