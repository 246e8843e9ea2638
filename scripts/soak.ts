/**
 * `npm run soak`: sends a thousand links through the built extension to the local service with injected faults,
 * while the worker is killed repeatedly. Takes ten minutes. Prints a table and all violations. Exits with 1 if there are any.
 *
 *   --variant NAME  `workers` (the default): only the worker is killed. `chaos`: two pages and the menu send the same links at
 *                   once, the browser is killed, the host permission revoked and granted again, the account removed and
 *                   connected again (`tests/soak/chaos.ts`). `large-file`: a local file of 5 GB, while the worker is killed,
 *                   and the browser halfway through (`tests/soak/large-file.ts`). `many-files`: a dropped folder tree of 500
 *                   local files, while the worker is killed (`tests/soak/many-files.ts`). `adversary`: like `workers`, with a
 *                   service that misbehaves at random in many ways (`tests/soak/adversary.ts`)
 *   --browser NAME  `chromium` (the default), or `firefox` for `workers` only. Firefox repeats requests, so --keep-alive is implied
 *   --links N       number of links (1000; chaos: 200)
 *   --kills N       minimum number of worker kills (50; chaos: 10)
 *   --seed N        random seed (default: a random one)
 *   --keep-alive    the service keeps connections open. Chromium then retries requests that fail on a reused one, and the
 *                   service accepts such a link twice. Every duplicate has to be found. The rate limit ignores these retries
 *   --build DIR     folder of the built extension (default: builds it)
 */
import { mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startSampleSite, startService } from '../service/src/index.ts';
import { startSharedFirefox } from '../tests/e2e/harness/firefox.ts';
import { soakAdversary } from '../tests/soak/adversary.ts';
import { openProfileBrowser } from '../tests/soak/browser.ts';
import { soakChaos } from '../tests/soak/chaos.ts';
import { soakLargeFile } from '../tests/soak/large-file.ts';
import { soakManyFiles } from '../tests/soak/many-files.ts';
import { type SoakPlan, uploadFaults, worseFaults } from '../tests/soak/plan.ts';
import type { SoakParts } from '../tests/soak/run.ts';
import { soak } from '../tests/soak/soak.ts';
import type { Verdict } from '../tests/soak/verdict.ts';
import { controlBackground } from '../tests/soak/worker.ts';
import { ensureBrowser } from './browsers.ts';
import { buildExtension } from './build-extension.ts';
import { withHostsGranted } from './chromium.ts';
import { CommandError, runCommand } from './process.ts';

const minuteMs = 60_000;
const key = 'soak-key-0123456789';
const startedMs = performance.now();

interface Variant {
  readonly run: typeof soakChaos | typeof soakAdversary;
  readonly links: string;
  readonly kills: string;
}

