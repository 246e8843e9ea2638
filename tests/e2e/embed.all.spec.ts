/** The embed builder with a real account and clip, subtitles on real servers, and a website for the code. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FrameLocator, Page } from '@playwright/test';
import { createAdmin } from '../../service/src/index.ts';
import { parseSubtitleDocument } from '../../widget/src/index.ts';
import { startLocalServer } from '../local-server.ts';
import { type Site, startSite } from '../widget/site.ts';
import { violations } from './harness/axe.ts';
import { pasted } from './harness/files.ts';
import { test as base, expect } from './harness/index.ts';
import { currentAccountId, message } from './harness/messages.ts';
import { sendSample } from './harness/sample.ts';

interface Fixtures {
  /** In an account that the extension is connected to. */
  clip: string;
  website: Site;
  corsServer: CorsServer;
}

/** Other sites can only read files under `/open`. All files are subtitles. */
interface CorsServer {
  readonly port: number;
  /** Under `/open`. */
  put(name: string, text: string): void;
}

const test = base.extend<Fixtures>({
  clip: async ({ extension, service, account, client }, use) => {
    const fileCode = await sendSample(client);
    await extension.connect(service.url, account.key);
    await use(fileCode);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
  website: async ({}, use) => {
    const website = await startSite();
    await use(website);
    await website.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  corsServer: async ({}, use) => {
    const files = new Map<string, string>();
    const { port, close } = await startLocalServer(({ url = '' }, response) => {
      if (url.startsWith('/open/')) response.setHeader('access-control-allow-origin', '*');
      response.end(files.get(url) ?? 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n');
    });
    await use({ port, put: (name, text) => files.set(`/open/${name}`, text) });
    await close();
  },
});

const field = (page: Page, name: string, at = 0) => page.getByLabel(name, { exact: true }).nth(at);
const results = (page: Page) => page.locator('.embed-results').getByRole('option');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const track = (page: Page, number: number) => page.locator('[data-track]').nth(number - 1);
const hosted = (page: Page): FrameLocator => page.frameLocator('linkhaul-player iframe, body > div > iframe');

/** In the first tab. */
const showFormat = (page: Page, name: string) =>
  page.getByLabel('Format', { exact: true }).selectOption({ label: name });

async function addTrack(page: Page, src: string, label: string): Promise<void> {
  const at = await page.locator('[data-track]').count();
  await button(page, 'Add a track').click();
  await expect(field(page, 'Address of the subtitles', at)).toBeFocused();
  await page.keyboard.insertText(src);
  // It may contain a name suggested by the file.
  await field(page, 'Language or label', at).fill(label);
}

async function expectPlaying(frame: FrameLocator, labels: readonly string[]): Promise<void> {
  const video = frame.locator('video');
  await expect
    .poll(() => video.evaluate((it: HTMLVideoElement) => Array.from(it.textTracks, ({ label }) => label)))
    .toEqual(labels);
  await video.evaluate(async (it: HTMLVideoElement) => {
    it.muted = true;
    await it.play();
  });
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.currentTime)).toBeGreaterThan(0.1);
}

/** Runs in the page: finds overlapping sections of the builder. */
function overlaps(): string[] {
  const boxes = Array.from(document.querySelectorAll('.embed-section'), (section) => {
    const { top, bottom, left, right } = section.getBoundingClientRect();
    return { name: section.querySelector('.embed-heading')?.textContent, top, bottom, left, right };
  });
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right)
      .map((b) => `${a.name} and ${b.name}`),
  );
}

test.use({ serviceOptions: { admin: true, rateLimit: false } });

