/**
 * What changed, as the background tells it. The open port also tells the background that somebody is looking.
 *
 * Promises: the port is opened again when the worker dies, and whatever may have been missed meanwhile counts as
 * changed.
 */
import { browser } from 'wxt/browser';
import { type LiveNote, livePort, type Topic } from '../../lib/protocol.ts';

export const everything: readonly Topic[] = [
  'outbox',
  'transfers',
  'activity',
  'accounts',
  'folders',
  'settings',
  'catalog',
  'bulk',
];

/** Long enough not to wake a worker that cannot start over and over; short enough to go unnoticed. Milliseconds. */
const pause = 500;

const listeners = new Set<(topics: readonly Topic[]) => void>();
let isConnected = false;

/** Gives a function that stops listening. */
export function listen(listener: (topics: readonly Topic[]) => void): () => void {
  listeners.add(listener);
  if (!isConnected) {
    isConnected = true;
    // A worker that starts takes the processor from the first painting.
    afterPaint(connect);
  }
  return () => listeners.delete(listener);
}

/** Runs after the next frame; soon also where the page is not in sight, and has no frames. */
function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}

function tell(topics: readonly Topic[]): void {
  for (const listener of listeners) listener(topics);
}

/** What changed between reading and listening was told to nobody. */
function connect(): void {
  const port = browser.runtime.connect({ name: livePort });
  port.onMessage.addListener((note: unknown) => tell((note as LiveNote).changed));
  port.onDisconnect.addListener(() => setTimeout(connect, pause));
  tell(everything);
}
