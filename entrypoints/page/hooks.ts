/** What a page knows of the world around it, kept up to date. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { Topic } from '../../lib/protocol.ts';
import { listen } from './live.ts';

type Read<T = unknown> = () => Promise<T>;

/** What was read before the page was drawn, until the one who asked for it has taken it. */
const early = new Map<Read, unknown>();

/** Longer than storage takes; where it does not answer, the page is drawn without. Milliseconds. */
const patience = 300;

/** Reads what the first drawing is to have at once, so that it need not be drawn over and over. */
export async function readEarly(...reads: readonly Read[]): Promise<void> {
  let isLate = false;
  const all = reads.map(async (read) => {
    const found = await read();
    if (!isLate) early.set(read, found);
  });
  const late = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([Promise.all(all), late]).catch(report);
  isLate = true;
}

/** What `read` gives, read anew whenever one of the topics changes; null until the first time. */
export function useStored<T>(read: Read<T>, ...topics: readonly Topic[]): T | null {
  const [value, setValue] = useState<T | null>(() => (early.get(read) as T | undefined) ?? null);
  // Not `useEffect`, which waits for the first frame: storage is read while that is being painted.
  useLayoutEffect(() => {
    let newest = 0;
    const load = async () => {
      newest += 1;
      const mine = newest;
      const found = await read();
      // A slow read must not put an older state over a newer one.
      if (mine === newest) setValue(found);
    };
    if (!early.delete(read)) load().catch(report);
    const stop = listen((changed) => {
      if (changed.some((topic) => topics.includes(topic))) load().catch(report);
    });
    return () => {
      newest = Number.POSITIVE_INFINITY;
      stop();
    };
  }, [read]);
  return value;
}

function report(error: unknown): void {
  console.error('Reading from storage failed', error);
}

export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return isOnline;
}

/** Whether this page belongs to a private window. */
export function useIsPrivate(): boolean {
  const [isPrivate, setPrivate] = useState(false);
  useEffect(() => {
    void browser.windows.getCurrent().then(({ incognito }) => setPrivate(incognito));
  }, []);
  return isPrivate;
}
