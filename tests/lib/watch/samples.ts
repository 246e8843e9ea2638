/** Transfers as they are known and as they are listed, for tests to change. */
import type { ListedTransfer } from '../../../lib/watch/reconcile.ts';
import type { WatchedTransfer } from '../../../lib/watch/transfer.ts';

export function sampleTransfer(changes: Partial<WatchedTransfer> = {}): WatchedTransfer {
  return {
    accountId: 'account',
    fileCode: 'one',
    url: 'https://files.example/one.mp4',
    title: null,
    folderId: '0',
    folderName: null,
    status: 'working',
    phase: 'working',
    bytesTotal: 1_000,
    bytesDownloaded: 100,
    bytesPerSecond: null,
    ours: true,
    private: false,
    firstSeenAt: 1_000,
    changedAt: 1_000,
    endedAt: null,
    sampledAt: 1_000,
    verify: null,
    hidden: false,
    announced: true,
    ...changes,
  };
}

export function listed(changes: Partial<ListedTransfer> = {}): ListedTransfer {
  return {
    fileCode: 'one',
    remoteUrl: 'https://files.example/one.mp4',
    status: 'working',
    phase: 'working',
    bytesTotal: 1_000,
    bytesDownloaded: 100,
    folderId: '0',
    ...changes,
  };
}
