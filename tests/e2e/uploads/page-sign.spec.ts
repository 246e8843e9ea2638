/** The sign on the page that was clicked. Its tree is closed: it is found by its place, and clicked with the mouse. */
import type { Page } from '@playwright/test';
import { expect, connectedTest as test } from '../harness/index.ts';
import { chooseEntry } from '../harness/menu.ts';
import { message } from '../harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 1_000, rateLimit: false } });

/** The only element that the extension adds to a page. */
const sign = (page: Page) => page.locator('html > div[popover]');

test('says on the page where the link goes; Undo takes it back, the page’s own clicks do not', {
  tag: '@devtools',
}, async ({ extension, site, client }) => {
  const page = await extension.context.newPage();
  await page.goto(site.url);
  // A stylesheet that hides what is foreign, and a page that clicks everything.
  await page.addStyleTag({ content: 'div { display: none !important; position: static !important; }' });
  await page.bringToFront();
  const linkUrl = `${site.url}/sample.webm`;
  const chosen = chooseEntry(extension, ['send-to', '0'], { linkUrl, pageUrl: site.url });
  await sign(page).waitFor();
  await chosen;
  expect(await page.evaluate(() => document.documentElement.textContent)).not.toContain('My files');
  expect(await sign(page).evaluate((host) => host.shadowRoot)).toBeNull();
  await sign(page).evaluate((host) => (host as HTMLElement).click());
  await expect.poll(async () => (await client.remoteUploads.list()).length).toBe(1);

  const box = await sign(page).boundingBox();
  if (box === null) throw new Error('The sign has no box.');
  // "Undo" is its last button.
  await page.mouse.click(box.x + box.width - 30, box.y + box.height / 2);
  await expect.poll(async () => (await client.remoteUploads.list()).length).toBe(0);
  // What came of it is said there too, and goes by itself.
  await expect(sign(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(sign(page)).toHaveCount(0);

  await message(extension.optionsPage, 'settings.change', { pageSign: false });
  await page.bringToFront();
  await chooseEntry(extension, ['send-to', '0'], { linkUrl, pageUrl: site.url });
  await expect.poll(async () => (await client.remoteUploads.list()).length).toBe(1);
  await expect(sign(page)).toHaveCount(0);
});
