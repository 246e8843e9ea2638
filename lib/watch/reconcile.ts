/** What a look at the service's list, or at its files, means for the transfers that are known. Pure. */
import type { Transfer } from '../api/index.ts';
import type { TransferPhase, WatchedTransfer } from './transfer.ts';

/** A transfer as the service lists it. */
export type ListedTransfer = Pick<
  Transfer,
  'fileCode' | 'remoteUrl' | 'status' | 'phase' | 'bytesTotal' | 'bytesDownloaded' | 'folderId'
>;

export interface Look {
  readonly accountId: string;
  readonly listed: readonly ListedTransfer[];
  /** When the question left, and now that it is answered: milliseconds since the epoch. */
  readonly startedAt: number;
  readonly now: number;
}

/** What is to be stored after a look; what did not change is not in here. */
export interface Changes {
  readonly put: readonly WatchedTransfer[];
  readonly remove: readonly WatchedTransfer[];
}

/** Compares what is known of one account with the service's list. */
export function reconcile(known: readonly WatchedTransfer[], look: Look): Changes {
  const listed = new Map(look.listed.map((transfer) => [transfer.fileCode, transfer]));
  const put: WatchedTransfer[] = [];
  const remove: WatchedTransfer[] = [];
  for (const record of known) {
    const transfer = listed.get(record.fileCode);
    listed.delete(record.fileCode);
    if (transfer !== undefined) {
      const next = update(record, transfer, look.now);
      if (next !== record) put.push(next);
    } else if (record.changedAt >= look.startedAt && record.changedAt <= look.now) {
      // It became known, or was hidden, after the question had left: the answer may be older than that.
    } else if (record.hidden) {
      remove.push(record);
    } else if (record.endedAt === null && record.phase !== 'verifying') {
      put.push(vanish(record, look.now));
    }
  }
  for (const transfer of listed.values()) put.push(appear(transfer, look));
  return { put, remove };
}

/** A transfer that somebody else started, or that is not yet known to be ours. */
function appear(listed: ListedTransfer, { accountId, now }: Look): WatchedTransfer {
  const { fileCode, remoteUrl: url, folderId } = listed;
  const blank = {
    ...{
      accountId,
      fileCode,
      url,
      folderId: folderId ?? '0',
      title: null,
      folderName: null,
      ours: false,
      private: false,
    },
    ...({
      status: '',
      phase: 'unknown',
      bytesTotal: null,
      bytesDownloaded: null,
      bytesPerSecond: null,
    } as const),
    ...{ firstSeenAt: now, changedAt: now, endedAt: null, sampledAt: null, verify: null, hidden: false },
    // An error that was there before anybody watched is no news.
    announced: true,
  };
  return { ...update(blank, listed, now), announced: true };
}

/** The record after another look; the same object where there is nothing new. */
function update(record: WatchedTransfer, listed: ListedTransfer, now: number): WatchedTransfer {
  const { status, phase } = listed;
  const folderId = listed.folderId ?? record.folderId;
  const isBack = record.phase !== phase;
  const next: WatchedTransfer = {
    ...record,
    ...progress(record, listed, now),
    status,
    phase,
    // The service may have stored it elsewhere, silently: then we do not know that folder's name.
    folderId,
    folderName: folderId === record.folderId ? record.folderName : null,
    endedAt: null,
    verify: null,
    // What was dismissed and then moves again has something new to show.
    hidden: record.hidden && !isBack,
    announced: isBack ? phase !== 'error' : record.announced,
    changedAt: now,
  };
  return isSame(record, next) ? record : next;
}

