/** Hooks for stored values and for the state of the browser. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { Topic } from '../lib/protocol.ts';
import { listenToChanges } from './live.ts';
import { createSharedReads, type Read } from './shared-reads.ts';
import { setReadFailure } from './storage-problems.ts';

const sharedReads = createSharedReads(listenToChanges, setReadFailure);

/** The page is drawn without values that take longer. */
const timeoutMs = 300;

/** Reads the values of the first drawing, so that the page is drawn once. */
export const prefetch = (...reads: readonly Read[]): Promise<void> => sharedReads.prefetch(reads, timeoutMs);

/** What `read` gives, anew whenever a topic changes; null at first. After a failure, what was read before. */
export function useStored<T>(read: Read<T>, ...topics: readonly Topic[]): T | null {
  const [last, setLast] = useState(() => ({ read, value: sharedReads.getValue(read) }));
  // Not `useEffect`, which waits for the first frame: storage is read while that is being painted.
  useLayoutEffect(() => {
    const keep = (value: unknown) =>
      setLast((known) => (known.read === read && known.value === value ? known : { read, value }));
    return sharedReads.subscribe(read, topics, keep);
  }, [read]);
  // Never what another `read` gave.
  return (last.read === read ? last.value : sharedReads.getValue(read)) as T | null;
}

export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    // What has changed since the drawing.
    update();
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  return isOnline;
}

/** Chromium answers `false` here in all windows, Firefox for Android has no windows to ask. */
let isPrivatePage = browser.extension?.inIncognitoContext === true;

/** To be awaited before the first drawing of what stands in private windows too: nothing is ever sent as not private there. */
export async function readIsPrivate(): Promise<boolean> {
  if (!isPrivatePage) isPrivatePage = (await browser.windows?.getCurrent())?.incognito === true;
  return isPrivatePage;
}

/** False: Chromium opens the tabs of a private window's popup in a regular window. */
export const areTabsPrivate: boolean = !import.meta.env.CHROME;

export function useIsPrivate(): boolean {
  const [isPrivate, setPrivate] = useState(isPrivatePage);
  useLayoutEffect(() => void readIsPrivate().then(setPrivate), []);
  return isPrivate;
}
