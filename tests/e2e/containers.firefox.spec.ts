import type { Page } from '@playwright/test';
import { waitForPage } from '../../scripts/chromium.ts';
import { uploadLinks } from '../../scripts/extension-pages.ts';
import { BidiSession } from './harness/bidi.ts';
import { connectedTest, type Extension, expect, until } from './harness/index.ts';
import { openFromMenu } from './harness/menu.ts';
import { message } from './harness/messages.ts';
import { startSessionSite } from './harness/session-site.ts';

connectedTest.use({ serviceOptions: { bytesPerSecond: 0 } });

/** In an active tab of the "Work" container. */
const openInContainer = (extension: Extension, url: string) =>
  new BidiSession(extension.context).runPrivileged(`
    const { gBrowser } = Services.wm.getMostRecentWindow('navigator:browser');
    const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
    gBrowser.selectedTab = gBrowser.addTab(${JSON.stringify(url)}, { userContextId: 2, triggeringPrincipal });
  `);

/** In order. Container 0 is none. */
const readTabs = async (extension: Extension): Promise<readonly (readonly [number, string])[]> =>
  JSON.parse(
    await new BidiSession(extension.context).runPrivileged(`
      const { gBrowser } = Services.wm.getMostRecentWindow('navigator:browser');
      return JSON.stringify(gBrowser.tabs.map((tab) => [tab.userContextId, tab.linkedBrowser.currentURI.spec]));
    `),
  );

async function sendSample(extension: Extension, siteUrl: string): Promise<void> {
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${siteUrl}/sample.webm`);
  await expect(popup.locator('[data-state="done"]')).toBeVisible();
  await popup.close();
}

/** Replaces a page in a container. */
async function outsideOf(extension: Extension, path: string): Promise<Page> {
  const page = await waitForPage(extension.context, extension.url(`${path}?outside`));
  await until('the end of the tab in the container', async () => {
    const tabs = (await readTabs(extension)).filter(([, address]) => address.startsWith(extension.url(path)));
    return tabs.length === 1 && tabs[0]?.[0] === 0;
  });
  return page;
}

connectedTest(
  'the full tab and the settings reopen outside their container, in the same place and view',
  async ({ extension, site }) => {
    await sendSample(extension, site.url);
    const count = (await readTabs(extension)).length;
    await openInContainer(extension, extension.url('manager.html#activity'));
    const activity = await outsideOf(extension, 'manager.html');
    expect(new URL(activity.url()).hash).toBe('#activity');
    await expect(activity.getByText('sample').first()).toBeVisible();
    await expect.poll(() => readTabs(extension)).toHaveLength(count + 1);
    // It stays after a reload.
    await activity.reload();
    await expect(activity.getByText('sample').first()).toBeVisible();

    await openInContainer(extension, extension.url('options.html'));
    const options = await outsideOf(extension, 'options.html');
    await expect(options.getByRole('button', { name: 'Check account: demo' })).toBeVisible();
  },
);

connectedTest(
  'links of a page in a container are uploaded, and listed outside it',
  async ({ extension, site, client }) => {
    await openInContainer(extension, site.url);
    await until('the page', async () =>
      (await readTabs(extension)).some(
        ([container, address]) => container === 2 && address.startsWith(site.url),
      ),
    );
    const menuItemId = JSON.stringify(['send']);
    await extension.clickMenu({ menuItemId, linkUrl: `${site.url}/sample.webm`, pageUrl: site.url });
    await expect.poll(async () => (await client.files.list({})).files.length).toBe(1);
    const list = await openFromMenu(extension, ['collect'], { pageUrl: site.url });
    await expect(list.getByText('The sample clip')).toBeVisible();
    const tab = (await readTabs(extension)).find(([, address]) => address === list.url());
    expect(tab?.[0]).toBe(0);
  },
);

connectedTest(
  'with first-party isolation, no session reaches the site, and the row says why',
  async ({ extension }) => {
    const isolate = (isOn: boolean) =>
      new BidiSession(extension.context).runPrivileged(
        `Services.prefs.setBoolPref('privacy.firstparty.isolate', ${isOn})`,
      );
    const members = await startSessionSite();
    await isolate(true);
    try {
      const page = await extension.context.newPage();
      await page.goto(members.pageUrl);
      const links = [{ url: `${members.url}/film.mp4`, pageUrl: members.pageUrl }];
      await message(extension.firstPage, 'links.send', { links, via: 'browser' });
      const popup = await extension.open('popup.html');
      await expect(
        popup.getByText(/can’t use any while privacy\.firstparty\.isolate is on\.$/),
      ).toBeVisible();
      const { cookie } = members.requests.find(({ path }) => path === '/film.mp4') ?? {};
      expect(cookie).toBeUndefined();
    } finally {
      await isolate(false);
      await members.close();
    }
  },
);
