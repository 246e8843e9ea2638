/** The items of the list of uploads, in display order. Pure. */

import type { Account } from '../accounts/account.ts';
import { readableAddress, titleFromAddress } from '../links/address-title.ts';
import type { EpochMs } from '../timing/units.ts';
import { choiceLockName, fileLockName, isResumable } from './local-file.ts';
import type { UploadsView } from './read-uploads.ts';
import type { Progress } from './tracking/progress.ts';
import { isUnreported, type Upload, type Wait, withChosenFields } from './upload.ts';
import { isUnreachable } from './waits.ts';

/** `accountId` is the account that was current when they were read. */
export interface AccountUploads extends UploadsView {
  readonly accountId: string;
  /** File locks that some page holds. */
  readonly heldLocks?: ReadonlySet<string>;
  /** Groups copies of a link and adds rare details. Loaded only if needed. */
  readonly arrange?: Arrange | undefined;
}

/** @param copies in other accounts */
export type CreateArrange = (
  view: UploadsView & { readonly accountId: string },
  copies: readonly Upload[],
  accounts: readonly Account[],
) => Arrange;

type Arrange = (items: readonly UploadItem[], isOnline: boolean) => readonly UploadItem[];

export interface UploadItem {
  readonly upload: Upload;
  /** Taken from the address if the upload has none. */
  readonly title: string;
  /** The address without scheme and title, if another item has the same title. */
  readonly origin: string | null;
  readonly state: UploadItemState;
  /** For a link with copies, the most urgent one's. */
  readonly rank: Rank;
  readonly progress: UploadItemProgress | null;
  /** The service has it, but can't be asked for its progress. */
  readonly outage?: Wait;
  /** Queued links after it, of its batch, that aren't read. */
  readonly unread?: number;
  /** In other accounts. */
  readonly copies?: readonly UploadItem[];
  /** Set if it isn't the list's account. */
  readonly owner?: Account;
  readonly account?: string;
  readonly accountIds?: readonly string[];
  /** Why it left another account. */
  readonly note?: string;
  /** How far the host has encoded its file. */
  readonly encoding?: string;
}

/** `other`: a state of the service that we don't know. `unreported`: the service reports no transfers. */
export type UploadItemState = keyof typeof ranks;

/** Active, needs the user, waits at the service, waits here, arrived. */
export const ranks = {
  sending: 0,
  working: 0,
  verifying: 0,
  unreported: 0,
  uncertain: 1,
  refused: 1,
  'folder-gone': 1,
  failed: 1,
  vanished: 1,
  'needs-file': 1,
  pending: 2,
  other: 2,
  waiting: 3,
  done: 4,
} as const;

type Rank = (typeof ranks)[UploadItemState];

export interface UploadItemProgress extends Progress {
  /** 0 to 1. Null if neither the total nor the percentage is known. */
  readonly share: number | null;
  readonly secondsLeft: number | null;
  /** Polls have failed since, or the browser is offline. */
  readonly isStale: boolean;
}

