import { sendFile } from '../../lib/api/send-file.ts';
import type { Send } from '../../lib/protocol.ts';
import { defaults } from '../../lib/settings/settings.ts';
import type { StorageArea } from '../../lib/storage/stored.ts';
import { createFileSender, tooSlow } from '../../lib/uploads/file-sender.ts';
import { fileLockName } from '../../lib/uploads/local-file.ts';
import { readAccountIds, readUploads } from '../../lib/uploads/read-uploads.ts';
import type { FetchResult, FetchRoute } from '../../lib/uploads/source-fetch.ts';
import { fetchedFiles, readFetchedFile } from '../../lib/uploads/storage/fetched-files.ts';
import { createFileHandles } from '../../lib/uploads/storage/file-handles.ts';
import { createUploadsDatabase } from '../../lib/uploads/storage/uploads-database.ts';
import type {
  FetcherReply,
  FetcherRequest,
  FetcherStart,
  FetchProgress,
  UploadFile,
} from './file-channel.ts';

interface PageSenderOptions {
  readonly local: StorageArea;
  readonly session: StorageArea;
  readonly send: Send;
  /** Also fetches the files of links. Only one page may do so. */
  readonly canFetch: boolean;
}

export function createPageSender({ local, session, send, canFetch }: PageSenderOptions) {
  const sources = { database: createUploadsDatabase(), local, session };
  const handles = createFileHandles();
  let maxConcurrent = defaults.filesAtOnce;
  let broadcastTimer: ReturnType<typeof setTimeout> | null = null;
  const sender = createFileSender({
    begin: (id) => send('uploads.beginFile', { id }),
    end: (id, result) => send('uploads.endFile', { id, result }),
    reportProgress: (samples) => send('uploads.reportProgress', { samples }),
    ...(canFetch && { fetchFile }),
    sendFile,
    acquireLock,
    getMaxConcurrent: () => maxConcurrent,
    clock: Date.now,
    setTimer: (callback, delayMs) => setTimeout(callback, delayMs),
    clearTimer: (timer: number) => clearTimeout(timer),
  });

  async function fetchFile(
    id: string,
    signal: AbortSignal,
    onProgress: (...progress: FetchProgress) => void,
  ): Promise<File | null> {
    const grant = await send('uploads.beginFetch', { id });
    if (grant === null || signal.aborted) return null;
    const findNext = (redirected: string | null) => send('uploads.routeFetch', { id, redirected });
    const result = await runFetcher({ id, url: grant.url }, signal, findNext, onProgress);
    if (result === null) return null;
    const { name } = await send('uploads.endFetch', { id, result });
    return name === null || !('name' in result) ? null : readFetchedFile(id, name, result.sizeBytes);
  }

  /** Locks have no events, so pages must read them again. */
  function broadcastLocks(): void {
    broadcastTimer = null;
    send('uploads.reportProgress', { samples: [] }).catch(() => {});
  }

  /** Until it is released or the page closes. Releasing it removes the handle. */
  function acquireLock(id: string): (canContinue: boolean) => void {
    const freed = Promise.withResolvers<void>();
    void navigator.locks.request(fileLockName(id), () => {
      if (broadcastTimer === null) broadcastTimer = setTimeout(broadcastLocks, 100);
      return freed.promise;
    });
    return (canContinue) => {
      freed.resolve();
      // A refused upload's fetched file is kept for "Try again". The background removes it later.
      if (canFetch && !canContinue) void fetchedFiles.remove(id).catch(() => {});
      handles
        .delete(id)
        .catch((error: unknown) => console.warn('A file handle could not be removed.', error));
    };
  }

  return {
    take(files: readonly UploadFile[]): void {
      for (const { id, accountId, file } of files) sender.add(id, accountId, file);
    },
    /** Call this after `take`, and when uploads have changed. */
    async update(): Promise<void> {
      const known = canFetch ? await readAccountIds(sources.database) : [];
      const ids = [...new Set([...known, ...sender.accountIds()])];
      const views = await Promise.all(ids.map((id) => readUploads(sources, id)));
      if (ids.length > 0) sender.update(views.flatMap((view) => view.uploads));
    },
    setMaxConcurrent(count: number): void {
      maxConcurrent = Math.min(Math.max(count, 1), 6);
    },
    isBusy: sender.isBusy,
    isRunning: sender.isRunning,
    isEmpty: (): boolean => sender.accountIds().size === 0,
  };
}

const stopTimeoutMs = 5_000;

/** @returns null if aborted, except for being too slow */
async function runFetcher(
  request: FetcherStart,
  signal: AbortSignal,
  findNext: (redirected: string | null) => Promise<FetchRoute>,
  onProgress: (...progress: FetchProgress) => void,
): Promise<FetchResult | null> {
  const worker = new Worker('/source-fetcher.js');
  const post = (message: FetcherRequest): void => worker.postMessage(message);
  const { promise, resolve } = Promise.withResolvers<FetchResult | null>();
  const stop = (): void => {
    if (signal.reason === tooSlow) {
      post({ stop: true });
      setTimeout(resolve, stopTimeoutMs, { code: 'slow', msg: null, hasProgress: false });
    } else resolve(null);
  };
  signal.addEventListener('abort', stop, { once: true });
  worker.onerror = ({ message }) => resolve({ code: 'disk', msg: message, hasProgress: false });
  worker.onmessage = async ({ data }: MessageEvent<FetcherReply>) => {
    if ('result' in data) resolve(data.result);
    else if ('progress' in data) onProgress(...data.progress);
    else post({ route: await findNext(data.redirected).catch(() => ({ code: 'network', msg: null })) });
  };
  post(request);
  try {
    return await promise;
  } finally {
    worker.terminate();
  }
}
