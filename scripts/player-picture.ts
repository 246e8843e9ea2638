/**
 * Draws the picture in widget/README.md: `node scripts/player-picture.ts`. Screenshots of the element before and after a
 * click, with the local service as the host.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { buildDemo } from '../widget/demo/build.ts';
import { startHost } from '../widget/demo/host.ts';
import { createPlayerLink } from '../widget/demo/page.ts';
import { startSite } from '../widget/demo/site.ts';
import { ensureBrowser } from './browsers.ts';
import { root } from './process.ts';

const picture = join(root, 'widget/docs/player.jpg');
const folder = await mkdtemp(join(tmpdir(), 'linkhaul-picture-'));
const out = join(folder, 'site');
const closing = [() => rm(folder, { recursive: true })];
try {
  const host = await startHost(join(folder, 'data'), out);
  closing.push(host.close);
  const site = await startSite(0);
  closing.push(site.close);
  const clip = { baseUrl: host.url, fileCode: await host.upload() };
  await buildDemo(out, { clip, site: site.url });
  const player = `<linkhaul-player poster="media/poster.jpg" subtitle-file="media/sample.en.srt" subtitle-label="English">${createPlayerLink(clip, 'The sample clip')}</linkhaul-player>`;
  await writeFile(
    join(out, 'picture.html'),
    `<!doctype html><script src="linkhaul-player.js"></script>
<style>
  body { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; gap: 16px; margin: 16px; background: #fff; font: 15px system-ui }
  linkhaul-player { border-radius: 10px }
  p { margin: 0; text-align: center; color: #566066 }
  b { display: block; font-size: 32px; line-height: 1; color: #06707c }
</style>
${player}<p>click,<br>Enter<b>→</b></p>${player}`,
  );
  await site.load(out);

  const browser = await chromium.launch({ executablePath: (await ensureBrowser('chromium')).path });
  closing.push(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 880, height: 248 } });
  await page.goto(`${site.url}picture.html`);
  await page.getByRole('button').nth(1).click();
  const video = page.frameLocator('iframe').locator('video');
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    element.pause();
    const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve));
    element.currentTime = 1.5;
    await seeked;
  });
  await page.getByRole('button').hover();
  await page.screenshot({ path: picture, type: 'jpeg', quality: 82 });
  console.log(picture);
} finally {
  for (const close of closing.reverse()) await close();
}
