/**
 * Some services give a transfer its code once it has begun. Until then its address says whose it is: the service's answer to the
 * request had the code, and the upload's record has it.
 */
import type { Transfer, TransferList } from '../api/index.ts';
import { createAddressKey, mayBeSameFragment } from './same-upload.ts';
import type { UploadStore } from './storage/upload-store.ts';
import { trackedStates, type Upload } from './upload.ts';

export type NamedTransfer = Transfer & { readonly fileCode: string };

export type NamedTransfers = NamedTransfer[] & {
  /** Entries that could not be read. */
  readonly skipped: number;
  /** Those without a code that are of no upload whose code is known. */
  readonly unnamed: readonly Transfer[];
};

export const isEmptyList = ({
  length,
  skipped,
  unnamed = [],
}: Pick<TransferList, 'length' | 'skipped'> & Partial<Pick<NamedTransfers, 'unnamed'>>): boolean =>
  length + unnamed.length + skipped === 0;

/** The listed transfers, each with its code. An upload gets one of several transfers with its address. */
export async function nameTransfers(
  store: UploadStore,
  accountId: string,
  listed: TransferList,
): Promise<NamedTransfers> {
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
