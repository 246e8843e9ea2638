/**
 * Downloads remote uploads: fills each account's slots with its oldest pending transfers. After a restart, transfers
 * start again from zero.
 */
import { rm } from 'node:fs/promises';
import { nowSeconds } from './date-time.ts';
import { type Downloaded, download } from './download.ts';
import { inspectMedia } from './media.ts';
import type { Settings } from './service-settings.ts';
import type { Store } from './store/store.ts';
import type { Transfer } from './store/transfers.ts';
import { getExtension, titleFromFileName } from './titles.ts';

/** Writing every chunk would be too often. */
const writeIntervalMs = 100;

interface Running {
  accountId: number;
  abort: AbortController;
  ended: Promise<void>;
}

export class Fetcher {
  readonly #store: Store;
  readonly #settings: Settings;
  readonly #log: (line: string) => void;
  readonly #running = new Map<string, Running>();
  #closed = false;

  constructor(store: Store, settings: Settings, log: (line: string) => void) {
    this.#store = store;
    this.#settings = settings;
    this.#log = log;
    store.transfers.resume();
  }

  /** Call when a transfer was added or has ended. */
  startPending(): void {
    if (this.#closed) return;
    for (const accountId of this.#store.transfers.accountsWithPending()) {
      const busy = [...this.#running.values()].filter((running) => running.accountId === accountId).length;
      const free = Math.max(0, this.#settings.slots - busy);
      for (const transfer of this.#store.transfers.nextPending(accountId, free)) {
        // A removed transfer keeps its slot until its download has stopped.
        if (!this.#running.has(transfer.fileCode)) this.#start(transfer);
      }
    }
  }

  remove(fileCode: string): void {
    this.#store.transfers.remove(fileCode);
    this.#running.get(fileCode)?.abort.abort();
  }

  /** The next start of the service restarts the downloads. */
  async close(): Promise<void> {
    this.#closed = true;
    const running = [...this.#running.values()];
    for (const { abort } of running) abort.abort();
    await Promise.all(running.map(({ ended }) => ended));
  }

  #start(transfer: Transfer): void {
    this.#store.transfers.begin(transfer.fileCode);
    const abort = new AbortController();
    const ended = this.#run(transfer, abort.signal)
      .finally(() => {
        this.#running.delete(transfer.fileCode);
        this.startPending();
      })
      .catch((error: unknown) => {
        this.#log(`Remote upload ${transfer.fileCode} could not be recorded: ${error}`);
      });
    this.#running.set(transfer.fileCode, { accountId: transfer.accountId, abort, ended });
  }

  async #run(transfer: Transfer, signal: AbortSignal): Promise<void> {
    const path = this.#store.partPath();
    let latest: [bytes: number, total: number] | undefined;
    const writeProgress = () => {
      if (latest) this.#store.transfers.progress(transfer.fileCode, ...latest);
      latest = undefined;
    };
    const timer = setInterval(writeProgress, writeIntervalMs);
    try {
      const done = await download(transfer.url, path, this.#settings, signal, (...progress) => {
        latest = progress;
        // The total size at once.
        if (progress[0] === 0) writeProgress();
      });
      await this.#finish(transfer, path, done, signal);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.#store.transfers.fail(transfer.fileCode, reason);
      this.#log(`Remote upload ${transfer.fileCode} failed: ${reason}`);
    } finally {
      clearInterval(timer);
      writeProgress();
      await rm(path, { force: true });
    }
  }

  async #finish(transfer: Transfer, path: string, done: Downloaded, signal: AbortSignal): Promise<void> {
    const media = await inspectMedia(path, done.fileName);
    signal.throwIfAborted();
    const { accountId, fileCode: code } = transfer;
    if (done.size > this.#store.storageLeft(accountId, this.#settings)) {
      throw new Error('Not enough storage left');
    }
    const name = this.#store.keepPart(path);
    this.#store.database.transaction(() => {
      // The folder may have been deleted meanwhile, and the file then belongs in the root.
      const folderId = this.#store.transfers.byCode(code)?.folderId ?? transfer.folderId;
      const title = transfer.newTitle || titleFromFileName(done.fileName);
      const extension = getExtension(done.fileName);
      const blob = this.#store.files.addBlob({ name, size: done.size, ...media });
      const times = { uploaded: nowSeconds(), arrivedMs: Date.now() };
      this.#store.files.add({ accountId, folderId, title, extension, code, ...times }, blob);
      if (this.#settings.finishedStatus === '') this.#store.transfers.remove(code);
      else this.#store.transfers.finish(code, done.size);
    });
    this.#log(`Remote upload ${code} arrived, ${done.size} bytes`);
  }
}
