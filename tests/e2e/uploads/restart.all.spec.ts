/** What survives a restart of the browser: account, menu, and pending uploads. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChromium, waitForPage, withHostsGranted } from '../../../scripts/chromium.ts';
import { connect, uploadLinks } from '../../../scripts/extension-pages.ts';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, test } from '../harness/index.ts';
import { message } from '../harness/messages.ts';
import { startSessionSite } from '../harness/session-site.ts';

test.use({ serviceOptions: { admin: true } });

test('an upload survives a restart of the browser', { tag: '@devtools' }, async ({
  program,
  build,
  service,
  site,
  account,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'linkhaul-restart-'));
  const extensionDir = await withHostsGranted(build);
  const executablePath = await program('chromium');
  const start = () => startChromium(profile, { executablePath, extensionDir });
  const openPopup = async ({ context, extensionId }: Awaited<ReturnType<typeof start>>) => {
    const popup = await context.newPage();
    await popup.goto(`chrome-extension://${extensionId}/popup.html`);
    return popup;
  };
  // Nothing arrives before the test allows it.
  service.settings.bytesPerSecond = 1_000;

  const first = await start();
  // Opened when the extension is installed.
  const options = await waitForPage(first.context, `chrome-extension://${first.extensionId}/options.html`);
  await connect(options, service.url, account.key);
  const before = await openPopup(first);
  await uploadLinks(before, `${site.url}/sample.webm`);
  await expect(before.locator('[data-state="working"]')).toBeVisible();
  await first.context.close();

  const second = await start();
  const after = await openPopup(second);
  await expect(after.locator('[data-state="working"]')).toBeVisible();
  service.settings.bytesPerSecond = 0;
  await expect(after.locator('[data-state="done"]')).toBeVisible();

  // The menu can't be read, but only existing entries can be updated.
  const entries = await after.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: {
        contextMenus: { update(id: string, change: object): Promise<void> };
        storage: { local: { get(key: string): Promise<{ accounts: { currentId: string } }> } };
      };
    };
    const { accounts } = await chrome.storage.local.get('accounts');
    const ids = ['upload', JSON.stringify(['send-to', accounts.currentId, '0']), 'no-such-entry'];
    return Promise.all(
      ids.map((id) =>
        chrome.contextMenus.update(id, {}).then(
          () => true,
          () => false,
        ),
      ),
    );
  });
  expect(entries).toEqual([true, true, false]);
  await second.context.close();
  await rm(profile, { recursive: true, maxRetries: 5 });
  await rm(extensionDir, { recursive: true });
});

for (const part of ['fetched', 'sent'] as const)
  test(`a link being ${part} through the browser continues after a restart`, { tag: '@devtools' }, async ({
    program,
    build,
    service,
    account,
    dir,
  }) => {
    const members = await startSessionSite();
    const extensionDir = await withHostsGranted(build);
    const executablePath = await program('chromium');
    const start = () => startChromium(join(dir, 'profile'), { executablePath, extensionDir });
    const openPopup = async ({ context, extensionId }: Awaited<ReturnType<typeof start>>) => {
      const popup = await context.newPage();
      await popup.goto(`chrome-extension://${extensionId}/popup.html`);
      return popup;
    };
    const admin = createAdmin(service.url);
    // The unsent rest is more than systems buffer for a connection that nobody reads (32 MB and 4 MB).
    const [sizeBytes, takenBytes] = part === 'fetched' ? [3_000_000, 0] : [50_000_000, 10_000_000];
    Object.assign(members.settings, { sizeBytes, stopAtByte: part === 'fetched' ? 1_500_000 : null });
    if (part === 'sent')
      // Retries fail too, so it can't end before the browser closes.
      await admin.setFaults([{ endpoint: '/upload', kind: 'cut-request', bytes: takenBytes }]);

    const first = await start();
    const options = await waitForPage(first.context, `chrome-extension://${first.extensionId}/options.html`);
    await connect(options, service.url, account.key);
    await options.goto(members.pageUrl);
    const before = await openPopup(first);
    const links = [{ url: `${members.url}/members/film`, pageUrl: members.pageUrl }];
    await message(before, 'links.send', { links, via: 'browser' });
    const progress = part === 'fetched' ? /^Fetching: 1\.\d+ MB/ : /^Uploading: [1-4]\d MB/;
    await expect(before.getByText(progress)).toBeVisible({ timeout: 30_000 });
    await first.context.close();

    members.settings.stopAtByte = null;
    await admin.clearFaults();
    const second = await start();
    const after = await openPopup(second);
    await expect(after.locator('[data-state="done"]')).toBeVisible({ timeout: 90_000 });
    await expect(after.locator('[data-key]')).toHaveCount(1);
    expect(await admin.files(account.email)).toMatchObject([{ title: 'Members only' }]);
    expect(members.requests.map(({ range }) => range)).toEqual(
      part === 'fetched' ? [undefined, expect.stringMatching(/^bytes=1\d{6}-$/)] : [undefined],
    );
    await second.context.close();
    await members.close();
    await rm(extensionDir, { recursive: true });
  });
