/** A private Firefox window has no IndexedDB. Pages work there, and leave nothing on disk. */
import { expect, test, until } from './harness/index.ts';
import { message } from './harness/messages.ts';
import { readStoredContent } from './harness/stored.ts';

test.use({ privateWindows: true, serviceOptions: { bytesPerSecond: 0 } });

interface ExtensionGlobals {
  readonly browser: {
    readonly action: { getBadgeText(of: object): Promise<string> };
    readonly windows: {
      create(window: object): Promise<object>;
      getAll(): Promise<readonly { readonly id: number; readonly incognito: boolean }[]>;
      remove(id: number): Promise<void>;
    };
  };
}

test('a private window sends and shows a link, and leaves nothing on disk', async ({
  extension,
  service,
  site,
  account,
  client,
}) => {
  const options = await extension.connectInSettings(service.url, account.key);
  const opened = extension.context.waitForEvent('page');
  await options.evaluate((url) => {
    const { browser } = globalThis as unknown as ExtensionGlobals;
    return browser.windows.create({ incognito: true, url }).then(() => undefined);
  }, extension.url('popup.html'));
  const popup = await opened;
  await expect(popup.getByText('No active uploads')).toBeVisible();
  await expect(popup.locator('.skeleton')).toHaveCount(0);
  await expect(popup.getByText(/are forgotten when you close the last private window\.$/)).toBeVisible();
  const link = `${site.url}/sample.webm`;
  await popup.getByRole('textbox', { name: 'Links' }).fill(link);
  await popup.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(popup.locator('[data-state="done"]')).toBeVisible();

  const { files } = await client.files.list({});
  expect(files.map(({ title }) => title)).toEqual(['sample']);
  await until('the memory', async () => (await readStoredContent(options)).session.includes(link));
  const { databases, local } = await readStoredContent(options);
  expect(local).toContain(account.email);
  expect(databases + local).not.toContain('sample');

  await popup.getByRole('textbox', { name: 'Links' }).fill('https://example.org/typed.mp4');
  await popup.reload();
  await expect(popup.getByRole('textbox', { name: 'Links' })).toHaveValue('');
  expect((await readStoredContent(options)).session).not.toContain('typed.mp4');

  await popup.getByRole('tab', { name: 'Files' }).click();
  await expect(popup.getByText('Files can’t be listed here')).toBeVisible();
  // Visible from outside while the window is open, then gone. The private window is in front, so `extension.open` can't be used.
  const outside = options;
  await outside.goto(extension.url('popup.html'));
  await expect(outside.locator('[data-state="done"]')).toBeVisible();
  // The popup doesn't store its view while something in it is private.
  const readView = () => outside.evaluate(() => localStorage.getItem('popupView'));
  await outside.evaluate(() => localStorage.setItem('popupView', 'an earlier view'));
  await outside.getByRole('textbox', { name: 'Links' }).fill('https://example.org/another.mp4');
  await expect.poll(readView).toBe(null);
  await message(outside, 'uploads.pause', {});
  await message(outside, 'links.send', { links: [{ url: `${site.url}/waiting.webm` }], private: true });
  const badge = () =>
    outside.evaluate(() => (globalThis as unknown as ExtensionGlobals).browser.action.getBadgeText({}));
  await expect.poll(badge).toBe('1');
  await outside.evaluate(async () => {
    const { browser } = globalThis as unknown as ExtensionGlobals;
    for (const { id, incognito } of await browser.windows.getAll())
      if (incognito) await browser.windows.remove(id);
  });
  await expect(outside.locator('[data-key]')).toHaveCount(0);
  await expect.poll(badge).toBe('');
  await until('the memory', async () => !(await readStoredContent(outside)).session.includes(link));
  for (const problem of extension.takeProblems()) expect(problem).toContain('linkhaul-catalog: unavailable');
});
