/**
 * A website, the local service as the host, and a server for posters and subtitles on three origins, with either browser. All start once
 * per file.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Frame, type HTTPRequest, launch, type Page } from 'puppeteer-core';
import { createClient } from '../../../lib/api/index.ts';
import type { BrowserName } from '../../../scripts/browsers.ts';
import { type RunningSite, startSampleSite, startService } from '../../../service/src/index.ts';
import { type EmbedOptions, embedUrl } from '../../../widget/src/index.ts';
import { type Site, startSite } from '../../widget/site.ts';
import { test as base } from '../harness/index.ts';
import { sendSample } from '../harness/sample.ts';

export { expect } from '@playwright/test';

interface WorkerFixtures {
  engine: BrowserName;
  website: Site;
  media: RunningSite;
  /** Its `baseUrl` is the host. */
  clip: EmbedOptions;
  visitor: Browser;
  /** With forced system colours and reduced motion. */
  calmVisitor: Browser;
}

export const test = base.extend<{ tab: Page; calmTab: Page; toHost: string[] }, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  website: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
    async ({}, use) => {
      const website = await startSite();
      await use(website);
      await website.close();
    },
    { scope: 'worker' },
  ],
  media: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const media = await startSampleSite();
      await use(media);
      await media.close();
    },
    { scope: 'worker' },
  ],
  clip: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-player-'));
      const account = { email: 'demo@linkhaul.example', key: 'demo-key-0123456789' };
      const service = await startService({ dataDir, accounts: [account] });
      const fileCode = await sendSample(createClient({ baseUrl: service.url, key: account.key }));
      await use({ baseUrl: service.url, fileCode });
      await service.close();
      await rm(dataDir, { recursive: true });
    },
    { scope: 'worker' },
  ],
  visitor: [
    async ({ engine, program }, use) => {
      const browser = await start(engine, await program(engine), false);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  calmVisitor: [
    async ({ engine, program }, use) => {
      const browser = await start(engine, await program(engine), true);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  tab: async ({ visitor }, use) => {
    const tab = await visitor.newPage();
    await use(tab);
    await tab.close();
  },
  calmTab: async ({ calmVisitor }, use) => {
    const tab = await calmVisitor.newPage();
    await use(tab);
    await tab.close();
  },
  /** Since the tab was opened. */
  toHost: async ({ tab, clip }, use) => {
    const requests: string[] = [];
    const listen = (request: HTTPRequest) => {
      if (request.url().startsWith(clip.baseUrl)) requests.push(request.url());
    };
    tab.on('request', listen);
    await use(requests);
    tab.off('request', listen);
  },
});

function start(engine: BrowserName, executablePath: string, isCalm: boolean): Promise<Browser> {
  const defaultViewport = { width: 800, height: 600 };
  if (engine === 'firefox')
    return launch({
      browser: 'firefox',
      executablePath,
      defaultViewport,
      extraPrefsFirefox: isCalm
        ? { 'browser.display.document_color_use': 2, 'ui.prefersReducedMotion': 1 }
        : {},
    });
  return launch({
    executablePath,
    defaultViewport,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      ...(isCalm ? ['--force-high-contrast', '--force-prefers-reduced-motion'] : []),
    ],
  });
}

export const script = '<script src="/linkhaul-player.js"></script>';

export const link = (options: EmbedOptions, title = 'The sample'): string =>
  `<a href="${embedUrl(options).replaceAll('&', '&amp;')}">${title}</a>`;

export const player = (inside: string, attributes = ''): string =>
  `<linkhaul-player ${attributes}>${inside}</linkhaul-player>`;

export interface ShownPlayer {
  /** Its accessible name. Empty without a button. */
  readonly button: string;
  /** Empty if none is shown. */
  readonly poster: string;
  readonly frames: readonly string[];
  readonly link: boolean;
}

export const readPlayers = (tab: Page): Promise<ShownPlayer[]> =>
  tab.evaluate(() =>
    Array.from(document.querySelectorAll('linkhaul-player'), (element) => {
      const root = element.shadowRoot;
      const poster = root?.querySelector('img');
      return {
        button: root?.querySelector('button')?.ariaLabel ?? '',
        poster: poster?.checkVisibility() && poster.naturalWidth > 0 ? poster.currentSrc : '',
        frames: Array.from(root?.querySelectorAll('iframe') ?? [], ({ src }) => src),
        link: element.querySelector('a')?.checkVisibility() ?? false,
      };
    }),
  );

export const button = 'linkhaul-player >>> button';

export async function inPlayer<T>(tab: Page, host: string, ask: (video: HTMLVideoElement) => T): Promise<T> {
  const frame: Frame = await tab.waitForFrame((each) => each.url().startsWith(`${host}/e/`));
  const video = await frame.waitForSelector('video');
  if (!video) throw new Error('The hosted player has no video.');
  return (await video.evaluate(ask)) as T;
}

/** In the player's own list. */
export const labels = (video: HTMLVideoElement): string[] =>
  Array.from(video.textTracks, ({ label }) => label);

/** The page records its errors, because browsers report them to drivers in different ways. */
export async function keepErrors(tab: Page): Promise<() => Promise<string[]>> {
  await tab.evaluateOnNewDocument(() => {
    const errors: string[] = [];
    Reflect.set(globalThis, 'errors', errors);
    console.error = (...args: unknown[]) => errors.push(args.map(String).join(' '));
  });
  return () => tab.evaluate(() => Reflect.get(globalThis, 'errors') as string[]);
}
