/** What the browser keeps when it is closed and started again: account, menu, and whatever was on its way. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChromium, waitForPage, withHostsGranted } from '../../../scripts/chromium.ts';
import { connect, uploadLinks } from '../../../scripts/pages.ts';
import { expect, test } from '../harness/index.ts';

test('the browser is closed during an upload and started again', { tag: '@devtools' }, async ({
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
  // Nothing arrives before the test lets it, however long a browser takes to start.
  service.settings.bytesPerSecond = 1_000;

  const first = await start();
  // The extension opens this page itself when it is installed.
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

  // An entry that is there can be updated; one that is not makes the call fail. The menu itself cannot be read.
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
