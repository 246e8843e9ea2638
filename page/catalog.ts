/** The catalog and its bulk jobs. The popup doesn't need them at first. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { createTakedownStore, noTakedowns } from '../lib/accounts/takedown-record.ts';
import { createBulkDatabase } from '../lib/bulk/bulk-database.ts';
import * as jobs from '../lib/bulk/read-jobs.ts';
import type { BulkFailure, BulkJob } from '../lib/bulk/work.ts';
import type { Snapshot } from '../lib/catalog/query/snapshot.ts';
import { ranksByFileId } from '../lib/catalog/query/title-order.ts';
import { createCatalogDatabase } from '../lib/catalog/storage/catalog-database.ts';
import { createCatalogReader } from '../lib/catalog/storage/reader.ts';
import { createPause } from '../lib/timing/create-pause.ts';
import { createCoalescedRunner } from '../lib/timing/serial-queue.ts';
import { useStored } from './hooks.ts';
import { listenToChanges } from './live.ts';
import { readAccounts, readForCurrentAccount, useForCurrentAccount } from './page-data.ts';
import { reportProblems } from './storage-problems.ts';

const database = reportProblems(createCatalogDatabase());
const reader = createCatalogReader(database, rankTitles);

/** On this thread if the worker fails. */
function rankTitles(texts: readonly string[]): Promise<Uint32Array> {
  const worker = new Worker(new URL('./title-order-worker.ts', import.meta.url), { type: 'module' });
  const ranks = new Promise<Uint32Array>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage(texts);
  return ranks.catch(() => ranksByFileId(texts)).finally(() => worker.terminate());
}

/** The newest files of the account that was current when the page opened. Null once all files are read. */
let preview: Snapshot | null = null;
/** Of the current account, until first used. */
let preloading: Promise<Snapshot | null> | null = null;

export const getPreview = (): Snapshot | null => preview;

/** Reads the newest files for the first frame. If there is no preview, starts reading all files. */
export async function preloadPreview(): Promise<void> {
  preview = await readCurrent(reader.preview);
  if (preview === null) preloadCatalog();
}

export function preloadCatalog(): void {
  preloading = readCurrent(reader.read);
}

/** Null without an account or after a failure, which the next read reports. */
function readCurrent(read: (accountId: string) => Promise<Snapshot | null>): Promise<Snapshot | null> {
  // Open the database while the accounts are read.
  database.use(async () => {}).catch(() => {});
  return readAccounts()
    .then(({ currentId }) => (currentId === null ? null : read(currentId)))
    .catch(() => null);
}

export const readAddresses = reader.addresses;

/** Null until first read, and without an account. */
export function useCatalog(accountId: string | null): Snapshot | null {
  const [snapshot, setSnapshot] = useState(preview?.isPartial === false ? preview : null);
  useEffect(() => {
    if (accountId === null) return;
    return watchCatalog(accountId, setSnapshot);
  }, [accountId]);
  // Never return the previous account's snapshot.
  return snapshot?.accountId === accountId ? snapshot : null;
}

/** A sync makes up to ten changes a second. Searches are prepared once the catalog has been unchanged for this long. */
const debounceMs = 500;

const firstSyncShare = 0.1;
const maxPauseMs = 3_000;

const isFirstSync = ({ syncStatus: { phase, isStopped } }: Snapshot): boolean =>
  phase === 'first' && !isStopped;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads one at a time. Changes during a read cause one more. Returns a function that stops it. */
function watchCatalog(accountId: string, show: (snapshot: Snapshot) => void): () => void {
  let isOver = false;
  let shown: Snapshot | null = null;
  let preparation: ReturnType<typeof setTimeout> | undefined;
  const report = (error: unknown) => console.error('The catalog could not be read.', error);

  function showSnapshot(snapshot: Snapshot): void {
    if (isOver || snapshot === shown) return;
    preview = null;
    show(snapshot);
    const previous = shown;
    shown = snapshot;
    // Each response of the first sync would undo the preparation.
    if (isFirstSync(snapshot)) return;
    if (previous !== null && !isFirstSync(previous) && previous.hasSameContents(snapshot)) return;
    const isCurrent = () => !isOver && shown?.hasSameContents(snapshot) === true;
    const prepare = () => snapshot.prepareSearch(createPause(isCurrent)).catch(report);
    clearTimeout(preparation);
    preparation = setTimeout(prepare, previous === null ? 0 : debounceMs);
  }

  const read = createCoalescedRunner(async (id: string) => {
    if (isOver) return;
    const first = await preloading;
    preloading = null;
    if (first?.accountId === id) showSnapshot(first);
    const startMs = performance.now();
    const snapshot = await reader.read(id);
    showSnapshot(snapshot);
    if (snapshot.syncStatus.phase !== 'first') return;
    // The snapshot is drawn by then.
    await delay(0);
    await delay(Math.min((performance.now() - startMs) / firstSyncShare, maxPauseMs));
  });

  read(accountId).catch(report);
  const stop = listenToChanges((changed) => {
    if (changed.includes('catalog')) read(accountId).catch(report);
  });
  return () => {
    isOver = true;
    clearTimeout(preparation);
    stop();
  };
}

const readCurrentTakedowns = () =>
  readForCurrentAccount((accountId) => createTakedownStore(browser.storage.local, accountId).get());

export const useTakedowns = () => useForCurrentAccount(readCurrentTakedowns, 'takedowns') ?? noTakedowns;

const jobDatabase = reportProblems(createBulkDatabase());
const noJobs: readonly BulkJob[] = [];

/** Oldest first. */
export const readJobs = (accountId: string): Promise<readonly BulkJob[]> =>
  jobs.readJobs(jobDatabase, accountId, Date.now());

/** Oldest first. Updates while shown. */
export function useJobs(accountId: string): readonly BulkJob[] {
  const read = useCallback(() => readJobs(accountId), [accountId]);
  return useStored(read, 'bulk') ?? noJobs;
}

const readLinkCheck = () => jobs.readCheck(jobDatabase);

export const useLinkCheck = () => useStored(readLinkCheck, 'bulk');

export const readFailures = (jobId: string): Promise<readonly BulkFailure[]> =>
  jobs.readFailures(jobDatabase, jobId);