export function toUploadItems(
  {
    uploads,
    progress,
    backoff,
    pollFailure,
    heldLocks,
    arrange,
    unread,
  }: UploadsView & Pick<AccountUploads, 'heldLocks' | 'arrange'>,
  isOnline = true,
): readonly UploadItem[] {
  const outage = findOutage(backoff, pollFailure, isOnline);
  const isUnpolled = outage !== null || pollFailure !== null;
  const isBeingAdded = heldLocks?.has(choiceLockName);
  const items = uploads
    .map(withChosenFields)
    .flatMap((upload): UploadItem[] => {
      const state = isResumable(upload)
        ? isBeingAdded || heldLocks?.has(fileLockName(upload.id))
          ? 'waiting'
          : 'needs-file'
        : isFetching(upload, progress[upload.id])
          ? 'sending'
          : getState(upload);
      const title = upload.title ?? titleFromAddress(upload.url);
      if (state === null) return [];
      const isRemote = upload.source !== 'file';
      const measured = isUnderWay(state) ? toProgress(progress[upload.id], isUnpolled && isRemote) : null;
      const item = { upload, title, origin: null, state, rank: ranks[state], progress: measured };
      if (outage === null || !isRemote || !isAtService(state)) return [item];
      return [{ ...item, outage, rank: getRank({ state, outage }) }];
    })
    .sort(compareItems);
  const byTitle = Map.groupBy(items, ({ title }) => title);
  const named = addUnread(items, unread).map((item) => {
    const isAlone = byTitle.get(item.title)?.length === 1 || item.upload.url === '';
    if (isAlone) return item;
    const address = readableAddress(item.upload.url).replace(/^\w+:\/\//u, '');
    const end = `/${item.title}`;
    return { ...item, origin: address.endsWith(end) ? address.slice(0, -end.length) : address };
  });
  return arrange ? arrange(named, isOnline) : named;
}

/** To the last queued link of each batch. */
function addUnread(
  items: readonly UploadItem[],
  unread: UploadsView['unread'] = new Map(),
): readonly UploadItem[] {
  if (unread.size === 0) return items;
  const left = new Map(unread);
  return items
    .reduceRight<UploadItem[]>((found, item) => {
      const id = item.state === 'waiting' ? (item.upload.batch?.id ?? '') : '';
      const count = left.get(id);
      left.delete(id);
      found.push(count === undefined ? item : { ...item, unread: count });
      return found;
    }, [])
    .reverse();
}

/** In a list of ids, stands for a link that isn't read. */
export const unreadId = '';

/** Also links that aren't read. */
export const countLinks = (items: readonly UploadItem[]): number =>
  items.reduce((sum, { unread = 0 }) => sum + 1 + unread, 0);

export const compareItems = (a: UploadItem, b: UploadItem): number =>
  a.rank - b.rank || a.upload.order - b.upload.order;

export const withCopies = (item: UploadItem): readonly UploadItem[] => [item, ...(item.copies ?? [])];

/** While someone watches, progress is measured at least this often. */
const measuredWithinMs = 15_000;

/** Null if nothing has been measured for a while. */
export function speedAt(
  { bytesPerSecond, secondsLeft, sampledAtMs }: UploadItemProgress,
  nowMs: EpochMs,
): Pick<UploadItemProgress, 'bytesPerSecond' | 'secondsLeft'> {
  const ageMs = nowMs - (sampledAtMs ?? nowMs);
  if (ageMs > measuredWithinMs) return { bytesPerSecond: null, secondsLeft: null };
  return { bytesPerSecond, secondsLeft: secondsLeft && Math.max(0, secondsLeft - ageMs / 1_000) };
}

/** If the service can't be asked, the upload may not be active. */
export const getRank = ({ state, outage }: Pick<UploadItem, 'state' | 'outage'>): Rank =>
  outage && ranks[state] === 0 ? ranks.pending : ranks[state];

const isUnderWay = (state: UploadItemState): boolean => state !== 'verifying' && !hasEnded(state);

const isAtService = (state: UploadItemState): boolean =>
  !hasEnded(state) && !['sending', 'needs-file', 'waiting'].includes(state);

/** The time is null if unknown. */
function findOutage(
  backoff: UploadsView['backoff'],
  pollFailure: UploadsView['pollFailure'],
  isOnline: boolean,
): Wait | null {
  if (!isOnline) return { reason: 'network', untilMs: null };
  if (backoff && !backoff.isForLinksOnly && (backoff.reason === 'network' || backoff.reason === 'service'))
    return { reason: backoff.reason, untilMs: backoff.untilMs };
  return isUnreachable(pollFailure?.code) ? { reason: 'network', untilMs: null } : null;
}

const silentAfterMs = 10_000;

/** Requests for a link normally take a moment. */
export const isSilent = ({ state, upload: { source, sentAtMs } }: UploadItem, nowMs: EpochMs): boolean =>
  state === 'sending' && source === 'link' && sentAtMs !== null && nowMs - sentAtMs >= silentAfterMs;

const isFetching = ({ via, state, wait }: Upload, measured: Progress | undefined): boolean =>
  via === 'browser' && state === 'queued' && wait === null && measured !== undefined;

function getState(upload: Upload): UploadItemState | null {
  const { state, failure, unknownStatus } = upload;
  if (isUnreported(upload)) return 'unreported';
  switch (state) {
    case 'queued':
    case 'deferred':
      return 'waiting';
    case 'accepted':
      return 'pending';
    case 'running':
      return unknownStatus === null ? 'working' : 'other';
    case 'refused':
      return failure?.code === 'folder-gone' ? 'folder-gone' : 'refused';
    case 'archived':
      return null;
    default:
      return state;
  }
}

/** Stale progress has neither speed nor time left. */
function toProgress(measured: Progress | undefined, isStale: boolean): UploadItemProgress | null {
  if (measured === undefined) return null;
  const { bytesDone, bytesTotal, percent } = measured;
  const bytesPerSecond = isStale ? null : measured.bytesPerSecond;
  const item = { ...measured, bytesPerSecond, isStale, share: null, secondsLeft: null };
  if (bytesDone === null || bytesTotal === null)
    return percent == null ? item : { ...item, share: percent / 100 };
  const secondsLeft = bytesPerSecond ? (bytesTotal - bytesDone) / bytesPerSecond : null;
  return { ...item, share: bytesDone / bytesTotal, secondsLeft };
}

export const canRetry = (state: UploadItemState): boolean =>
  state === 'failed' || state === 'refused' || state === 'vanished';

/** Its file won't arrive by itself. */
export const hasFailed = (state: UploadItemState): boolean => canRetry(state) || state === 'folder-gone';

export const hasEnded = (state: UploadItemState): boolean => state === 'done' || hasFailed(state);

/** The count on the tab: neither ended nor failed. Each copy of a link counts. */
export const countUnderWay = (items: readonly UploadItem[]): number =>
  countLinks(items.flatMap(withCopies).filter(({ state }) => !hasEnded(state)));
