/** One Chromium for many tests: each installs the extension anew, with nothing stored, and removes it. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession } from '@playwright/test';
import {
  type BrowserOptions,
  startBrowser,
  waitForPage,
  withHostsGranted,
} from '../../../scripts/chromium.ts';
import { collectProblems, type InstalledExtension } from './extension.ts';

export interface SharedChromium {
  /**
   * Installs a copy of a build. Its id, which follows from the path, is new each time: no test meets what the browser
   * has not yet deleted of an earlier one.
   */
  install(build: string, hosts: 'granted' | 'asked'): Promise<InstalledExtension>;
  close(): Promise<void>;
}

/** The method is in no type of Playwright's. */
interface ExtensionsDomain {
  send(method: 'Extensions.loadUnpacked', params: { path: string }): Promise<{ id: string }>;
  send(method: 'Extensions.uninstall', params: { id: string }): Promise<void>;
}

export async function startSharedChromium(options: BrowserOptions): Promise<SharedChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'linkhaul-profile-'));
  const context = await startBrowser(profile, options, ['--enable-unsafe-extension-debugging']);
  const problems: string[] = [];
  collectProblems(context, problems);
  const session: CDPSession | undefined = await context.browser()?.newBrowserCDPSession();
  if (session === undefined) throw new Error('Playwright gives no access to the browser as a whole.');
  const extensions = session as unknown as ExtensionsDomain;

  return {
    async install(build, hosts) {
      const path = hosts === 'granted' ? await withHostsGranted(build) : await copyOf(build);
      problems.length = 0;
      const { id: extensionId } = await extensions.send('Extensions.loadUnpacked', { path });
      const welcome = await waitForPage(context, `chrome-extension://${extensionId}/options.html`);
      return {
        context,
        extensionId,
        welcome,
        problems,
        async remove() {
          const blank = await context.newPage();
          const others = context.pages().filter((page) => page !== blank);
          await Promise.all(others.map((page) => page.close()));
          await extensions.send('Extensions.uninstall', { id: extensionId });
          await context.unrouteAll();
          await context.clearCookies();
          await rm(path, { recursive: true });
        },
      };
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

async function copyOf(build: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'linkhaul-build-'));
  await cp(build, copy, { recursive: true });
  return copy;
}
