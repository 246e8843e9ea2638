import { uploadLinks } from '../../../scripts/extension-pages.ts';
import { expect, connectedTest as test } from '../harness/index.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, rateLimit: false } });

/** `dispatch` isn't typed. */
interface WorkerGlobals {
  readonly chrome: {
    readonly runtime: { getContexts(filter: object): Promise<object[]> };
    readonly commands: { readonly onCommand: { dispatch(command: string, tab: object): void } };
  };
}

test('a narrow side panel uploads, and the settings list shortcuts', {
  tag: '@devtools',
}, async ({ extension, site }) => {
  const options = await extension.openSettings();

  const panel = await extension.context.newPage();
  await panel.setViewportSize({ width: 320, height: 720 });
  await panel.goto(extension.url('sidepanel.html'));
  await test.step('upload in the side panel', async () => {
    await uploadLinks(panel, `${site.url}/sample.webm`);
    await expect(panel.locator('[data-state="done"]')).toHaveCount(1);
    // Browsers don't let a panel read pages.
    await expect(panel.getByRole('button', { name: 'Links on page…' })).toBeHidden();
    const overflow = () => panel.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow).toBe(0);
    const box = await panel.locator('.popup').boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 320, height: 720 });
    await panel.getByRole('tab', { name: 'Files' }).click();
    await expect(panel.getByRole('row', { name: /^sample/ })).toBeVisible();
    await expect.poll(overflow).toBe(0);
    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await expect(panel.getByRole('menuitem', { name: 'Open in a tab' })).toBeVisible();
    await expect(panel.getByRole('menuitem', { name: 'Open side panel' })).toBeHidden();
    await panel.keyboard.press('Escape');
  });

  await test.step('shortcuts', async () => {
    const keys = options.locator('.shortcut', { hasText: 'Upload this page’s address' });
    await expect(keys).toContainText('Alt+Shift+U');
    await expect(options.locator('.shortcut')).toHaveCount(5);
    // The browser has accepted the suggested shortcuts.
    await expect(options.locator('.shortcut-none')).toHaveCount(1);
    const { background } = extension;
    await background.evaluate((url) => {
      const { chrome } = globalThis as unknown as WorkerGlobals;
      const tab = { id: 1, windowId: 1, incognito: false, title: 'A poster', url };
      chrome.commands.onCommand.dispatch('send-page', tab);
    }, `${site.url}/poster.jpg`);
    await panel.getByRole('tab', { name: 'Uploads' }).click();
    await expect(panel.locator('[data-state="done"]')).toHaveCount(2);
    const opened = extension.context.waitForEvent('page');
    await options.getByRole('button', { name: 'Change…' }).click();
    await expect(await opened).toHaveURL('chrome://extensions/shortcuts');
  });
  await test.step('open the side panel', async () => {
    await options.bringToFront();
    await options.getByRole('button', { name: 'Open side panel' }).click();
    const opened = () =>
      options.evaluate(async () => {
        const { chrome } = globalThis as unknown as WorkerGlobals;
        return (await chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL'] })).length;
      });
    await expect.poll(opened).toBe(1);
  });
});
