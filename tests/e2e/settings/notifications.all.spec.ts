/** A notification on the screen, of an upload that ends while no page is open, and a click on it. */
import { waitForPage } from '../../../scripts/chromium.ts';
import type { Background } from '../harness/extension.ts';
import { expect, test, until } from '../harness/index.ts';

test.use({ headed: true, hosts: 'asked', serviceOptions: { bytesPerSecond: 0 } });

interface ExtensionGlobals {
  readonly chrome: {
    readonly notifications: { getAll(): Promise<object> };
    readonly storage: {
      readonly session: {
        get(key: 'tracking'): Promise<{ tracking?: { polls: readonly { polledAtMs: number }[] } }>;
        set(items: object): Promise<void>;
      };
    };
  };
}

/** Ids of those that are shown. */
const notificationsOf = (background: Background): Promise<readonly string[]> =>
  background.evaluate(async () => {
    const { notifications } = (globalThis as unknown as ExtensionGlobals).chrome;
    return Object.keys(await notifications.getAll());
  });

/** Has the half minute passed that lies between two polls without a page. */
const forgetPolls = (background: Background) =>
  background.evaluate(async () => {
    const { session } = (globalThis as unknown as ExtensionGlobals).chrome.storage;
    const { tracking } = await session.get('tracking');
    const polls = tracking?.polls.map((poll) => ({ ...poll, polledAtMs: 0 }));
    if (tracking) await session.set({ tracking: { ...tracking, polls } });
  });

test('an upload that ends without an open page causes a notification, and a click on it opens the uploads', async ({
  extension,
  native,
  service,
  site,
  account,
}) => {
  const { context, background } = extension;
  const options = await extension.connectWithPrompt(native, service.url, account.key);
  // Without the greeting.
  await options.reload();
  await options.getByLabel('Notify about uploads').click();
  await native.allow(options, [], ['notifications']);
  const page = await context.newPage();
  await page.goto(site.url);
  for (const each of context.pages()) if (each !== page) await each.close();
  // Firefox keeps those listeners of an ended event page that it had from its start. No page wakes it, or passes for open.
  await background.kill();
  const menuItemId = JSON.stringify(['send']);
  await extension.clickMenu({ menuItemId, linkUrl: `${site.url}/sample.webm`, pageUrl: site.url });
  await until('the notification', async () => {
    if ((await notificationsOf(background)).length === 1) return true;
    await forgetPolls(background);
    await background.fireAlarm();
    return false;
  });

  // The click wakes it.
  await background.kill();
  await native.clickNotification('“The sample clip” is in “My files”.');
  const manager = await waitForPage(context, extension.url('manager.html'));
  await expect(manager.locator('tr[data-state="done"]')).toBeVisible();
  expect(await notificationsOf(background)).toEqual([]);
});
