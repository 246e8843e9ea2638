/**
 * The document without a tab in which Chrome sends the user's own files, so that they go on when every tab is closed. It closes
 * itself when nothing is left to send. Of the browser's APIs it has `runtime` only, and what pages share needs more.
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

/** Milliseconds without a file. */
const closeAfterMs = 30_000;
/** Milliseconds until the port is opened again. */
const reconnectDelayMs = 500;

export default defineUnlistedScript({ include: ['chrome'], main });

const noStorage = { get: async () => ({}), set: async () => {}, remove: async () => {} };

function main(): void {
  const requests = new BroadcastChannel(toSenderChannel);
  const answers = new BroadcastChannel(fromSenderChannel);
  let closeTimer: ReturnType<typeof setTimeout> | undefined;

  const sender = createPageSender({
    // Extension storage cannot be read here: where an account waits, the background gives no address. Memory of the
    // session is for private windows only, which have no such pages in Chrome.
    local: noStorage,
    session: noStorage,
    send,
    canFetch: true,
  });

  const answer = (message: FromSender): void => answers.postMessage(message);

  requests.onmessage = ({ data }: MessageEvent<ToSender>) => {
    const { files, maxConcurrent } = data;
    if (maxConcurrent !== undefined) sender.setMaxConcurrent(maxConcurrent);
    if (files) {
      sender.take(files);
      answer({ taken: files.map(({ id }) => id) });
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
      // As in `page/live.ts`.
      void browser.runtime.lastError;
      setTimeout(connect, reconnectDelayMs);
    });
    void update();
  }
  connect();
}