/** Bytes, and the speed as a running mean over the looks; progress that goes backwards starts the measuring anew. */
function progress(record: WatchedTransfer, { bytesTotal, bytesDownloaded }: ListedTransfer, now: number) {
  // A total that is 0, or that is exceeded, is no total.
  const isTotal = bytesTotal !== null && bytesTotal > 0 && bytesTotal >= (bytesDownloaded ?? 0);
  const total = isTotal ? bytesTotal : null;
  const before = record.bytesDownloaded;
  const elapsed = record.sampledAt === null ? 0 : (now - record.sampledAt) / 1_000;
  if (before === null || bytesDownloaded === null || bytesDownloaded < before || elapsed <= 0) {
    const isNew = bytesDownloaded !== before || record.sampledAt === null || record.sampledAt > now;
    const sampledAt = isNew ? now : record.sampledAt;
    return {
      bytesTotal: total,
      bytesDownloaded,
      bytesPerSecond: isNew ? null : record.bytesPerSecond,
      sampledAt,
    };
  }
  const speed = (bytesDownloaded - before) / elapsed;
  const mean = record.bytesPerSecond === null ? speed : (record.bytesPerSecond + speed) / 2;
  // Halving for ever would be a change, and so a write, at each look at a transfer that stands still.
  const bytesPerSecond = mean < 1 ? 0 : Math.round(mean);
  const isStill = bytesDownloaded === before && bytesPerSecond === record.bytesPerSecond;
  return { bytesTotal: total, bytesDownloaded, bytesPerSecond, sampledAt: isStill ? record.sampledAt : now };
}

function isSame(a: WatchedTransfer, b: WatchedTransfer): boolean {
  return (Object.keys(b) as (keyof WatchedTransfer)[]).every(
    (key) => key === 'changedAt' || a[key] === b[key],
  );
}

/** It left the list: whether it is done is yet to be seen. */
function vanish(record: WatchedTransfer, now: number): WatchedTransfer {
  const verify = { from: record.phase, misses: 0, nextAt: now };
  return { ...record, phase: 'verifying', verify, bytesPerSecond: null, changedAt: now };
}

/** Milliseconds until the next try, after each one that found no file. After the last of them it is gone. */
const patience = [2_000, 8_000, 30_000, 120_000];

/** What file info or file check knows of a transfer that left the list; null: no such file. */
export interface FoundFile {
  readonly title: string | null;
  /** Bytes; null where unknown. */
  readonly size: number | null;
}

/** Whether the next miss is the last: then a second opinion should be heard. */
export function isLastTry({ verify }: WatchedTransfer): boolean {
  return verify !== null && (verify.misses >= patience.length || verify.from === 'error');
}

/** The record after a search for its file; null: it was an error that somebody cleared, there is nothing to tell. */
export function verified(
  record: WatchedTransfer,
  file: FoundFile | null,
  now: number,
): WatchedTransfer | null {
  const { verify } = record;
  if (record.phase !== 'verifying' || verify === null) return record;
  if (file !== null) {
    const bytes = file.size ?? record.bytesTotal;
    return {
      ...record,
      ...{ phase: 'done', verify: null, endedAt: now, changedAt: now, announced: false },
      ...{
        title: file.title ?? record.title,
        bytesTotal: bytes,
        bytesDownloaded: bytes ?? record.bytesDownloaded,
      },
    };
  }
  if (verify.from === 'error') return null;
  const wait = patience[verify.misses];
  if (wait === undefined) {
    return { ...record, phase: 'gone', verify: null, endedAt: now, changedAt: now, announced: false };
  }
  return { ...record, verify: { ...verify, misses: verify.misses + 1, nextAt: now + wait } };
}

/** Ended transfers that are kept, so that the popup can show what came of them. */
const endedKept = 200;

/** The ended transfers that are too many: the oldest. */
export function surplus(records: readonly WatchedTransfer[]): readonly WatchedTransfer[] {
  const ended = records.filter(({ endedAt, announced }) => endedAt !== null && announced);
  return ended.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0)).slice(endedKept);
}

/** Whether an end has to be told of, and by which name. */
export function newsOf({ phase, hidden, announced }: WatchedTransfer): 'done' | 'gone' | 'failed' | null {
  if (hidden || announced) return null;
  const news: Partial<Record<TransferPhase, 'done' | 'gone' | 'failed'>> = {
    done: 'done',
    gone: 'gone',
    error: 'failed',
  };
  return news[phase] ?? null;
}
