/**
 * A page with 50 players: first contentful paint, and the main thread's work until it is idle. Controls, in turn: the page with 50
 * lite-youtube-embed and with 50 lazy iframes. Each opens in a new profile, and this machine serves everything, so no network is measured.
 */
import { fileURLToPath } from 'node:url';
import { type Browser, launch } from 'puppeteer-core';
import { createClient } from '../../lib/api/index.ts';
import { ensureBrowser } from '../../scripts/browsers.ts';
import type { Log } from '../../scripts/process.ts';
import { type RunningService, startSampleSite } from '../../service/src/index.ts';
import { type EmbedOptions, embedUrl } from '../../widget/src/index.ts';
import { sendSample } from '../e2e/harness/sample.ts';
import { startSite } from '../widget/site.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { account, withService } from './extension.ts';
import { median } from './statistics.ts';
import { bundle } from './widget-bundle.ts';

const rounds = 15;
const players = 50;

/** In milliseconds. */
interface Cost {
  readonly firstPaint: number;
  readonly mainThread: number;
}

const benchmark: Benchmark = {
  title: `A page with ${players} players`,
  run: (log) => withService((service) => measure(service, log)),
};
export default benchmark;

async function measure(service: RunningService, log: Log): Promise<Result[]> {
  const { path } = await ensureBrowser('chromium');
  const media = await startSampleSite();
  const website = await startSite();
  const browser = await launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const fileCode = await sendSample(createClient({ baseUrl: service.url, key: account.key }));
    // Another site than the page's, like real hosts, so it gets its own process.
    const host = service.url.replace('127.0.0.1', 'localhost');
    const pages = await makePages({ baseUrl: host, fileCode }, media.url);
    const urls = pages.map(({ name, html }) => ({ name, url: website.page(html) }));
    const costs = new Map<string, Cost[]>(urls.map(({ name }) => [name, []]));
    log(`opening each of ${urls.length} pages ${rounds} times …`);
    for (let round = 0; round <= rounds; round += 1)
      for (const { name, url } of urls) {
        const cost = await open(browser, url);
        // The first round warms up the browser.
        if (round > 0) costs.get(name)?.push(cost);
      }
    return rows(costs);
  } finally {
    await browser.close();
    await website.close();
    await media.close();
  }
}

/** Each player has its own poster. */
async function makePages(
  clip: EmbedOptions,
  media: string,
): Promise<readonly { name: string; html: string }[]> {
  const control = await bundle(
    "import 'lite-youtube-embed'; import 'lite-youtube-embed/src/lite-yt-embed.css'",
  );
  const source = fileURLToPath(new URL('../../widget/src/element.ts', import.meta.url));
  // Built in the same way, with nothing else.
  const own = await bundle(`import '${source}'`);
  const all = (each: (title: string, url: string, poster: string) => string) =>
    Array.from({ length: players }, (_, index) => {
      const poster = `${media}/poster.jpg?${index}`;
      return `<p>${each(`Video ${index}`, embedUrl({ ...clip, poster }), poster)}`;
    }).join('');
  const html = (url: string) => url.replaceAll('&', '&amp;');
  const page = (style: string, script: string, body: string) =>
    `<style>body { width: 640px } ${style}</style>${script}<h1>Videos</h1>${body}`;
  return [
    {
      name: 'linkhaul-player',
      html: page(
        'linkhaul-player { display: block; aspect-ratio: 16 / 9 }',
        `<script type="module">${own.script}</script>`,
        all((title, url) => `<linkhaul-player><a href="${html(url)}">${title}</a></linkhaul-player>`),
      ),
    },
    {
      name: 'lite-youtube-embed',
      html: page(
        control.style,
        `<script type="module">${control.script}</script>`,
        all(
          (title, url, poster) =>
            `<lite-youtube videoid="x" style="background-image: url(${poster})"><a href="${html(url)}" class="lyt-playbtn"><span class="lyt-visually-hidden">Play: ${title}</span></a></lite-youtube>`,
        ),
      ),
    },
    {
      name: 'lazy iframes',
      html: page(
        'iframe { width: 100%; aspect-ratio: 16 / 9; border: 0 }',
        '',
        all((title, url) => `<iframe src="${html(url)}" title="${title}" loading="lazy"></iframe>`),
      ),
    },
  ];
}

async function open(browser: Browser, url: string): Promise<Cost> {
  const context = await browser.createBrowserContext();
  const tab = await context.newPage();
  await tab.setViewport({ width: 800, height: 600 });
  await tab.goto(url, { waitUntil: 'load' });
  const firstPaint = await tab.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const check = () => {
          const [paint] = performance.getEntriesByName('first-contentful-paint');
          if (paint) requestIdleCallback(() => resolve(paint.startTime));
          else requestAnimationFrame(check);
        };
        check();
      }),
  );
  const { TaskDuration = Number.NaN } = await tab.metrics();
  await context.close();
  return { firstPaint, mainThread: TaskDuration * 1_000 };
}

function rows(costs: ReadonlyMap<string, readonly Cost[]>): Result[] {
  return (['firstPaint', 'mainThread'] as const).map((measure) => {
    const [own, ...controls] = Array.from(costs, ([name, all]) => ({
      name,
      value: median(all.map((cost) => cost[measure])),
    }));
    const what = measure === 'firstPaint' ? 'first contentful paint' : 'main thread at work until idle';
    const lite = controls.find(({ name }) => name === 'lite-youtube-embed')?.value ?? Number.NaN;
    return result({
      name: `widget page, ${players} players: ${what} (median)`,
      value: own?.value ?? Number.NaN,
      unit: 'ms',
      controls: controls.sort((one, other) => one.value - other.value),
      // Paint times have the resolution of a frame.
      goal: { atMost: Math.round(measure === 'firstPaint' ? 1.1 * lite : lite) },
    });
  });
}
