/**
 * The offscreen document that sends local files in Chrome, even after every tab is closed. It closes itself when nothing is left. It only
 * has `runtime` of the extension API, so it can't use the code that pages share.
 */
import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { livePort } from '../lib/protocol.ts';
import {
  type FromSender,
  fromSenderChannel,
  type ToSender,
  toSenderChannel,
} from '../page/own-files/file-channel.ts';
import { createPageSender } from '../page/own-files/page-sender.ts';
import { send } from '../page/send.ts';

const closeAfterMs = 30_000;
const reconnectDelayMs = 500;

export default defineUnlistedScript({ include: ['chrome'], main });

const noStorage = { get: async () => ({}), set: async () => {}, remove: async () => {} };

function main(): void {
  const requests = new BroadcastChannel(toSenderChannel);
  const replies = new BroadcastChannel(fromSenderChannel);
  let closeTimer: ReturnType<typeof setTimeout> | undefined;

  const sender = createPageSender({
    // This document can't read extension storage. The background gives it no address while an account waits. Session storage is only for
    // private windows, which have no such document in Chrome.
    local: noStorage,
    session: noStorage,
    send,
    canFetch: true,
  });

  const reply = (message: FromSender): void => replies.postMessage(message);

  requests.onmessage = ({ data }: MessageEvent<ToSender>) => {
    const { files, maxConcurrent } = data;
    if (maxConcurrent !== undefined) sender.setMaxConcurrent(maxConcurrent);
    if (files) {
      sender.take(files);
      reply({ taken: files.map(({ id }) => id) });
    }
    void update();
  };

  async function update(): Promise<void> {
    await sender.update();
    clearTimeout(closeTimer);
    if (sender.isEmpty()) closeTimer = setTimeout(() => close(), closeAfterMs);
  }

  function connect(): void {
    const port = browser.runtime.connect({ name: livePort });
    port.onMessage.addListener(() => void update());
    port.onDisconnect.addListener(() => {
      // Marks the error as handled, as in `page/live.ts`.
      void browser.runtime.lastError;
      setTimeout(connect, reconnectDelayMs);
    });
    void update();
  }
  connect();
}
