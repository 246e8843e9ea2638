/**
 * Broadcasts of changes from the background. The open port also shows the background that a page is open.
 *
 * The port is reopened after the worker ends, and everything counts as changed then.
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

/** Long enough not to wake a worker that cannot start over and over. */
const reconnectDelayMs = 500;

const listeners = new Set<(topics: readonly Topic[]) => void>();
let isConnected = false;

/** Gives a function that stops listening. */
export function listenToChanges(listener: (topics: readonly Topic[]) => void): () => void {
  listeners.add(listener);
  if (!isConnected) {
    isConnected = true;
    // A starting worker would delay the first paint.
    afterPaint(connect);
  }
  return () => listeners.delete(listener);
}

function notifyListeners(topics: readonly Topic[]): void {
  for (const listener of listeners) listener(topics);
}

/** Notifies of everything, because changes between reading and connecting were missed. */
function connect(): void {
  const port = browser.runtime.connect({ name: livePort });
  port.onMessage.addListener((note: unknown) => notifyListeners((note as ChangeBroadcast).changed));
  port.onDisconnect.addListener(() => setTimeout(connect, reconnectDelayMs));
  notifyListeners(allTopics);
}