test('embed code of a file plays on a website with a strict policy', async ({
  extension,
  service,
  account,
  site,
  clip,
  website,
}) => {
  const page = await extension.open(`manager.html#embed/${clip}`);
  await expect(field(page, 'File code or any link to the file')).toHaveValue(clip);
  await expect(field(page, 'Title')).toHaveValue('sample');
  await expect(field(page, 'Image URL')).toHaveValue(`${service.url}/i/splash/${clip}`);

  await field(page, 'File code or any link to the file').fill('nobody');
  await expect(page.getByText(/This code isn’t in the account/)).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('');
  await field(page, 'File code or any link to the file').fill(`${service.url}/d/${clip}`);
  await expect(field(page, 'Title')).toHaveValue('sample');

  await field(page, 'Image URL').fill(`${site.url}/poster.jpg`);
  await expect(page.getByText('The image loads.')).toBeVisible();
  await page.getByLabel('The file’s image').check();
  await expect(page.getByText(/hosted by the service/)).toBeVisible();
  await field(page, 'Image URL').fill(`${site.url}/poster.jpg`);
  await addTrack(page, `${site.url}/sample.en.srt`, 'English & <more>');
  await expect(track(page, 1)).toContainText('Readable: SubRip (srt).');

  // The preview is the real player.
  await expect(page.locator('linkhaul-player')).toHaveJSProperty('subtitleLabel', 'English & <more>');
  await page.getByRole('button', { name: 'Play: sample' }).click();
  await expectPlaying(hosted(page), ['English & <more>']);

  const paper = await extension.context.newPage();
  for (const format of ['Web component', 'Responsive frame']) {
    await page.bringToFront();
    await showFormat(page, format);
    await button(page, 'Copy: Content Security Policy').click();
    await expect(page.getByText('Copied: Content Security Policy.')).toBeAttached();
    const policy = await pasted(page);
    await button(page, `Copy: ${format}`).click();
    await expect(page.getByText(`Copied: ${format}.`)).toBeAttached();
    const code = await pasted(page);
    await paper.bringToFront();

    const violations: string[] = [];
    paper.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
    await paper.goto(website.page(code, { 'content-security-policy': `default-src 'none'; ${policy}` }));
    if (format === 'Web component') await paper.getByRole('button', { name: 'Play: sample' }).click();
    else await expect(paper.locator('iframe')).toHaveCSS('border-top-width', '0px');
    await expectPlaying(hosted(paper), ['English & <more>']);
    await expect(hosted(paper).locator('video')).toHaveAttribute('poster', `${site.url}/poster.jpg`);
    expect(violations).toEqual([]);
  }

  expect(page.frames().some((frame) => frame.url().includes(account.key))).toBe(false);
  expect(await page.content()).not.toContain(account.key);
});

test('the host’s picture and the user’s own are shown when chosen, and the script is saved', async ({
  extension,
  service,
  clip,
  website,
}) => {
  const page = await extension.open(`manager.html#embed/${clip}`);
  const own = `${service.url}/i/splash/${clip}`;
  await expect(field(page, 'Image URL')).toHaveValue(own);
  const shown = () =>
    page
      .locator('linkhaul-player img')
      .evaluate((it: HTMLImageElement) => it.checkVisibility() && it.naturalWidth > 0);
  await showFormat(page, 'Web component');
  const copied = async () => {
    await button(page, 'Copy: Web component').click();
    await expect(page.getByText('Copied: Web component.')).toBeAttached();
    return pasted(page);
  };
  // Without hovering, as on a phone.
  await expect(page.getByLabel('At once')).toBeChecked();
  await expect.poll(shown).toBe(true);
  await expect.poll(copied).toContain(' loading="eager"');

  await page.getByLabel('On hover').check();
  await expect.poll(shown).toBe(false);
  await expect.poll(copied).not.toContain('loading=');
  await page.locator('linkhaul-player').hover();
  await expect.poll(shown).toBe(true);

  await page.getByLabel('Custom image').check();
  await expect(field(page, 'Image URL')).toHaveValue('');
  const saving = page.waitForEvent('download');
  await button(page, 'Save the image').click();
  expect((await saving).suggestedFilename()).toMatch(/^poster\.\w+$/);
  await expect.poll(copied).not.toContain('c_poster');
  await field(page, 'File code or any link to the file').fill('nobody');
  await expect(page.getByText(/This code isn’t in the account/)).toBeVisible();
  await field(page, 'File code or any link to the file').fill(clip);
  await expect(field(page, 'Title')).toHaveValue('sample');
  await expect(field(page, 'Image URL')).toHaveValue('');
  await page.getByLabel('The file’s image').check();
  await expect(field(page, 'Image URL')).toHaveValue(own);
  await expect(page.getByLabel('On hover')).toBeChecked();

  const savingScript = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save linkhaul-player.js' }).click();
  const download = await savingScript;
  expect(download.suggestedFilename()).toBe('linkhaul-player.js');
  const script = await readFile(await download.path());
  const hash = createHash('sha384').update(script).digest('base64');
  await showFormat(page, 'Web component from a CDN');
  await button(page, 'Copy: Web component from a CDN').click();
  await expect(page.getByText('Copied: Web component from a CDN.')).toBeAttached();
  await expect.poll(() => pasted(page)).toContain(`integrity="sha384-${hash}"`);
  const served = await page.context().request.get(`${website.url}/linkhaul-player.js`);
  expect(String(script)).toBe(await served.text());
});

