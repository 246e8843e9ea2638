/** What the service says about an account's transfers, and what that proves. */
import type { Transfer, TransferList } from '../api/index.ts';
import type { EpochMs } from '../timing/units.ts';
import { createAddressKey, mayBeSameFragment } from './same-upload.ts';
import type { UploadStore } from './storage/upload-store.ts';
import { trackedStates, type Upload } from './upload.ts';

export type NamedTransfer = Transfer & { readonly fileCode: string };

/** A list or, without one, what the service says about single transfers. */
export type TransferListing = NamedTransfer[] & {
  /** Entries that couldn't be read. */
  readonly skipped: number;
  /** Entries without a code, except those of uploads whose code we know. */
  readonly unnamed: readonly Transfer[];
  /** The entries left out there. Each may belong to another upload of the same address, whose code we don't know. */
  readonly guessed?: readonly Transfer[];
  /** Why there is no list. `single`: transfers were requested one by one. `none`: the service reports none. `unknown`: not requested. */
  readonly reports?: 'unknown' | 'single' | 'none';
  /** With `single`: the service has no transfer with these codes. */
  readonly absent?: ReadonlySet<string>;
  /** With `single`: no usable response for these codes. */
  readonly unreported?: ReadonlySet<string>;
};

/** The list can't be read although the account responds. */
export interface ListOutage {
  readonly failures: number;
  readonly askedAtMs: EpochMs;
  /** What the service says about single transfers. `unknown`: not requested. */
  readonly reports: NonNullable<TransferListing['reports']>;
}

/** Polls and the search for evidence share what they know of an account's list. */
export interface ListOutages {
  /** Null: the list was read, or not requested yet. `retryAtMs`: when to request it again. */
  get(accountId: string): Promise<(ListOutage & { readonly retryAtMs: EpochMs }) | null>;
  report(accountId: string, isRead: boolean): Promise<void>;
}

/** Proves nothing. */
export const createNoListing = (reports: NonNullable<TransferListing['reports']>): TransferListing =>
  Object.assign([], { skipped: 0, unnamed: [], reports });

/**
 * Looks up the transfer with a code. A list with unreadable entries doesn't prove absence (`unknown`), and an empty one only if repeated.
 * `unreported`: the service doesn't report it, so only its file can be followed.
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
 * Gives each listed transfer its code. Some services assign one only once the transfer has started. Until then its address identifies it:
 * the upload's record has the code from the response to the request. If transfers share an address, an upload gets one of them.
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
  const guessed: Transfer[] = [];
  for (const transfer of waiting) {
    const uploads = free.get(createAddressKey(transfer.remoteUrl)) ?? [];
    const at = uploads.findIndex(({ url }) => mayBeSameFragment(url, transfer.remoteUrl));
    const [upload] = at < 0 ? [] : uploads.splice(at, 1);
    if (upload?.fileCode == null) unnamed.push(transfer);
    else {
      named.push({ ...transfer, fileCode: upload.fileCode });
      guessed.push(transfer);
    }
  }
  return Object.assign(named, { skipped, unnamed, guessed });
}

const isNamed = (transfer: Transfer): transfer is NamedTransfer => transfer.fileCode !== null;
