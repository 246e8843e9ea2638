/**
 * Broadcasts of changes from the background. The open port also shows the background that a page is open.
 *
 * After the background ends, the port is reopened if it has something to do soon; else when it starts for another reason or
 * the page is shown again, because each opening wakes it. Everything counts as changed then.
 */
import { type Browser, browser } from 'wxt/browser';
import {
  type ChangeBroadcast,
  livePort,
  startedMessage,
  type Topic,
  topics,
  wakeAlarm,
} from '../lib/protocol.ts';
import { afterPaint } from '../lib/timing/after-paint.ts';

/** Long enough not to wake a worker that cannot start over and over. */
const reconnectDelayMs = 500;
/** An alarm within this time is for work under way: twice the shortest that browsers allow. */
const soonMs = 60_000;

const listeners = new Set<(changed: readonly Topic[]) => void>();
let isListening = false;
/** Null while there is no background to be connected to. */
let openPort: Browser.runtime.Port | null = null;

/** Gives a function that stops listening. */
export function listenToChanges(listener: (changed: readonly Topic[]) => void): () => void {
  listeners.add(listener);
  if (!isListening) {
    isListening = true;
    // A starting worker would delay the first paint.
    afterPaint(connect);
    browser.runtime.onMessage.addListener((message: unknown) => {
      if (message === startedMessage) connect();
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) connect();
    });
  }
  return () => listeners.delete(listener);
}

function notifyListeners(changed: readonly Topic[]): void {
  for (const listener of listeners) listener(changed);
}

/** Notifies of everything, because changes between reading and connecting were missed. */
function connect(): void {
  if (openPort !== null) return;
  openPort = browser.runtime.connect({ name: livePort });
  openPort.onMessage.addListener((note: unknown) => notifyListeners((note as ChangeBroadcast).changed));
  openPort.onDisconnect.addListener(() => {
    // That there was no background is an error in Chrome's console unless it is read.
    void browser.runtime.lastError;
    openPort = null;
    setTimeout(connectWhenDue, reconnectDelayMs);
  });
  notifyListeners(topics);
}

async function connectWhenDue(): Promise<void> {
  const alarm = await browser.alarms.get(wakeAlarm);
  if (alarm !== undefined && alarm.scheduledTime < Date.now() + soonMs) connect();
}
