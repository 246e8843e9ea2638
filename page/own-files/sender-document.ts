import { browser } from 'wxt/browser';

/** Opens the document of `entrypoints/sender.ts`. The browser refuses a second one, and Firefox has none. */
export async function openSenderDocument(): Promise<void> {
  const document = { url: '/sender.html', reasons: ['BLOBS' as const], justification: 'Sends files' };
  await browser.offscreen.createDocument(document).catch(() => {});
}
