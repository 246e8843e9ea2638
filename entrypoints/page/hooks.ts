/** What a page knows of the world around it, kept up to date. */
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { Topic } from '../../lib/protocol.ts';
import { listen } from './live.ts';

/** What `read` gives, read anew whenever one of the topics changes; null until the first time. */
export function useStored<T>(read: () => Promise<T>, ...topics: readonly Topic[]): T | null {
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    let newest = 0;
    const load = async () => {
      newest += 1;
      const mine = newest;
      const found = await read();
      // A slow read must not put an older state over a newer one.
      if (mine === newest) setValue(found);
    };
    const report = (error: unknown) => console.error('Reading from storage failed', error);
    load().catch(report);
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
