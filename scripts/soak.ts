/**
 * `npm run soak`: a thousand links through the built extension in Chromium, to the local service with its fault plan,
 * while the worker dies again and again. It takes some ten minutes, says how it goes, and ends with a table; it ends with
 * 1, and a sentence for each, where a promise of the outbox was broken.
 *
 *   --links N      links, 1000
 *   --deaths N     deaths of the worker at least, 50
 *   --seed N       what chance begins with; a random one
 *   --keep-alive   the service leaves connections open. Chromium then repeats by itself what breaks on a used one, behind
 *                  the extension's back: such an arrival is not counted against the limit, all else holds
 *   --build DIR    the built extension; without, it is built
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSampleSite, startService } from '../service/src/index.ts';
import { type SoakPlan, uploadFaults, worseFaults } from '../tests/soak/plan.ts';
import { soak } from '../tests/soak/soak.ts';
import type { Verdict } from '../tests/soak/verdict.ts';
import { ensureBrowser } from './browsers.ts';
import { launchChromium, withHostsGranted } from './chromium.ts';
import { command, root, runTool, Trouble } from './process.ts';

const minute = 60_000;
const key = 'soak-key-0123456789';
const began = performance.now();

await command(async () => {
  const { values } = parseArgs({
    options: {
      links: { type: 'string', default: '1000' },
      deaths: { type: 'string', default: '50' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      'keep-alive': { type: 'boolean', default: false },
      build: { type: 'string' },
    },
  });
  const [links, deaths, seed] = (['links', 'deaths', 'seed'] as const).map((name) =>
    wholeNumber(name, values[name]),
  ) as [number, number, number];
  const keepAlive = values['keep-alive'];
  say(`${links} links, ${deaths} deaths at least, seed ${seed}${keepAlive ? ', connections left open' : ''}`);

  const build = values.build ?? (await builtExtension());
  const { figures, violations } = await run(planOf(seed, links, deaths), keepAlive, build);
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(width)}  ${value}`);
  for (const violation of violations) console.error(violation);
  if (violations.length === 0) console.log('Every link arrived, once.');
  else console.error(`Seed ${seed}.`);
  return violations.length === 0 ? 0 : 1;
});

function planOf(seed: number, links: number, deaths: number): SoakPlan {
  return {
    seed,
    links,
    atOnce: Math.ceil(links * 0.6),
    deaths: { least: deaths, most: deaths * 2 },
    life: { shortest: 50, longest: 12_000 },
    pause: { shortest: 0, longest: 2_000 },
    watched: 0.5,
    alarmEvery: 8,
    patience: (15 * minute * Math.max(links, 200)) / 1_000 + 5 * minute,
    faults: [...uploadFaults(seed), ...worseFaults(seed)],
  };
}

async function run(plan: SoakPlan, keepAlive: boolean, build: string): Promise<Verdict> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-soak-'));
  const service = await startService({
    dataDir,
    keepAlive,
    admin: true,
    accounts: [{ email: 'soak@linkhaul.example', key }],
    slots: 20,
    // Half a second for each file: some doubts are settled by the list, others by the files.
    bytesPerSecond: 64_000,
  });
  const site = await startSampleSite();
  const extensionDir = await withHostsGranted(build);
  const { path } = await ensureBrowser('chromium');
  const chromium = await launchChromium({ executablePath: path, extensionDir });
  try {
    const { context, extensionId } = chromium;
    return await soak({ context, extensionId, service, key, site: site.url, say }, plan);
  } finally {
    await chromium.close();
    await site.close();
    await service.close();
    await rm(extensionDir, { recursive: true });
    await rm(dataDir, { recursive: true });
  }
}

async function builtExtension(): Promise<string> {
  const { code, output } = await runTool('wxt', ['build'], { timeoutMs: 2 * minute });
  if (code !== 0) throw new Trouble(`${output}\nwxt build failed.`);
  return join(root, '.output/chrome-mv3');
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Trouble(`--${name} is a whole number from 1 up, not “${text}”.`);
}

function say(line: string): void {
  const seconds = Math.round((performance.now() - began) / 1_000);
  console.log(`${String(seconds).padStart(5)} s  ${line}`);
}