const variants: Readonly<Record<string, Variant>> = {
  workers: { run: soak, links: '1000', kills: '50' },
  chaos: { run: soakChaos, links: '200', kills: '10' },
  adversary: { run: soakAdversary, links: '1000', kills: '50' },
  'many-files': { run: soakManyFiles, links: '500', kills: '5' },
  'large-file': { run: soakLargeFile, links: '1', kills: '1' },
};

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      variant: { type: 'string', default: 'workers' },
      browser: { type: 'string', default: 'chromium' },
      links: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      'keep-alive': { type: 'boolean', default: false },
      build: { type: 'string' },
    },
  });
  const variant = variants[values.variant];
  if (variant === undefined)
    throw new CommandError(
      `--variant must be one of ${Object.keys(variants).join(', ')}, not “${values.variant}”.`,
    );
  const isFirefox = values.browser === 'firefox';
  if (!isFirefox && values.browser !== 'chromium')
    throw new CommandError(`--browser must be chromium or firefox, not “${values.browser}”.`);
  if (isFirefox && values.variant !== 'workers')
    throw new CommandError('Firefox only supports --variant workers.');
  const links = parseWholeNumber('links', values.links ?? variant.links);
  const kills = parseWholeNumber('kills', values.kills ?? variant.kills);
  const seed = parseWholeNumber('seed', values.seed);
  const keepAlive = values['keep-alive'] || isFirefox;
  log(
    `${values.browser}, ${values.variant}: ${links} links, ${kills} worker kills or more, seed ${seed}${keepAlive ? ', connections kept open' : ''}`,
  );

  const build = values.build ? resolve(values.build) : await buildExtension(isFirefox ? 'firefox' : 'chrome');
  const plan = createPlan(seed, links, kills);
  const { figures, violations } = await withService(keepAlive, (host) =>
    isFirefox ? runInFirefox(build, host, plan) : runInChromium(variant, build, host, plan),
  );
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(width)}  ${value}`);
  for (const violation of violations) console.error(violation);
  if (violations.length === 0) console.log('Every promise was kept.');
  else console.error(`Seed ${seed}.`);
  return violations.length === 0 ? 0 : 1;
});

function createPlan(seed: number, links: number, kills: number): SoakPlan {
  return {
    seed,
    links,
    firstBatch: Math.ceil(links * 0.6),
    kills: { least: kills, most: kills * 2 },
    uptimeMs: { shortest: 50, longest: 12_000 },
    downtimeMs: { shortest: 0, longest: 2_000 },
    popupShare: 0.5,
    alarmEvery: 8,
    timeoutMs: (15 * minuteMs * Math.max(links, 200)) / 1_000 + 5 * minuteMs,
    faults: [...uploadFaults(seed), ...worseFaults(seed)],
  };
}

type Host = Omit<SoakParts, 'browser'>;

async function withService<T>(keepAlive: boolean, work: (host: Host) => Promise<T>): Promise<T> {
  await using dataDir = await mkdtempDisposable(join(tmpdir(), 'linkhaul-soak-'));
  await using cleanup = new AsyncDisposableStack();
  const service = await startService({
    dataDir: dataDir.path,
    keepAlive,
    // A retry by the browser creates a duplicate.
    allowDuplicates: keepAlive,
    // Without CORS the extension needs the host permission, so that revoking it has an effect.
    cors: false,
    admin: true,
    accounts: [{ email: 'soak@linkhaul.example', key }],
    slots: 20,
    // Half a second per file, so that some uncertain links are found among the transfers and others among the files.
    bytesPerSecond: 64_000,
  });
  cleanup.defer(service.close);
  const site = await startSampleSite();
  cleanup.defer(site.close);
  return await work({ service, key, site: site.url, log });
}

async function runInChromium(variant: Variant, build: string, host: Host, plan: SoakPlan): Promise<Verdict> {
  await using cleanup = new AsyncDisposableStack();
  const extensionDir = await withHostsGranted(build);
  cleanup.defer(() => rm(extensionDir, { recursive: true }));
  const { path: executablePath } = await ensureBrowser('chromium');
  const browser = await openProfileBrowser({ executablePath, extensionDir });
  cleanup.defer(browser.remove);
  cleanup.defer(browser.close);
  const { privateUrls, ...verdict } = await variant.run({ browser, ...host }, plan);
  await browser.close();
  const [found, ...more] = await browser.findOnDisk(privateUrls);
  if (found === undefined) return verdict;
  const violation = `${more.length + 1} links from private windows are in files of the profile, such as ${found}.`;
  return { ...verdict, violations: [...verdict.violations, violation] };
}

async function runInFirefox(build: string, host: Host, plan: SoakPlan): Promise<Verdict> {
  await using cleanup = new AsyncDisposableStack();
  const firefox = await startSharedFirefox((await ensureBrowser('firefox')).path);
  cleanup.defer(firefox.close);
  const installed = await firefox.install(build, { hosts: 'granted', privateWindows: false });
  const { context, baseUrl, background } = installed;
  const browser = { context, baseUrl, attachWorker: async () => controlBackground(background) };
  const { figures, violations } = await soak({ browser, ...host }, plan);
  return { figures, violations: [...violations, ...installed.takeProblems()] };
}

function parseWholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new CommandError(`--${name} must be a whole number of at least 1, not “${text}”.`);
}

function log(line: string): void {
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  console.log(`${String(seconds).padStart(5)} s  ${line}`);
}
