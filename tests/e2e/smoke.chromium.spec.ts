import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outlines } from '../../components/icons/outlines.ts';
import { expect, test } from './harness/index.ts';

test('it is installed without warnings, nothing is connected, and every page has every icon', async ({
  extension,
  build,
}) => {
  const popup = await extension.open('popup.html');
  await expect(popup.getByRole('button', { name: 'Connect a service' })).toBeVisible();
  expect(await extension.background.evaluate(() => location.pathname)).toContain('background');

  for (const name of ['popup', 'options', 'manager', 'picker', 'collect', 'sidepanel']) {
    await popup.goto(extension.url(`${name}.html`));
    const symbols = await popup
      .locator('.icon-sprite > symbol')
      .evaluateAll((all) => all.map(({ id }) => id));
    expect(symbols, name).toEqual(Object.keys(outlines).map((icon) => `icon-${icon}`));
  }

  const manifest = await readFile(join(build, 'manifest.json'), 'utf8');
  // Protects stored links from eviction.
  expect(JSON.parse(manifest).permissions).toContain('unlimitedStorage');
  const warnings = await popup.evaluate((text) => {
    const { chrome } = globalThis as unknown as {
      chrome: { management: { getPermissionWarningsByManifest(manifest: string): Promise<string[]> } };
    };
    return chrome.management.getPermissionWarningsByManifest(text);
  }, manifest);
  expect(warnings).toEqual([]);
});

test('pages run only the extension’s code, and can’t be framed', { tag: '@all' }, async ({
  extension,
  site,
}) => {
  const options = await extension.open('options.html');
  await options.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "It ran"';
    document.body.append(script);
  });
  await expect(options).not.toHaveTitle('It ran');
  expect(extension.takeProblems().join()).toContain('Content Security Policy');

  const page = await extension.context.newPage();
  await page.goto(site.url);
  const frame = await page.evaluateHandle(async (src) => {
    const element = document.createElement('iframe');
    element.src = src;
    document.body.append(element);
    await new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
    return element;
  }, extension.url('options.html'));
  const framed = await frame.contentFrame();
  expect(framed?.url()).not.toContain('options.html');
});
