/** Sends the user's own files from this page: where it is closed before they have left, the browser asks first. */
import { browser } from 'wxt/browser';
import type { FilesSender } from './file-channel.ts';
import { listenToChanges } from './live.ts';
import { createPageSender } from './page-sender.ts';

export function createLocalSender(onBlocked: (pattern: string | null) => void): FilesSender {
  const { take, update, setMaxConcurrent, unblock, isBusy } = createPageSender({
    ...{ session: browser.storage.session, onBlocked },
  });
  listenToChanges((topics) => {
    if (topics.includes('uploads') || topics.includes('settings')) void update();
  });
  addEventListener('beforeunload', (event) => {
    if (isBusy()) event.preventDefault();
  });
  return {
    needsPage: true,
    open: async () => {},
    take(files) {
      take(files);
      return update();
    },
    setMaxConcurrent,
    unblock,
  };
}
