/** Notifications for uploads that end while no page is open, and clicks on them. */
import { waitForPage } from '../../../scripts/chromium.ts';
import type { Background } from '../harness/background.ts';
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

const notificationsOf = (background: Background): Promise<readonly string[]> =>
  background.evaluate(async () => {
    const { notifications } = (globalThis as unknown as ExtensionGlobals).chrome;
    return Object.keys(await notifications.getAll());
  });

/** Simulates the half minute between polls without a page. */
const forgetPolls = (background: Background) =>
  background.evaluate(async () => {
    const { session } = (globalThis as unknown as ExtensionGlobals).chrome.storage;
    const { tracking } = await session.get('tracking');
    const polls = tracking?.polls.map((poll) => ({ ...poll, polledAtMs: 0 }));
    if (tracking) await session.set({ tracking: { ...tracking, polls } });
  });

test('uploads that end without an open page cause notifications, and clicks open the uploads', async ({
  extension,
  native,
  service,
  site,
  account,
  browserName,
}) => {
  const { context, background } = extension;
  const options = await extension.connectWithPrompt(native, service.url, account.key);
  await options.reload();
  await options.getByLabel('Notify about uploads').click();
  await native.allow(options, [], ['notifications']);
  await expect(options.getByLabel('Notify about uploads')).toBeChecked();
  const page = await context.newPage();
  await page.goto(site.url);
  for (const each of context.pages()) if (each !== page) await each.close();
  // No page wakes the background or counts as open.
  if (browserName === 'chromium') await background.kill();
  const menuItemId = JSON.stringify(['send']);
  // Tests can't read the order of Chromium's stack of notifications.
  const sent = [
    ['/sample.webm', 'The sample clip'],
    ...(browserName === 'firefox' ? [['/holiday_clip.part.1.webm', 'Holiday clip, part 1']] : []),
  ];
  for (const [path] of sent)
    await extension.clickMenu({ menuItemId, linkUrl: `${site.url}${path}`, pageUrl: site.url });
  await until('the notifications', async () => {
    if ((await notificationsOf(background)).length === sent.length) return true;
    await forgetPolls(background);
    await background.fireAlarm();
    return false;
  });

  await background.kill();
  // Firefox only wakes a stopped event page for events that it listened to from the start. This one is older than the permission.
  if (browserName === 'firefox') {
    await until('another background', () => background.isAwake());
    await background.kill();
  }
  await Promise.all(sent.map(([, title]) => native.clickNotification(`“${title}” is in “My files”.`)));
  const manager = await waitForPage(context, extension.url('manager.html'));
  await expect(manager.locator('tr[data-state="done"]')).toHaveCount(sent.length);
  await expect.poll(() => notificationsOf(background)).toEqual([]);
  expect(context.pages().map((each) => each.url())).toEqual([page.url(), manager.url()]);
});
