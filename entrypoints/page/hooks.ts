/** Hooks for stored values and for the state of the browser. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { Topic } from '../../lib/protocol.ts';
import { listenToChanges } from './live.ts';
import { setReadFailure } from './storage-problems.ts';

type Read<T = unknown> = () => Promise<T>;

/** Values that were read before the page was drawn, for `useStored`. */
const earlyReads = new Map<Read, unknown>();

/** The page is drawn without values that take longer. */
const timeoutMs = 300;

/** Reads the values of the first drawing, so that the page is drawn once. */
export async function prefetch(...reads: readonly Read[]): Promise<void> {
  let isLate = false;
  const all = reads.map(async (read) => {
    try {
      const found = await read();
      if (!isLate) earlyReads.set(read, found);
    } catch (error) {
      setReadFailure(read, error);
    }
  });
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([Promise.all(all), timeout]);
  isLate = true;
}

/**
 * What `read` gives, read anew whenever one of the topics changes; null until the first time. A failure leaves what was read
 * before, and is among `useStorageProblems`.
 */
export function useStored<T>(read: Read<T>, ...topics: readonly Topic[]): T | null {
  const [value, setValue] = useState<T | null>(() => (earlyReads.get(read) as T | undefined) ?? null);
  // Not `useEffect`, which waits for the first frame: storage is read while that is being painted.
  useLayoutEffect(() => {
    let newest = 0;
    const load = async () => {
      newest += 1;
      const requestNumber = newest;
      try {
        const found = await read();
        // A slow read must not put an older state over a newer one.
        if (requestNumber === newest) setValue(found);
        setReadFailure(read, null);
      } catch (error) {
        setReadFailure(read, error);
      }
    };
    if (!earlyReads.delete(read)) void load();
    const stop = listenToChanges((changed) => {
      if (changed.some((topic) => topics.includes(topic))) void load();
    });
    return () => {
      newest = Number.POSITIVE_INFINITY;
      stop();
    };
  }, [read]);
  return value;
}

export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  return isOnline;
}

/** Whether this page belongs to a private window. */
export function useIsPrivate(): boolean {
  // Chromium answers `false` here in all windows, Firefox for Android has no windows to ask.
  const [isPrivate, setPrivate] = useState(browser.extension?.inIncognitoContext === true);
  useEffect(() => {
    if (!isPrivate) void browser.windows?.getCurrent().then(({ incognito }) => setPrivate(incognito));
  }, []);
  return isPrivate;
}
