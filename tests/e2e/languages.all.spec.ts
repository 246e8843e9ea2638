/** A right-to-left language. The browser here only has English, so the build's English texts are replaced with Arabic ones. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import arabic from '../../locales/ar.json' with { type: 'json' };
import { separators } from '../../modules/texts/number-texts.ts';
import { copyBuild } from './harness/edited-build.ts';
import { expect, test } from './harness/index.ts';

const inArabic = test.extend({
  build: async ({ build, dir }, use) => {
    const edit = await copyBuild(build, dir);
    // `keys` belong to the default locale.
    const translated = JSON.parse(await readFile(join(build, '_locales/ar/messages.json'), 'utf8'));
    await edit('_locales/en/messages.json', (text) => JSON.stringify({ ...JSON.parse(text), ...translated }));
    await use(dir);
  },
});

inArabic('a link is sent in Arabic', async ({ extension, service, account, site }) => {
  const options = await extension.open('options.html');
  await expect(options.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(options.locator('html')).toHaveAttribute('lang', 'ar');
  await options.getByLabel(arabic.connect.address).fill(service.url);
  await options.getByLabel(arabic.connect.key, { exact: true }).fill(account.key);
  await options.getByRole('button', { name: arabic.connect.button, exact: true }).click();
  await expect(options.getByLabel(arabic.send.label)).toBeVisible();

  const popup = await extension.open('popup.html');
  await popup.getByLabel(arabic.send.label).fill(`${site.url}/sample.webm`);
  await popup.getByRole('button', { name: arabic.send.button, exact: true }).click();
  await expect(popup.locator('[data-state="done"]')).toBeVisible();
  const texts = await extension.background.evaluate(() => {
    const { chrome } = globalThis as unknown as { chrome: { i18n: { getMessage(name: string): string } } };
    return chrome.i18n.getMessage('texts');
  });
  expect(texts.split(separators.text).length).toBeGreaterThan(1_000);
});
