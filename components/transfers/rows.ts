/**
 * The popup's list as data: links of the outbox and transfers at the service become rows of one kind, in one order.
 * Pure; nothing here knows how a row looks or what it is called.
 */
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { Doubt, OutboxItem, WaitReason } from '../../lib/outbox/item.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';

export interface Row {
  /** The same for as long as the row stands for the same thing. */
  readonly key: string;
  readonly accountId: string;
  readonly url: string;
  readonly title: string;
  /** The title that was offered, or that the service gave; null where `title` is only made of the address. */
  readonly given: string | null;
  readonly folder: FolderRef;
  readonly state: RowState;
  /** Set while the link is in the outbox. */
  readonly itemId: string | null;
  /** Set once the service has taken it. */
  readonly fileCode: string | null;
  readonly private: boolean;
}

export type RowState =
  | { readonly kind: 'sending' }
  /** `reason` null: it only waits for those before it. `until` in milliseconds since the epoch. */
  | { readonly kind: 'waiting'; readonly reason: WaitReason | null; readonly until: number | null }
  | { readonly kind: 'refused'; readonly msg: string | null }
  /** Not sent, because the service would have put it elsewhere. */
  | { readonly kind: 'folder-gone' }
  /** `cause`: what the doubt is. `nextLookAt` in milliseconds since the epoch; null: the user decides. */
  | { readonly kind: 'unsure'; readonly cause: Doubt['cause']; readonly nextLookAt: number | null }
  /** The service has it and has not begun. */
  | { readonly kind: 'pending' }
  /** The service says something of it that Linkhaul does not know. */
  | { readonly kind: 'other'; readonly status: string }
  | { readonly kind: 'working'; readonly progress: Progress }
  | { readonly kind: 'failed'; readonly status: string }
  | { readonly kind: 'verifying' }
  | { readonly kind: 'done'; readonly at: number }
  | { readonly kind: 'gone'; readonly at: number };

export interface Progress {
  /** Bytes. */
  readonly done: number | null;
  /** Bytes; null where unknown, or where the service reports less than has already arrived. */
  readonly total: number | null;
  /** Between 0 and 1; null where the total is unknown. */
  readonly share: number | null;
  readonly bytesPerSecond: number | null;
  /** Null where it cannot be told. */
  readonly secondsLeft: number | null;
}

/** Moving first, then what wants the user, then what waits at the service, what waits here, and what has arrived. */
const ranks: Readonly<Record<RowState['kind'], number>> = {
  sending: 0,
  working: 0,
  verifying: 0,
  unsure: 1,
  refused: 1,
  'folder-gone': 1,
  failed: 1,
  gone: 1,
  pending: 2,
  other: 2,
  waiting: 3,
  done: 4,
};

/** The rows of one account, in the order in which they are shown. */
export function transferRows(
  accountId: string,
  items: readonly OutboxItem[],
  transfers: readonly WatchedTransfer[],
): readonly Row[] {
  const mine = transfers.filter((transfer) => transfer.accountId === accountId);
  const links = items.filter((item) => item.accountId === accountId);
  const twice = shownTwice(links, mine);
  const ordered = [
    ...links
      .filter(({ id }) => !twice.items.has(id))
      .map((item) => ({ row: itemRow(item), order: item.position })),
    ...mine
      .filter(({ hidden, fileCode }) => !hidden && !twice.transfers.has(fileCode))
      .map((transfer) => {
        const row = transferRow(transfer);
        // What has arrived last is looked for first.
        return { row, order: row.state.kind === 'done' ? -row.state.at : transfer.firstSeenAt };
      }),
  ];
  return ordered
    .toSorted((a, b) => ranks[a.row.state.kind] - ranks[b.row.state.kind] || a.order - b.order)
    .map(({ row }) => row);
}

/**
 * Outbox and transfers are two stores, read one after the other: for a moment a link can stand in both, or as an item
 * in the one and already as a transfer in the other. What the watch has taken over is shown as a transfer; until then
 * it is the outbox's.
 */
