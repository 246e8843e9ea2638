import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { Topic } from '../lib/protocol.ts';
import { listenToChanges } from './live.ts';
import { createSharedReads, type Read } from './shared-reads.ts';
import { setReadFailure } from './storage-problems.ts';

const sharedReads = createSharedReads(listenToChanges, setReadFailure);

/** The first paint doesn't wait longer for values. */
const timeoutMs = 300;

/** Reads values before the first paint, so that the page is drawn once. */
export const prefetch = (...reads: readonly Read[]): Promise<void> => sharedReads.prefetch(reads, timeoutMs);

/** The last value, if a component shows it now. */
export const getStored = <T>(read: Read<T>): T | null => sharedReads.getValue(read) as T | null;

/** Read again when a topic changes. Null at first. Keeps the previous value after a failure. */
export function useStored<T>(read: Read<T>, ...topics: readonly Topic[]): T | null {
  const [last, setLast] = useState(() => ({ read, value: sharedReads.getValue(read) }));
  // `useEffect` would wait for the first frame. This reads storage while that frame is painted.
  useLayoutEffect(() => {
    const keep = (value: unknown) =>
      setLast((known) => (known.read === read && known.value === value ? known : { read, value }));
    return sharedReads.subscribe(read, topics, keep);
  }, [read]);
  // Never return another `read`'s value.
  return (last.read === read ? last.value : sharedReads.getValue(read)) as T | null;
}

export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    // It may have changed since rendering.
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

/**
 * True in Firefox's private windows. Always false in Chromium, whose private windows share the extension. Firefox for Android has no
 * windows to ask.
 */
let isPrivatePage = browser.extension?.inIncognitoContext === true;

/** Await this before the first paint of pages that can be in a private window, so that nothing private is sent as not private. */
export async function readIsPrivate(): Promise<boolean> {
  if (!isPrivatePage) isPrivatePage = (await browser.windows?.getCurrent())?.incognito === true;
  return isPrivatePage;
}

/** False in Chromium, which opens tabs from a private popup in a regular window. */
export const areTabsPrivate: boolean = !import.meta.env.CHROME;

export function useIsPrivate(): boolean {
  const [isPrivate, setPrivate] = useState(isPrivatePage);
  useLayoutEffect(() => void readIsPrivate().then(setPrivate), []);
  return isPrivate;
}
