/**
 * One Firefox for many tests, driven over WebDriver BiDi by Playwright (channel `moz-firefox`).
 *
 * BiDi doesn't report the console of `moz-extension://` pages, so problems are read from Firefox's output.
 */
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firefox } from '@playwright/test';
import { localHosts, waitForPage } from '../../../scripts/chromium.ts';
import { BidiSession, supportFirefox } from './bidi.ts';
import type { SharedBrowser } from './chromium.ts';
import { FirefoxBackground } from './firefox-background.ts';

/** As in the build's `browser_specific_settings.gecko.id`. */
export const firefoxExtensionId = 'linkhaul@linkhaul.example';

/** Any UUID works. Once the extension is removed, Firefox gives the next one a random UUID. */
const uuid = '5d1c1c1e-6b0f-4f57-9a3e-0a6c5be7b1d2';

const preferences = {
  'extensions.webextensions.uuids': JSON.stringify({ [firefoxExtensionId]: uuid }),
  // The browser's own modules don't log to stdout. Thrown errors go to stderr.
  'devtools.console.stdout.content': true,
  'devtools.console.stdout.chrome': false,
  'browser.dom.window.dump.enabled': true,
  // Modules with their own logger log errors while they are offline, when they fetch settings and experiments.
  'services.settings.loglevel': 'off',
  'messaging-system.log': 'off',
  'app.shield.optoutstudies.enabled': false,
  // Prompts accept clicks at once.
  'security.notification_enable_delay': 0,
  // There is no desktop to show notifications.
  'alerts.useSystemBackend': false,
};

/** Notifications close when an animation of 20 s ends. */
const lastingNotifications =
  '#alertBox:not([clicked], [closing]) { animation-play-state: paused !important }';

/** Removed with the browser, an extension from a folder finds its data again with these. */
const keepingData = {
  'extensions.webextensions.keepUuidOnUninstall': true,
  'extensions.webextensions.keepStorageOnUninstall': true,
};

/** @param profile a folder that keeps the extension's data. By default a new one */
export async function startSharedFirefox(executablePath: string, profile?: string): Promise<SharedBrowser> {
  const dir = await mkdtemp(join(tmpdir(), 'linkhaul-firefox-'));
  const isRestart = profile !== undefined && existsSync(profile);
  const terminal = join(dir, 'terminal.txt');
  await writeFile(terminal, '');
  supportFirefox(firefox);
  const context = await firefox.launchPersistentContext(profile ?? join(dir, 'profile'), {
    channel: 'moz-firefox',
    executablePath: await writingTo(terminal, executablePath, dir),
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: ['--remote-allow-system-access'],
    // As in Chromium.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    firefoxUserPrefs: { ...preferences, ...(profile !== undefined && keepingData) },
  });
  const bidi = new BidiSession(context);
  let isInstalled = false;

  return {
    async install(build, { hosts, privateWindows }) {
      if (isInstalled) throw new Error('Firefox has the extension already.');
      isInstalled = true;
      const isAsked = hosts === 'asked';
      await bidi.runPrivileged(`
        Services.prefs.setBoolPref('extensions.webextOptionalPermissionPrompts', ${isAsked});
        const sheets = Cc['@mozilla.org/content/style-sheet-service;1'].getService(Ci.nsIStyleSheetService);
        sheets.loadAndRegisterSheet(Services.io.newURI('data:text/css,' + ${JSON.stringify(encodeURIComponent(lastingNotifications))}), sheets.AGENT_SHEET);
      `);
      const extensionData = { type: 'path', path: build };
      await bidi.send('webExtension.install', { extensionData });
      if (!isAsked)
        await bidi.runPrivileged(`
          const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
          const { extension } = WebExtensionPolicy.getByID(${JSON.stringify(firefoxExtensionId)});
          const granted = { permissions: [], origins: ${JSON.stringify(localHosts)} };
          await ExtensionPermissions.add(extension.id, granted, extension);
        `);
      const background = new FirefoxBackground(context, bidi, firefoxExtensionId);
      const baseUrl = await background.baseUrl();
      const optionsUrl = `${baseUrl}options.html`;
      // The page opens by itself if no account is connected, perhaps in a blank tab, so no other code should use that tab.
      let optionsPage = await (isRestart ? context.newPage() : waitForPage(context, optionsUrl));
      await optionsPage.waitForLoadState();
      if (privateWindows) {
        optionsPage = await context.newPage();
        // Restarts the extension and closes its tabs.
        await bidi.send('webExtension.install', { extensionData, 'moz:allowPrivateBrowsing': true });
      }
      if (isRestart || privateWindows) await optionsPage.goto(optionsUrl);
      let read = readFileSync(terminal, 'utf8').length;
      return {
        context,
        baseUrl,
        optionsPage,
        background,
        takeProblems() {
          const written = readFileSync(terminal, 'utf8');
          const problems = problemsIn(written.slice(read));
          read = written.length;
          return problems;
        },
        async remove() {
          // Playwright would only say that the test took too long.
          const urls = () => context.pages().map((page) => page.url());
          const late = setTimeout(() => console.error('Firefox is still closing', urls()), 30_000);
          const empty = context.pages().find((page) => page.url() === 'about:blank');
          const blank = empty ?? (await context.newPage());
          const others = context.pages().filter((page) => page !== blank);
          await Promise.all(others.map((page) => page.close()));
          await bidi.send('webExtension.uninstall', { extension: firefoxExtensionId });
          clearTimeout(late);
          isInstalled = false;
        },
      };
    },
    async close() {
      await context.close();
      await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** The script starts the browser and saves its output. Windows has none, so problems aren't detected there. */
async function writingTo(file: string, executablePath: string, dir: string): Promise<string> {
  if (process.platform === 'win32') return executablePath;
  const path = join(dir, 'firefox.sh');
  await writeFile(path, `#!/bin/sh\n{ '${executablePath}' "$@" 2>&1 >>'${file}' | tee -a '${file}' >&2; }\n`);
  await chmod(path, 0o755);
  return path;
}

/** Firefox's loggers start lines with a bare word and a colon. A page's text is in quotes. */
const problemPattern = /^(?:console\.error: (?!\w+: )|JavaScript error: (?=moz-extension:))(.*)/gm;
const problemsIn = (text: string): string[] =>
  [...text.matchAll(problemPattern)].map(([, problem = '']) => problem);