function shownTwice(items: readonly OutboxItem[], transfers: readonly WatchedTransfer[]) {
  const twice = { items: new Set<string>(), transfers: new Set<string>() };
  const paired = new Set<string>();
  for (const item of items) {
    const same = transfers.find((transfer) => !paired.has(transfer.fileCode) && isSame(item, transfer));
    if (same === undefined) continue;
    paired.add(same.fileCode);
    if (same.ours) twice.items.add(item.id);
    else twice.transfers.add(same.fileCode);
  }
  return twice;
}

/** By its code once that is known; before, a transfer of the same address that came up after the item did. */
function isSame(item: OutboxItem, transfer: WatchedTransfer): boolean {
  const { state, fileCode, url, attempts, waiting, createdAt } = item;
  if (fileCode !== null) return fileCode === transfer.fileCode;
  const isOnItsWay = state === 'sending' || (state === 'queued' && attempts === 0 && waiting === null);
  return isOnItsWay && url === transfer.url && transfer.firstSeenAt >= createdAt;
}

/** How many rows are neither ended nor failed: what the tab counts. */
export function underWay(rows: readonly Row[]): number {
  const ended = new Set<RowState['kind']>(['refused', 'folder-gone', 'failed', 'done', 'gone']);
  return rows.filter(({ state }) => !ended.has(state.kind)).length;
}

function itemRow(item: OutboxItem): Row {
  const { id, accountId, url, title, folder, fileCode } = item;
  const state = itemState(item);
  return {
    key: `item ${id}`,
    accountId,
    url,
    title: title ?? titleOfAddress(url),
    given: title,
    folder,
    state,
    itemId: id,
    fileCode,
    private: item.private,
  };
}

function itemState({ state, waiting, doubt, failure, msg }: OutboxItem): RowState {
  switch (state) {
    case 'queued':
      return { kind: 'waiting', reason: waiting?.reason ?? null, until: waiting?.until ?? null };
    case 'sending':
      return { kind: 'sending' };
    case 'accepted':
      return { kind: 'pending' };
    case 'refused':
      return failure === 'not-found' ? { kind: 'folder-gone' } : { kind: 'refused', msg: said(msg) };
    case 'unsure':
      return {
        kind: 'unsure',
        cause: doubt?.cause ?? 'no-answer',
        nextLookAt: doubt?.nextLookAt ?? null,
      };
  }
}

function transferRow(transfer: WatchedTransfer): Row {
  const { accountId, fileCode, url, title, folderId, folderName } = transfer;
  return {
    key: `transfer ${accountId} ${fileCode}`,
    accountId,
    url,
    title: title ?? titleOfAddress(url),
    given: title,
    folder: { id: folderId, name: folderName ?? '' },
    state: transferState(transfer),
    itemId: null,
    fileCode,
    private: transfer.private,
  };
}

function transferState(transfer: WatchedTransfer): RowState {
  const { phase, status } = transfer;
  switch (phase) {
    case 'pending':
    case 'verifying':
      return { kind: phase };
    case 'working':
      return { kind: 'working', progress: progressOf(transfer) };
    case 'error':
      return { kind: 'failed', status };
    case 'unknown':
      return { kind: 'other', status };
    case 'done':
    case 'gone':
      return { kind: phase, at: transfer.endedAt ?? transfer.changedAt };
  }
}

/** What can honestly be said of a transfer's progress; a service may report a total of 0, or less than has arrived. */
export function progressOf(
  transfer: Pick<WatchedTransfer, 'bytesDownloaded' | 'bytesTotal' | 'bytesPerSecond'>,
): Progress {
  const { bytesDownloaded: done, bytesTotal, bytesPerSecond } = transfer;
  const total = bytesTotal !== null && bytesTotal > 0 && bytesTotal >= (done ?? 0) ? bytesTotal : null;
  const share = total === null || done === null ? null : done / total;
  const left = total === null || done === null ? null : total - done;
  const secondsLeft = left === null || !bytesPerSecond ? null : left / bytesPerSecond;
  return { done, total, share, bytesPerSecond, secondsLeft };
}

/** What a link is called while nobody has named it: the last part of its path, else its host. */
export function titleOfAddress(url: string): string {
  const address = URL.parse(url);
  if (!address) return url;
  const last = address.pathname.split('/').findLast((part) => part !== '');
  if (last === undefined) return address.host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const said = (msg: string | null): string | null => (msg === null || msg.trim() === '' ? null : msg);
