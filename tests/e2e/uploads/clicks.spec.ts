/** Context menu clicks on a busy page, at once, and with hostile text. */

import type { Page } from '@playwright/test';
import type { Upload } from '../../../lib/uploads/upload.ts';
import type { MenuClick } from '../../../scripts/extension-pages.ts';
import { type AuditEntry, createAdmin, type RunningService } from '../../../service/src/index.ts';
import { startHangingSite } from '../harness/hanging-site.ts';
import { type Extension, expect, test, until } from '../harness/index.ts';
import { currentAccountId, message } from '../harness/messages.ts';
import { openQuietPage, readRecords } from '../harness/stored.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, admin: true } });

const sendTo = (accountId: string, folderId = '0') => JSON.stringify(['send-to', accountId, folderId]);

/** Query of each request that has reached the service. */
const requestsTo = async ({ url }: RunningService): Promise<readonly AuditEntry['query'][]> =>
  (await createAdmin(url).audit()).flatMap(({ path, query }) => (path === '/api/upload/url' ? [query] : []));

/** Closes every page that would wake the worker. */
async function connectQuietly(extension: Extension, { url }: RunningService, key: string): Promise<Page> {
  const quiet = await openQuietPage(extension);
  await extension.connect(url, key);
  for (const page of extension.context.pages()) if (page !== quiet) await page.close();
  return quiet;
}

const uploadsOn = (page: Page) =>
  readRecords(page, 'linkhaul-uploads', 'uploads') as Promise<readonly Upload[]>;
test('a link of a page that hangs is stored at once', async ({
  browserName,
  extension,
  service,
  site,
  account,
}) => {
  const linkUrl = `${site.url}/sample.webm`;
  const hanging = await startHangingSite(linkUrl, 'The clip');
  const quiet = await connectQuietly(extension, service, account.key);
  const menuItemId = sendTo(await currentAccountId(extension));
  const page = await extension.context.newPage();

  await test.step('loading without an end', async () => {
    await page.goto(hanging.hangingUrl, { waitUntil: 'commit' });
    await expect(page.getByRole('link')).toBeVisible();
    await extension.clickMenu({ menuItemId, linkUrl, pageUrl: hanging.hangingUrl });
    await expect.poll(() => requestsTo(service)).toMatchObject([{ url: linkUrl, new_title: 'The clip' }]);
  });

  // What is stored, and what a restart continues, is the same in both browsers.
  if (browserName === 'chromium')
    await test.step('busy, and the worker is terminated once the link is stored', async () => {
      /** Whether the worker died while the link waited for its text, for up to a second. */
      async function clickAndKill(clicked: string): Promise<boolean> {
        const record = async () => (await uploadsOn(quiet)).find(({ url }) => url === clicked);
        await page.goto(hanging.busyUrl, { waitUntil: 'commit' });
        await expect(page.getByRole('link')).toBeVisible();
        await extension.clickMenu({ menuItemId, linkUrl: clicked, pageUrl: hanging.busyUrl });
        await until('the record', record);
        await extension.background.kill();
        return (await record())?.state === 'queued';
      }
      // A kill after the request was sent makes the extension wait a minute for evidence.
      let other = '';
      await until(
        'a kill in time',
        async () => {
          other = `${linkUrl}?busy=${Date.now()}`;
          return clickAndKill(other);
        },
        40_000,
      );
      await extension.background.fireAlarm();
      await expect.poll(async () => (await requestsTo(service)).map(({ url }) => url)).toContain(other);
    });
  await hanging.close();
});

test('two simultaneous clicks cause one request and one question', { tag: '@chromium' }, async ({
  extension,
  service,
  site,
  account,
}) => {
  const quiet = await connectQuietly(extension, service, account.key);
  const accountId = await currentAccountId(extension);
  const click = (linkUrl: string): MenuClick => ({
    menuItemId: sendTo(accountId),
    linkUrl,
    pageUrl: site.url,
  });
  const questions = () => extension.context.pages().filter((page) => page.url().includes('/picker.html'));

  const first = `${site.url}/sample.webm`;
  // A cold worker takes longest to find duplicates.
  await extension.background.kill();
  await Promise.all([extension.clickMenu(click(first)), extension.clickMenu(click(first))]);
  const question = await until('the question', async () => questions()[0]);
  await expect(question.getByText(/already (?:queued for|uploading to|in) “My files”/)).toBeVisible();

  const second = `${site.url}/poster.jpg`;
  const [, outcome] = await Promise.all([
    extension.clickMenu(click(second)),
    message(quiet, 'links.send', { links: [{ url: second }] }),
  ]);
  // The click asks in a window, the other in the popup.
  await expect.poll(() => questions().length + outcome.duplicates.length).toBe(2);

  await until('the answers', async () => {
    const uploads = await uploadsOn(quiet);
    return uploads.length === 2 && uploads.every(({ fileCode }) => fileCode !== null);
  });
  expect((await requestsTo(service)).map(({ url }) => url).sort()).toEqual([second, first].sort());
});
