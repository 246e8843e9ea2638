/**
 * Broadcasts of changes from the background. The open port also shows the background that a page is open.
 *
 * After the background ends, the port is reopened if it has something to do soon; else when it starts for another reason or
 * the page is shown again, because each opening wakes it. Everything counts as changed then.
 */
import { browser } from 'wxt/browser';
import { afterPaint } from '../../components/useHasPainted.ts';
import { type ChangeBroadcast, livePort, startedMessage, type Topic, wakeAlarm } from '../../lib/protocol.ts';

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
/** An alarm within this time is for work under way: twice the shortest that browsers allow. */
const soonMs = 60_000;

const listeners = new Set<(topics: readonly Topic[]) => void>();
let isConnected = false;
let isWaitingForStart = false;

/** Gives a function that stops listening. */
export function listenToChanges(listener: (topics: readonly Topic[]) => void): () => void {
  listeners.add(listener);
  if (!isConnected) {
    isConnected = true;
    // A starting worker would delay the first paint.
    afterPaint(connect);
    browser.runtime.onMessage.addListener((message: unknown) => {
      if (message === startedMessage) connectAgain();
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) connectAgain();
    });
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
  port.onDisconnect.addListener(() => setTimeout(connectWhenDue, reconnectDelayMs));
  notifyListeners(allTopics);
}

async function connectWhenDue(): Promise<void> {
  const alarm = await browser.alarms.get(wakeAlarm);
  if (alarm !== undefined && alarm.scheduledTime < Date.now() + soonMs) connect();
  else isWaitingForStart = true;
}

function connectAgain(): void {
  if (isWaitingForStart) connect();
  isWaitingForStart = false;
}
