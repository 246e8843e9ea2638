/**
 * Sends files that the browser fetches, in Firefox's background, which is a page. Firefox ends it after half a minute without an event, so
 * alarms keep it alive while a file is in progress.
 */
import { browser } from 'wxt/browser';
import type { Background } from '../../lib/background/create-background.ts';
import { type MessageReply, ProblemError, type Send } from '../../lib/protocol.ts';
import { createPageSender } from './page-sender.ts';

const keepAliveMs = 20_000;
/** How often to look for a file in progress. Half of it also covers an alarm's delay. */
const checkMs = 5_000;

export function createBackgroundSender(getBackground: () => Background): () => Promise<void> {
  // A message can't reach its own sender.
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

  /** Setting the alarm again would postpone it. */
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