test('several tracks are checked, edited by keyboard and put into a document', async ({
  extension,
  clip,
  corsServer,
  site,
}) => {
  const { port } = corsServer;
  const page = await extension.open(`manager.html#embed/${clip}`);
  // Messages about the image move the buttons below.
  await expect(page.getByText(/hosted by the service/)).toBeVisible();
  const files = [
    // The extension may read everything on this host, unlike its player on another site.
    [`http://127.0.0.1:${port}/closed/a.vtt`, 'Closed', 'can’t be read from another site (CORS)'],
    // Here the extension can't read more than any website.
    [`http://localhost:${port}/closed/a.vtt`, 'Also closed', 'can’t be read from another site (CORS)'],
    [`http://localhost:${port}/open/a.vtt`, 'Open', 'Readable: WebVTT.'],
    [`http://127.0.0.1:${port}/open/a.vtt`, 'Open too', 'Readable: WebVTT.'],
    [`${site.url}/page.vtt`, 'Gone', 'The server responded with error 404.'],
    [site.url, 'A page', 'an SRT or VTT file'],
  ] as const;
  for (const [src, label] of files) await addTrack(page, src, label);
  for (const [index, [, , outcome]] of files.entries())
    await expect(track(page, index + 1)).toContainText(outcome);

  // By keyboard: remove tracks, reorder the rest, and keep the focus.
  for (const name of ['Track 6: A page', 'Track 5: Gone', 'Track 2: Also closed', 'Track 1: Closed']) {
    await button(page, `Remove ${name}`).press('Enter');
    // So that the next Enter isn't the second one of this press.
    await page.keyboard.press('Shift');
    await expect(page.getByText(`${name} removed.`)).toBeAttached();
    await expect(page.locator(':focus')).toHaveAccessibleName('Address of the subtitles');
  }
  await button(page, 'Move Track 2: Open too up').press('Enter');
  await expect(page.getByText('Track 2: Open too is now number 1 of 2.')).toBeAttached();
  await expect(button(page, 'Move Track 1: Open too down')).toBeFocused();
  await field(page, 'Language or label', 0).press('Alt+ArrowDown');
  await expect(field(page, 'Language or label', 1)).toHaveValue('Open too');
  await expect(field(page, 'Language or label', 1)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('On by default').nth(1)).toBeChecked();

  await expect(page.getByText(/the preview shows “Open too” only/)).toBeVisible();
  await expect(
    page.getByText('Until the subtitle document has its address, this code shows “Open too” only.'),
  ).toBeVisible();
  const downloading = page.waitForEvent('download');
  await button(page, 'Save subtitles.json').press('Enter');
  const saved = await readFile(await (await downloading).path(), 'utf8');
  expect(parseSubtitleDocument(saved)).toEqual([
    { src: `http://localhost:${port}/open/a.vtt`, label: 'Open' },
    { src: `http://127.0.0.1:${port}/open/a.vtt`, label: 'Open too', default: true },
  ]);

  await field(page, 'Address of the document').fill(`${site.url}/subtitles.json`);
  await expect(page.getByText(/It lists different tracks/)).toBeVisible();
  corsServer.put('copied.json', '[{ "src": "https://cdn.example/a.srt", "label": "A", default: true }]');
  await field(page, 'Address of the document').fill(`http://localhost:${port}/open/copied.json`);
  await expect(page.getByText(/names need quotes/)).toBeVisible();
  corsServer.put('own.json', saved);
  await field(page, 'Address of the document').fill(`http://localhost:${port}/open/own.json`);
  await expect(page.getByText('It lists these tracks.')).toBeVisible();
  await page.getByRole('button', { name: /^Play/ }).click();
  await expectPlaying(hosted(page), ['Open', 'Open too']);
  for (const width of [1200, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await expect.poll(() => page.evaluate(overflow)).toBe(0);
    await expect.poll(() => page.evaluate(overlaps)).toEqual([]);
    expect(await violations(page, { exclude: 'linkhaul-player' })).toEqual([]);
  }

  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(track(page, 1)).toBeHidden();
  await page.goto(page.url().replace(/#.*/u, '#embed'));
  await expect(field(page, 'Address of the document')).toBeHidden();
  await page.goBack();
  await page.goBack();
  await expect(field(page, 'Address of the document')).toHaveValue(`http://localhost:${port}/open/own.json`);
  await expect(field(page, 'Language or label', 1)).toHaveValue('Open too');
  expect(extension.takeProblems().filter((problem) => !/CORS|ERR_FAILED|404/.test(problem))).toEqual([]);
});

test('a file is chosen by keyboard, by mouse, and from its row in Files', async ({
  extension,
  service,
  clip,
  client,
}) => {
  const codes: Record<string, string> = { sample: clip };
  async function upload(title: string) {
    codes[title] = await sendSample(client, title);
  }
  for (const title of ['Harbour festival', 'Harbour at night']) await upload(title);

  const page = await extension.open('manager.html#embed');
  const search = page.getByRole('combobox', { name: 'Search files' });
  const option = (title: string) => page.getByRole('option', { name: title });
  await button(page, 'Choose…').press('Enter');
  await expect(search).toBeFocused();
  // The catalog is first read while the list is open.
  await expect(results(page)).toHaveCount(3);
  await page.keyboard.type('harbour');
  await expect(results(page)).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  const chosen = page.locator('.embed-results').getByRole('option', { selected: true });
  const second = (await chosen.locator('[title]').getAttribute('title')) ?? 'no title';
  expect(Object.keys(codes)).toContain(second);
  await expect(search).toBeFocused();
  // A better match is listed first meanwhile. Enter still takes the chosen file.
  await upload('Harbour');
  await message(page, 'catalog.refresh', { accountId: await currentAccountId(extension), folderId: null });
  await expect(results(page).first().locator('[title]')).toHaveAttribute('title', 'Harbour');
  await expect(chosen.locator('[title]')).toHaveAttribute('title', second);
  const active = await search.getAttribute('aria-activedescendant');
  await expect(option(second)).toHaveAttribute('id', active ?? 'none');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(results(page)).toHaveCount(0);
  await expect(search).toBeFocused();
  await expect(field(page, 'File code or any link to the file')).toHaveValue(codes[second] ?? '');
  await expect(field(page, 'Title')).toHaveValue(second);
  await expect(field(page, 'Image URL')).toHaveValue(`${service.url}/i/splash/${codes[second]}`);

  // Escape changes nothing. A click replaces the first file's values.
  await page.keyboard.press('Enter');
  await expect(results(page).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(results(page)).toHaveCount(0);
  await expect(field(page, 'Title')).toHaveValue(second);
  await search.click();
  await option('sample').click();
  await expect(field(page, 'Title')).toHaveValue('sample');
  await expect(page.getByRole('button', { name: 'Play: sample' })).toBeVisible();

  await page.getByRole('link', { name: 'Files' }).click();
  await button(page, 'More for Harbour at night').click();
  await page.getByRole('menuitem', { name: 'Embed…' }).click();
  await expect(field(page, 'Title')).toHaveValue('Harbour at night');
  await expect(field(page, 'File code or any link to the file')).toHaveValue(codes['Harbour at night'] ?? '');
});

test('late file details don’t change text that is being replaced', async ({ extension, service, clip }) => {
  const admin = createAdmin(service.url);
  const page = await extension.open('manager.html#embed');
  await button(page, 'Choose…').click();
  await admin.setFaults([{ endpoint: '/api/file/info', kind: 'hold' }]);
  const option = page.getByRole('option', { name: 'sample' });
  await expect(option.locator('img')).toBeVisible();
  await option.click();
  const image = field(page, 'Image URL');
  // The list's image comes first, then the file's own.
  await expect(image).toHaveValue(new RegExp(`^${service.url}/`));
  const first = await image.inputValue();
  await image.press('Control+a');
  await admin.setFaults([]);
  await expect(page.getByText('“sample”', { exact: true })).toBeVisible();
  await expect(image).toHaveValue(first);
  await page.keyboard.insertText(`${service.url}/i/splash/${clip}`);
  await expect(image).toHaveValue(`${service.url}/i/splash/${clip}`);
  expect(first).not.toBe(`${service.url}/i/splash/${clip}`);
});
