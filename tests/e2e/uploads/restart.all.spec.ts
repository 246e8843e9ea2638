/** What survives a restart of the browser: account, menu, and pending uploads. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startChromium, waitForPage, withHostsGranted } from '../../../scripts/chromium.ts';
import { connect, findCurrentAccountId, uploadLinks } from '../../../scripts/extension-pages.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, test } from '../harness/index.ts';
import { presentEntries } from '../harness/menu.ts';
import { message } from '../harness/messages.ts';
import { type SessionSite, startSessionSite } from '../harness/session-site.ts';

test.use({ serviceOptions: { admin: true } });

test('a link at the service, one being fetched and one being sent survive a restart of the browser', {
  tag: '@devtools',
}, async ({ program, build, service, site, account, dir }) => {
  const [fetched, sent] = [await startSessionSite(), await startSessionSite()];
  const extensionDir = await withHostsGranted(build);
  const executablePath = await program('chromium');
  const start = () => startChromium(join(dir, 'profile'), { executablePath, extensionDir });
  const openPopup = async ({ context, extensionId }: Awaited<ReturnType<typeof start>>) => {
    const popup = await context.newPage();
    await popup.goto(`chrome-extension://${extensionId}/popup.html`);
    return popup;
  };
  const admin = createAdmin(service.url);
  // Nothing arrives before the test allows it.
  service.settings.bytesPerSecond = 1_000;
  Object.assign(fetched.settings, { sizeBytes: 3_000_000, stopAtByte: 1_500_000 });
  // The unsent rest is more than systems buffer for a connection that nobody reads (32 MB and 4 MB).
  sent.settings.sizeBytes = 50_000_000;
  // Retries fail too, so it can't end before the browser closes.
  await admin.setFaults([{ endpoint: '/upload', kind: 'cut-request', bytes: 10_000_000 }]);

  const first = await start();
  // Opened when the extension is installed.
  const options = await waitForPage(first.context, `chrome-extension://${first.extensionId}/options.html`);
  await connect(options, service.url, account.key);
  const before = await openPopup(first);
  await uploadLinks(before, `${site.url}/sample.webm`);
  await expect(before.locator('[data-state="working"]')).toBeVisible();
  for (const members of [fetched, sent]) {
    await options.goto(members.pageUrl);
    const links = [{ url: `${members.url}/members/film`, pageUrl: members.pageUrl }];
    await message(before, 'links.send', { links, via: 'browser' });
  }
  for (const progress of [/^Fetching: 1\.\d+ MB/, /^Uploading: [1-4]\d MB/])
    await expect(before.getByText(progress)).toBeVisible({ timeout: 30_000 });
  await first.context.close();

  fetched.settings.stopAtByte = null;
  await admin.clearFaults();
  const second = await start();
  const after = await openPopup(second);
  await expect(after.locator('[data-state="working"]')).toBeVisible();
  service.settings.bytesPerSecond = 0;
  await expect(after.locator('[data-state="done"]')).toHaveCount(3, { timeout: 90_000 });
  await expect(after.locator('[data-key]')).toHaveCount(3);
  const titles = (await admin.files(account.email)).map(({ title }) => title);
  expect(titles.sort()).toEqual(['Members only', 'Members only', 'sample']);
  const ranges = ({ requests }: SessionSite) => requests.map(({ range }) => range);
  expect(ranges(fetched)).toEqual([undefined, expect.stringMatching(/^bytes=1\d{6}-$/)]);
  expect(ranges(sent)).toEqual([undefined]);

  const accountId = await findCurrentAccountId(after);
  const entries = ['upload', JSON.stringify(['send-to', accountId, '0'])];
  expect(await presentEntries(after, [...entries, 'no-such-entry'])).toEqual(entries);
  await second.context.close();
  await Promise.all([fetched.close(), sent.close()]);
  await rm(extensionDir, { recursive: true });
});
