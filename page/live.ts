/**
 * The background's broadcasts of changes. The open port also tells the background that a page is open.
 *
 * Each connection wakes the background. So a closed port is reopened only if an alarm is due soon, when the background starts again, or
 * when the page becomes visible. Everything then counts as changed.
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

/** Long enough not to wake a failing worker in a tight loop. */
const reconnectDelayMs = 500;
/** An alarm this soon means work in progress. Twice the shortest alarm that browsers allow. */
const activeWithinMs = 60_000;

const listeners = new Set<(changed: readonly Topic[]) => void>();
let isListening = false;
/** Null while disconnected. */
let openPort: Browser.runtime.Port | null = null;

/** Returns a function that stops listening. */
export function listenToChanges(listener: (changed: readonly Topic[]) => void): () => void {
  listeners.add(listener);
  if (!isListening) {
    isListening = true;
    // Starting the worker would delay the first paint.
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

export function notifyListeners(changed: readonly Topic[]): void {
  for (const listener of listeners) listener(changed);
}

/** Reports all topics as changed, because changes before the connection were missed. */
function connect(): void {
  if (openPort !== null) return;
  openPort = browser.runtime.connect({ name: livePort });
  openPort.onMessage.addListener((note: unknown) => notifyListeners((note as ChangeBroadcast).changed));
  openPort.onDisconnect.addListener(() => {
    // Otherwise Chrome logs an error about the missing background.
    void browser.runtime.lastError;
    openPort = null;
    setTimeout(connectWhenDue, reconnectDelayMs);
  });
  notifyListeners(topics);
}

async function connectWhenDue(): Promise<void> {
  const alarm = await browser.alarms.get(wakeAlarm);
  if (alarm !== undefined && alarm.scheduledTime < Date.now() + activeWithinMs) connect();
}
