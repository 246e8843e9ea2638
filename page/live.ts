/**
 * Broadcasts of changes from the background. The open port also tells the background that a page is open.
 *
 * When the background ends, the port is reopened if an alarm is due soon. Otherwise it is reopened when the background
 * starts again or the page becomes visible, because each connection wakes the background. Everything then counts as
 * changed.
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
/** An alarm within this time means work in progress. Twice the shortest alarm that browsers allow. */
const activeWithinMs = 60_000;

const listeners = new Set<(changed: readonly Topic[]) => void>();
let isListening = false;
/** Null while the background isn't connected. */
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

function notifyListeners(changed: readonly Topic[]): void {
  for (const listener of listeners) listener(changed);
}

/** Reports all topics as changed, because changes between reading and connecting were missed. */
function connect(): void {
  if (openPort !== null) return;
  openPort = browser.runtime.connect({ name: livePort });
  openPort.onMessage.addListener((note: unknown) => notifyListeners((note as ChangeBroadcast).changed));
  openPort.onDisconnect.addListener(() => {
    // Chrome logs an error about the missing background unless it is read.
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
