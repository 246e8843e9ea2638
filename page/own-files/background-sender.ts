/**
 * Sends what this browser fetches in Firefox, which has no document without a tab: its background is a page. The browser ends
 * that when no event comes for half a minute, so an alarm comes sooner while a file is under way.
 */
import { browser } from 'wxt/browser';
import type { Background } from '../../lib/background/create-background.ts';
import { type MessageReply, ProblemError, type Send } from '../../lib/protocol.ts';
import { createPageSender } from './page-sender.ts';

const keepAliveMs = 20_000;
/** Between two looks whether a file is under way; after half of it, an alarm has come. */
const checkMs = 5_000;

export function createBackgroundSender(getBackground: () => Background): () => Promise<void> {
  // No message reaches its own sender.
  const send: Send = async (name, request) => {
    const reply = (await getBackground().message({ name, request })) as MessageReply<typeof name>;
    if (reply.ok) return reply.value;
    throw new ProblemError(reply.problem);
  };
  let sender: ReturnType<typeof createPageSender> | null = null;
  let keepAliveTimer: ReturnType<typeof setInterval> | undefined;
  let nextAlarmMs = 0;
  let leave: (() => void) | null = null;

  async function update(): Promise<void> {
    const { local, session } = browser.storage;
    sender ??= createPageSender({ local, session, send, canFetch: true });
    await sender.update();
    clearInterval(keepAliveTimer);
    if (sender.isEmpty()) leave?.();
    else keepAliveTimer = setInterval(keepAlive, checkMs);
  }

  /** An alarm that has not come yet stays: a new one would put it off. */
  function keepAlive(): void {
    if (!sender?.isRunning() || performance.now() < nextAlarmMs) return;
    nextAlarmMs = performance.now() + keepAliveMs + checkMs / 2;
    void browser.alarms.create('send', { when: Date.now() + keepAliveMs });
  }

  return async () => {
    if (leave === null) {
      const onDisconnect = {
        addListener(listener: () => void) {
          leave = () => {
            leave = null;
            listener();
          };
        },
      };
      getBackground().pageOpened({ postMessage: () => void update(), onDisconnect });
    }
    await update();
    keepAlive();
  };
}
