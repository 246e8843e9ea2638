/** The demo site, started with its npm script, on its own origin and on the host's. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { root } from '../../scripts/process.ts';
import { pages } from '../../widget/demo/demo-pages.ts';
import { violations } from './harness/axe.ts';
import { test as base, expect } from './harness/index.ts';

interface Demo {
  /** With a trailing slash. */
  readonly site: string;
  /** The same site on the host. */
  readonly onHost: string;
}

interface Fixtures {
  page: Page;
  context: BrowserContext;
  consoleMessages: string[];
}

const test = base.extend<Fixtures, { demo: Demo; chrome: Browser }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
    async ({}, use) => {
      // A process group, because npm doesn't always forward signals.
      const child = spawn('npm', ['run', 'demo', '-w', 'widget', '--', '--port', '0'], {
        cwd: root,
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(child, 'exit');
      await use(await addresses(child));
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
    { scope: 'worker' },
  ],
  chrome: [
    async ({ program }, use) => {
      const browser = await chromium.launch({ executablePath: await program('chromium') });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ chrome }, use) => {
    const context = await chrome.newContext({ viewport: { width: 1100, height: 800 } });
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    await use(await context.newPage());
  },
  consoleMessages: async ({ page }, use) => {
    const consoleMessages: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) consoleMessages.push(message.text());
    });
    page.on('pageerror', (error) => consoleMessages.push(error.message));
    await use(consoleMessages);
  },
});

async function addresses(child: ChildProcess): Promise<Demo> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, site, onHost] = /^Demo: +(\S+)\nOn the host: +(\S+)\n/m.exec(said) ?? [];
      if (site && onHost) resolve({ site, onHost });
    });
    child.once('exit', () => reject(new Error(`The demo did not start: ${said}`)));
  });
}

const hosted = (page: Page) => page.frameLocator('linkhaul-player iframe').locator('video');

async function expectPlaying(page: Page): Promise<void> {
  await hosted(page).evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    await video.play();
  });
  await expect
    .poll(() => hosted(page).evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.1);
}

const tracksOf = (page: Page) =>
  hosted(page).evaluate((video: HTMLVideoElement) => Array.from(video.textTracks, ({ label }) => label));

for (const { name, title } of pages)
  test(`the page “${title}” plays without console messages`, async ({ page, demo, consoleMessages }) => {
    await page.goto(`${demo.site}${name}.html`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const player = page.locator('linkhaul-player').first();
    await player.getByRole('button').click();
    if (name === 'consent') await page.getByRole('button', { name: 'Continue' }).click();
    await expectPlaying(page);
    if (name === 'subtitle') await expect.poll(() => tracksOf(page)).toEqual(['English']);
    if (name === 'subtitles')
      await expect.poll(() => tracksOf(page)).toEqual(['English', 'Deutsch', 'Español']);
    if (name === 'live') {
      await page.getByLabel('Subtitles').selectOption('Deutsch');
      await expect.poll(() => tracksOf(page)).toEqual(['Deutsch']);
      await expect(page.locator('linkhaul-player iframe')).toHaveAttribute(
        'title',
        'The sample clip (Deutsch)',
      );
    }
    expect(consoleMessages).toEqual([]);
  });

test('the host serves the same pages', async ({ page, demo, consoleMessages }) => {
  for (const name of ['index', 'builder', 'csp']) {
    await page.goto(`${demo.onHost}${name}.html`);
    await page.locator('linkhaul-player').getByRole('button').click();
    await expectPlaying(page);
  }
  // Same-origin pages could escape the preview's sandbox.
  expect(consoleMessages.filter((message) => !message.includes('escape its sandboxing'))).toEqual([]);
});

test('fifty players send the host no request, and the CSP page enforces its policy', async ({
  page,
  demo,
}) => {
  const host = new URL(demo.onHost).origin;
  const asked: string[] = [];
  page.on('request', (request) => request.url().startsWith(host) && asked.push(request.url()));
  await page.goto(`${demo.site}many.html`, { waitUntil: 'networkidle' });
  await expect(page.locator('linkhaul-player').getByRole('button')).toHaveCount(50);
  expect(asked).toEqual([]);

  await page.goto(`${demo.site}csp.html`);
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<p>';
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toBe(true);
});

test('the builder copies an address without an account', async ({ page, context, demo }) => {
  await page.goto(`${demo.site}builder.html`);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const row = page.locator('[data-track]').first();
  await expect(row).toContainText('Readable: SubRip (srt).');
  // Only the host's player can read files on the host.
  await row.getByLabel('Address of the subtitles').fill(new URL('/d/x', demo.onHost).href);
  await expect(row).toContainText('Try it in the preview');
  await button('Add a track').click();
  await page.keyboard.insertText(`${demo.site}media/sample.de.vtt`);
  await field('Address of the document').fill(`${demo.site}media/subtitles.json`);
  await expect(page.getByText(/It lists different tracks/)).toBeVisible();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await expect.poll(() => page.evaluate(overflow)).toBe(0);
    expect(await violations(page, { exclude: 'linkhaul-player' })).toEqual([]);
  }
  for (const name of ['Track 2: Deutsch', 'Track 1: English']) await button(`Remove ${name}`).press('Enter');
  await expect(button('Add a track')).toBeFocused();

  const file = field('File code or any link to the file');
  const code = await file.inputValue();
  const host = await field('Service address').inputValue();
  await field('Service address').fill('nonsense');
  await expect(field('Service address')).toHaveAccessibleDescription(/Enter a full address/);
  await field('Service address').fill(host);
  const poster = encodeURIComponent(`${demo.site}media/poster.jpg?own`);
  await file.fill(`${host}/e/${code}?c_poster=${poster}`);
  await button('Use them').click();
  await expect(field('Image URL')).toHaveValue(`${demo.site}media/poster.jpg?own`);
  await expect(page.getByText('The image loads.')).toBeVisible();
  await expect(file).toHaveValue(code);

  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
    origin: new URL(demo.site).origin,
  });
  await page.getByRole('tab', { name: 'Link', exact: true }).click();
  await button('Copy: Address').press('Enter');
  await expect(page.getByText('Copied: Address.')).toBeAttached();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`/e/${code}?c_poster=${poster}&subtitle_json=`);
  await page.goto(copied);
  await expect(page.locator('video')).toHaveAttribute('poster', `${demo.site}media/poster.jpg?own`);
});
