/** Firefox's real popup, the panel below the extension's button. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { BidiSession } from './harness/bidi.ts';
import { firefoxExtensionId } from './harness/firefox.ts';
import { type ExtensionGlobals, inWindow, openPanel, textOfPanel } from './harness/firefox-panel.ts';
import { connectedTest, expect, test, until } from './harness/index.ts';

test.use({ serviceOptions: { bytesPerSecond: 0 } });

/** In the window, with the panel focused. Keys are named as in `KeyboardEvent.key`. */
const press = (bidi: BidiSession, ...keys: readonly string[]) =>
  inWindow(
    bidi,
    `
    panel.focus();
    const typing = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor);
    typing.beginInputTransactionForTests(window);
    for (const key of ${JSON.stringify(keys)}) {
      typing.keydown(new window.KeyboardEvent('', { key }));
      typing.keyup(new window.KeyboardEvent('', { key }));
    }
  `,
  );

connectedTest(
  'the popup has its full size in the panel, and a link is sent and tracked there by keyboard',
  async ({ extension, site }) => {
    const page = extension.firstPage;
    const bidi = new BidiSession(extension.context);
    const untilSays = (text: string) =>
      until(`“${text}”`, async () => (await textOfPanel(page)).includes(text));
    await openPanel(bidi, page);
    await untilSays('No active uploads');
    const size = () => inWindow(bidi, 'return panel.clientWidth + " × " + panel.clientHeight');
    await expect.poll(size).toBe('400 × 560');

    await press(bidi, 'Tab', 'Enter');
    await untilSays('Choose folder…');
    await press(bidi, 'Escape');
    // Firefox closes the panel at once, even with an open menu.
    await until('the panel to close', async () => (await textOfPanel(page)) === '');

    await openPanel(bidi, page);
    await untilSays('No active uploads');
    await press(bidi, ...`${site.url}/sample.webm`, 'Tab', 'Tab', 'Enter');
    await untilSays('In “My files”');
  },
);

/** Text and icons whose colour equals the background's, with both colours. */
const unreadable = (page: Page) =>
  page.evaluate(() => {
    const { browser } = globalThis as unknown as ExtensionGlobals;
    const [view] = browser.extension.getViews({ type: 'popup' });
    if (!view) return ['no panel'];
    const styleOf = (element: Element) => view.getComputedStyle(element);
    const behind = (element: Element | null): string => {
      if (element === null) return 'rgb(255, 255, 255)';
      const { backgroundColor } = styleOf(element);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? behind(element.parentElement) : backgroundColor;
    };
    const light = (color: string) => {
      const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? [];
      return red * 0.3 + green * 0.6 + blue * 0.1;
    };
    return [
      ...view.document.querySelectorAll('button, a, p, label, svg, input, select, textarea, h1, h2, td'),
    ]
      .filter((element) => element.checkVisibility())
      .map((element) => [element, styleOf(element).color, behind(element)] as const)
      .filter(([, color, ground]) => Math.abs(light(color) - light(ground)) < 100)
      .map(([element, color, ground]) => `${element.outerHTML.slice(0, 100)}: ${color} on ${ground}`);
  });

const matchesInPanel = (page: Page, query: string) =>
  page.evaluate((asked) => {
    const { browser } = globalThis as unknown as ExtensionGlobals;
    return browser.extension.getViews({ type: 'popup' })[0]?.matchMedia(asked).matches === true;
  }, query);

connectedTest('text is readable below a dark theme, also in forced colours', async ({ extension }) => {
  const bidi = new BidiSession(extension.context);
  const page = extension.firstPage;
  const setTheme = (id: string, colors: 0 | 2) =>
    bidi.runPrivileged(`
      const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
      Services.prefs.setIntPref('browser.display.document_color_use', ${colors});
      await (await AddonManager.getAddonByID('${id}')).enable();
    `);
  try {
    for (const [colors, forced] of [
      [0, 'none'],
      [2, 'active'],
    ] as const) {
      await setTheme('firefox-compact-dark@mozilla.org', colors);
      await openPanel(bidi, page);
      await until('the panel', async () => (await textOfPanel(page)).includes('No active uploads'));
      const query = `(prefers-color-scheme: dark) and (forced-colors: ${forced})`;
      await until('the theme', () => matchesInPanel(page, query));
      expect(await unreadable(page), forced).toEqual([]);
      await press(bidi, 'Escape');
      await until('the panel to close', async () => (await textOfPanel(page)) === '');
    }
  } finally {
    await setTheme('default-theme@mozilla.org', 0);
  }
});

/** With these permissions and data collection. */
const installTexts = async (
  bidi: BidiSession,
  permissions: readonly string[],
  data: readonly string[],
): Promise<{ msgs: readonly string[]; dataCollectionPermissions: { msg: string } }> => {
  const asked = { permissions, origins: [], data_collection: data };
  const script = `
    const { ExtensionData } = ChromeUtils.importESModule('resource://gre/modules/Extension.sys.mjs');
    const permissions = ${JSON.stringify(asked)};
    return JSON.stringify(ExtensionData.formatPermissionStrings({ permissions, appName: 'Firefox' }, {}));
  `;
  return JSON.parse(await bidi.runPrivileged(script));
};

test('the installation shows no warnings, and lists the transmitted data', async ({ extension, build }) => {
  const bidi = new BidiSession(extension.context);
  const manifest = JSON.parse(await readFile(join(build, 'manifest.json'), 'utf8'));
  expect(manifest.permissions).toContain('contextMenus');
  expect(manifest.host_permissions).toBeUndefined();
  expect(manifest.content_scripts).toBeUndefined();
  const { required } = manifest.browser_specific_settings.gecko.data_collection_permissions;
  const texts = await installTexts(bidi, manifest.permissions, required);
  expect(texts.msgs).toEqual([]);
  expect(texts.dataCollectionPermissions.msg).toMatch(/authentication.*browsing.*website content.*search/i);
  // A control: Firefox does warn about this permission.
  expect((await installTexts(bidi, [...manifest.permissions, 'tabs'], required)).msgs).toHaveLength(1);
});

test('an update waits for the next start of the browser', async ({ extension }) => {
  // Without this listener, Firefox installs updates at once.
  const listeners = await new BidiSession(extension.context).runPrivileged(`
    const { extension } = WebExtensionPolicy.getByID('${firefoxExtensionId}');
    return [...extension.persistentListeners.get('runtime').keys()].join();
  `);
  expect(listeners).toContain('onUpdateAvailable');
});
