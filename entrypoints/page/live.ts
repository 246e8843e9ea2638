/**
 * What changed, as the background reports it. The open port also shows the background that a page is open.
 *
 * Promises: the port is opened again when the worker dies, and everything counts as changed then.
 */
import { browser } from 'wxt/browser';
import { afterPaint } from '../../components/useHasPainted.ts';
import { type ChangeBroadcast, livePort, type Topic } from '../../lib/protocol.ts';

export const allTopics: readonly Topic[] = [
  'uploads',
  'activity',
  'accounts',
  'folders',
  'settings',
  'catalog',
  'bulk',
];

/** Until the port is opened again: not so short that a worker which cannot start is woken over and over. */
const reconnectDelayMs = 500;

const listeners = new Set<(topics: readonly Topic[]) => void>();
let isConnected = false;

/** Gives a function that stops listening. */
export function listenToChanges(listener: (topics: readonly Topic[]) => void): () => void {
  listeners.add(listener);
  if (!isConnected) {
    isConnected = true;
    // A worker that starts takes the processor from the first painting.
    afterPaint(connect);
  }
  return () => listeners.delete(listener);
}

function notifyListeners(topics: readonly Topic[]): void {
  for (const listener of listeners) listener(topics);
}

/** What changed between reading and listening was told to nobody. */
function connect(): void {
  const port = browser.runtime.connect({ name: livePort });
  port.onMessage.addListener((note: unknown) => notifyListeners((note as ChangeBroadcast).changed));
  port.onDisconnect.addListener(() => setTimeout(connect, reconnectDelayMs));
  notifyListeners(allTopics);
}
