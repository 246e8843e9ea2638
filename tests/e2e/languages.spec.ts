/**
 * The built extension in another language, from right to left. The browser here has English only, so that the build's English
 * texts are replaced by the Arabic ones, as they are packed.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import arabic from '../../locales/ar.json' with { type: 'json' };
import { separators } from '../../modules/texts/pack.ts';
import { expect, test } from './harness/index.ts';

const inArabic = test.extend({
  build: async ({ build }, use) => {
    const copy = await mkdtemp(join(tmpdir(), 'linkhaul-arabic-'));
    await cp(build, copy, { recursive: true });
    const file = (locale: string) => join(copy, '_locales', locale, 'messages.json');
    const messages = async (locale: string) => JSON.parse(await readFile(file(locale), 'utf8'));
    // `keys` are those of the default locale, which browsers fall back to.
    await writeFile(file('en'), JSON.stringify({ ...(await messages('en')), ...(await messages('ar')) }));
    await use(copy);
    await rm(copy, { recursive: true });
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
  await extension.screenshot(popup, 'arabic');
  const texts = await extension.background.evaluate(() => {
    const { chrome } = globalThis as unknown as { chrome: { i18n: { getMessage(name: string): string } } };
    return chrome.i18n.getMessage('texts');
  });
  expect(texts.split(separators.text).length).toBeGreaterThan(1_000);
  expect(extension.problems).toEqual([]);
});
