/** Has the user's own files sent by Chrome's offscreen document (`entrypoints/sender`), which outlives this page. */
import { browser } from 'wxt/browser';
import type { FilesSender } from './file-channel.ts';
import { type FromSender, fromSenderChannel, type ToSender, toSenderChannel } from './file-channel.ts';

/** Milliseconds in which the document takes files, once it is there. */
const answerTimeoutMs = 2_000;
const maxAttempts = 3;

export function createRemoteSender(onBlocked: (pattern: string | null) => void): FilesSender {
  const [requests, answers] = [
    new BroadcastChannel(toSenderChannel),
    new BroadcastChannel(fromSenderChannel),
  ];
  const postRequest = (message: ToSender): void => requests.postMessage(message);
  answers.addEventListener('message', ({ data }: MessageEvent<FromSender>) => {
    if (data.blocked !== undefined) onBlocked(data.blocked);
  });
  postRequest({ ask: true });

  /** The browser keeps one at most, and turns down a second. */
  async function open(): Promise<void> {
    const document = { url: '/sender.html', reasons: ['BLOBS' as const], justification: 'Sends files' };
    await browser.offscreen.createDocument(document).catch(() => {});
  }

  /** Whether the document, which may just have closed itself, says that it has them. */
  async function isTaken(message: ToSender & Required<Pick<ToSender, 'files'>>): Promise<boolean> {
    const wanted = message.files.at(-1)?.id ?? '';
    const timeoutSignal = AbortSignal.timeout(answerTimeoutMs);
    const answered = new Promise<boolean>((resolve) => {
      timeoutSignal.onabort = () => resolve(false);
      answers.addEventListener(
        'message',
        ({ data }: MessageEvent<FromSender>) => data.taken?.includes(wanted) && resolve(true),
        { signal: timeoutSignal },
      );
    });
    postRequest(message);
    return answered;
  }

  return {
    needsPage: false,
    open,
    async take(files) {
      if (files.length === 0) return;
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        if (await isTaken({ files })) return;
        await open();
      }
      throw new Error('Nobody sends the files.');
    },
    setMaxConcurrent: (maxConcurrent) => postRequest({ maxConcurrent }),
    unblock: () => postRequest({ unblock: true }),
  };
}
