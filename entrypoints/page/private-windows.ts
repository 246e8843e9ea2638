/**
 * What was sent from private windows is seen until the last one is closed. Loaded where there is such an upload: the background
 * has no listener of its own, because it would be woken by every window that closes.
 */
import { browser } from 'wxt/browser';
import type { Upload } from '../../lib/uploads/upload.ts';
import { send } from './send.ts';

/** Until a closed window is listed no more. Milliseconds. */
const closeMs = 500;

// Firefox for Android has no windows.
async function areAllClosed(): Promise<boolean> {
  const windows = await browser.windows?.getAll();
  return windows?.every(({ incognito }) => !incognito) ?? false;
}

async function forgetClosed(): Promise<void> {
  if (await areAllClosed()) await send('uploads.forgetPrivate', {});
}

browser.windows?.onRemoved.addListener(
  () => void setTimeout(() => void forgetClosed().catch(() => {}), closeMs),
);
void forgetClosed().catch(() => {});

export async function withoutClosedWindows(all: readonly Upload[]): Promise<readonly Upload[]> {
  return (await areAllClosed()) ? all.filter((upload) => !upload.private) : all;
}
