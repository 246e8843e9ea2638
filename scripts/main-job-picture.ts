/** Records the README's animation from a virtual screen: `node scripts/main-job-picture.ts`, after a build. */
import { mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { ChromiumNative } from '../tests/e2e/harness/native.ts';
import { ensureBrowser, ensureTools } from './browsers.ts';
import { launchChromium, withHostsGranted } from './chromium.ts';
import { startDisplay } from './display.ts';
import { connect, pinFolder } from './extension-pages.ts';
import { getToolPath } from './packages.ts';
import { root, run, runCommand } from './process.ts';
import { folders, startSample } from './sample.ts';

const [width, height] = [800, 600];
const [, folder] = folders;

interface Frame {
  /** 0xRRGGBB */
  readonly pixels: Uint32Array;
  readonly shownMs: number;
}

await runCommand(async () => {
  await ensureTools();
  const { path } = await ensureBrowser('chromium');
  await using cleanup = new AsyncDisposableStack();
  const screenDir = cleanup.use(await mkdtempDisposable(join(tmpdir(), 'linkhaul-screen-')));
  const extensionDir = await withHostsGranted(join(root, '.output/chrome-mv3'));
  cleanup.defer(() => rm(extensionDir, { recursive: true, force: true }));
  const display = await startDisplay(width, height, screenDir.path);
  cleanup.defer(display.stop);
  const sample = await startSample();
  cleanup.defer(sample.close);
  const { env } = display;
  const browser = await launchChromium({ executablePath: path, extensionDir, headed: true, env });
  cleanup.defer(browser.close);
  const frames: Frame[] = [];
  const capture = async (shownMs: number) => {
    const dump = await readFile(join(screenDir.path, 'Xvfb_screen0'));
    frames.push({ pixels: readScreen(dump), shownMs });
  };

  const { context, optionsPage } = browser;
  await sample.client.remoteUploads.clearAll();
  await connect(optionsPage, sample.address, sample.key);
  await pinFolder(optionsPage, folder);
  const page = await context.newPage();
  await page.goto(sample.site);
  await optionsPage.close();
  const window = ['search', '--onlyvisible', '--class', 'chromium'];
  const moveAndResize = ['windowmove', '0', '0', 'windowsize', `${width}`, `${height}`];
  await run(getToolPath('xdotool'), [...window, ...moveAndResize], { env });
  const native = new ChromiumNative(display);
  const link = page.getByRole('link', { name: 'The slow one' });
  await native.moveTo(link);
  await delay(1_000); // until the window is drawn
  // People who don't wait only see the first frame, so it shows the menu.
  await native.rightClick(link);
  await native.key('u');
  await delay(700);
  await capture(2_000);
  await native.key('t');
  const [worker] = context.serviceWorkers();
  await worker?.evaluate('chrome.action.openPopup()');
  for (const shownMs of [1_000, 700, 700, 700]) {
    await delay(1_500);
    await capture(shownMs);
  }
  // Playwright can't see the popup. The badge is empty when nothing is in progress.
  while (await worker?.evaluate('chrome.action.getBadgeText({})')) await delay(250);
  await delay(1_000);
  await capture(3_000);

  const picture = createAnimatedPng(frames);
  await writeFile(join(root, 'docs/main-job.png'), picture);
  console.log(`docs/main-job.png: ${frames.length} frames, ${picture.length} bytes`);
  return 0;
});

/** An X window dump: a header, a color table, and 4 bytes per pixel. */
function readScreen(dump: Buffer): Uint32Array {
  const start = dump.readUInt32BE(0) + dump.readUInt32BE(19 * 4) * 12;
  return Uint32Array.from(
    { length: width * height },
    (_, at) => dump.readUInt32LE(start + at * 4) & 0xffffff,
  );
}

/** An animated PNG with one palette of the most frequent colors, to which others are rounded. */
function createAnimatedPng(frames: readonly Frame[]): Buffer {
  const counts = new Map<number, number>();
  for (const { pixels } of frames)
    for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 256)
    .map(([color]) => color);
  const indexes = new Map<number, number>();
  for (const color of counts.keys()) indexes.set(color, findNearestIndex(palette, color));
  const chunks = frames.flatMap(({ pixels, shownMs }, at) => {
    const rows = Buffer.alloc((width + 1) * height);
    pixels.forEach((color, pixel) => {
      rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = indexes.get(color) ?? 0;
    });
    const data = deflateSync(rows, { level: 9 });
    // Sequence numbers count the frame controls and, from the second frame on, the data.
    const control = numbers(Math.max(0, at * 2 - 1), width, height, 0, 0);
    const timing = Buffer.from([shownMs >> 8, shownMs & 0xff, 1_000 >> 8, 1_000 & 0xff, 0, 0]);
    return [
      chunk('fcTL', Buffer.concat([control, timing])),
      at === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(at * 2), data])),
    ];
  });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 3, 0, 0, 0])])),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 0xff, color & 0xff]))),
    chunk('acTL', numbers(frames.length, 0)),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function findNearestIndex(palette: readonly number[], color: number): number {
  const distance = (other: number) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((other >> shift) & 0xff) - ((color >> shift) & 0xff)) ** 2, 0);
  const distances = palette.map(distance);
  return distances.indexOf(Math.min(...distances));
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}
