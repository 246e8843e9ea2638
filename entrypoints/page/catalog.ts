/** The catalog as a page sees it. Whoever shows files imports this; the popup's first screen does without. */
import { useEffect, useState } from 'preact/hooks';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import { createCatalogDatabase } from '../../lib/catalog/storage/database.ts';
import { createCatalogReader } from '../../lib/catalog/storage/reader.ts';
import { listen } from './live.ts';
import { watched } from './problems.ts';

const reader = createCatalogReader(watched(createCatalogDatabase()), rankTitles);

/** Ranks titles in a worker, which ends with its answer. */
function rankTitles(texts: readonly string[]): Promise<Uint32Array> {
  const worker = new Worker(new URL('./title-order-worker.ts', import.meta.url), { type: 'module' });
  const ranks = new Promise<Uint32Array>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage(texts);
  return ranks.finally(() => worker.terminate());
}

/** Addresses of rows, in their order. */
export const readAddresses = reader.addresses;

/** The present state of an account's catalog, read anew whenever it changes; null until the first time, and without an account. */
export function useCatalog(accountId: string | null): Snapshot | null {
  const [snapshot, setSnapshot] = useState<Snapshot | null>(null);
  useEffect(() => {
    if (accountId === null) return;
    return follow(accountId, setSnapshot);
  }, [accountId]);
  // What is left of another account is nobody's business.
  return snapshot?.accountId === accountId ? snapshot : null;
}

/** One reading after the other; changes during one make one more. Gives a function that ends it. */
function follow(accountId: string, show: (snapshot: Snapshot) => void): () => void {
  let isReading = false;
  let isStale = false;
  let isOver = false;
  let shown: Snapshot | null = null;
  const report = (error: unknown) => console.error('Reading the catalog failed', error);

  async function read(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isStale && !isOver) {
        isStale = false;
        const snapshot = await reader.read(accountId);
        if (isOver) return;
        show(snapshot);
        shown = snapshot;
        snapshot.prepareSearch(whileIdle(() => shown === snapshot && !isOver)).catch(report);
      }
    } finally {
      isReading = false;
    }
  }

  read().catch(report);
  const stop = listen((changed) => {
    if (changed.includes('catalog')) read().catch(report);
  });
  return () => {
    isOver = true;
    stop();
  };
}

/** Of the page's idle time, milliseconds that must be left for another turn. */
const turnTime = 10;

/**
 * Gives a function that resolves once the page has nothing else to do, to whether there is still something to be done then.
 * One stretch of idle time is good for several turns: to wait for the next one takes longer than most of them.
 */
function whileIdle(isWanted: () => boolean): () => Promise<boolean> {
  let deadline: IdleDeadline | null = null;
  return async () => {
    if (deadline === null || deadline.timeRemaining() < turnTime)
      deadline = await new Promise<IdleDeadline>((resolve) => requestIdleCallback(resolve));
    return isWanted();
  };
}
