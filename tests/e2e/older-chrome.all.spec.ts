/**
 * Chrome before 148 has no `browser` object, so the polyfill must work. No such browser is available here, so the name is removed before
 * the extension's code runs.
 */

import { uploadLinks } from '../../scripts/extension-pages.ts';
import { runBefore } from './harness/edited-build.ts';
import { expect, connectedTest as test } from './harness/index.ts';

const forget = 'delete globalThis.browser;';

const older = test.extend({
  build: async ({ build, dir }, use) => {
    await runBefore(build, dir, forget, ['options.html', 'popup.html', 'manager.html', 'sender.html']);
    await use(dir);
  },
});

older('messages are answered, and a link is sent', async ({ extension, site }) => {
  const options = await extension.openSettings();
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm`);
  await expect(popup.locator('tr[data-state="done"]')).toBeVisible({ timeout: 20_000 });

  const file = { name: 'own.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('x') };
  const manager = await extension.open('manager.html');
  await manager.evaluate(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
  const dialog = manager.waitForEvent('filechooser');
  await manager.getByRole('button', { name: 'Choose files…' }).click();
  await (await dialog).setFiles(file);
  await expect(manager.locator('[data-state="done"]')).toHaveCount(2);

  // The polyfill defines the name.
  const isNamed = () => 'browser' in globalThis;
  const { background } = extension;
  const named = [options.evaluate(isNamed), popup.evaluate(isNamed), background.evaluate(isNamed)];
  expect(await Promise.all(named)).toEqual([true, true, true]);
});
