/** Reading the addresses of selected tabs needs the browser's own prompt. */
import { expect, connectedTest as test } from '../harness/index.ts';
import { openFromMenu } from '../harness/menu.ts';

interface ExtensionGlobals {
  readonly chrome: {
    readonly tabs: {
      query(about: object): Promise<readonly { readonly index: number; readonly active: boolean }[]>;
      highlight(tabs: { tabs: readonly number[] }): Promise<unknown>;
    };
  };
}

test.use({ headed: true });

test('the addresses of selected tabs are added, and unusable ones are named', {
  tag: '@all',
}, async ({ extension, native, site }) => {
  const { context } = extension;
  for (const url of ['chrome://version/', `${site.url}/sample.webm`, `${site.url}/`]) {
    const page = await context.newPage();
    await page.goto(url);
    await page.bringToFront();
  }
  await extension.background.evaluate(async () => {
    const { tabs } = (globalThis as unknown as ExtensionGlobals).chrome;
    const all = await tabs.query({ currentWindow: true });
    const at = all.find(({ active }) => active)?.index ?? 0;
    await tabs.highlight({ tabs: [at, at - 1, at - 2] });
  });
  const collect = await openFromMenu(extension, ['collect'], { pageUrl: `${site.url}/` });
  const options = collect.getByRole('option');
  await expect(options).toHaveCount(11);
  await collect.bringToFront();
  await collect.getByRole('button', { name: 'Add their addresses' }).click();
  await native.allow(collect, [], ['tabs']);
  await expect(collect.getByText(/^Selected tabs that can’t be uploaded: .*version/i)).toBeVisible();
  await expect(collect.getByText('Other tabs are selected, too.')).toHaveCount(0);
  await expect(options.filter({ hasText: 'Selected tab' })).toHaveCount(2);
});
