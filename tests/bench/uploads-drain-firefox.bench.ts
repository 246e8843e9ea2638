/**
 * 300 links at once in Firefox, with no page open: its background is an event page, which Firefox stops after 30 seconds
 * without work, and here also after three. Control, at the same time: the client alone, which is as fast as the limit of
 * 10 requests a second allows.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../../lib/api/index.ts';
import { ensureBrowser } from '../../scripts/browsers.ts';
import { buildExtension } from '../../scripts/build-extension.ts';
import { connect } from '../../scripts/pages.ts';
import { createAdmin, type RunningService, startSampleSite, startService } from '../../service/src/index.ts';
import { startSharedFirefox } from '../e2e/harness/firefox.ts';
import { until } from '../e2e/harness/until.ts';
import { mostInASecond, spanSeconds } from './arrivals.ts';
import { type Benchmark, type Result, result } from './bench.ts';

const links = 300;
const perSecond = 10;
const timeoutMs = 5 * 60_000;
const account = { email: 'bench@linkhaul.example', key: 'bench-key-0123456789' };
/** Idle timeouts of an event page, Firefox's default and a tenth of it; the goal as a multiple of the limit's own time. */
const idleTimeouts = [
  { idleTimeoutMs: 30_000, goal: 1.15 },
  { idleTimeoutMs: 3_000, goal: null },
];

const benchmark: Benchmark = {
  title: `Uploads in Firefox: ${links} links at once`,
  async run(log) {
    log('building the extension …');
    const extensionDir = await buildExtension('firefox');
    const results: Result[] = [];
    for (const { idleTimeoutMs, goal } of idleTimeouts) {
      log(`the event page may be idle for ${idleTimeoutMs / 1_000} s …`);
      results.push(
        ...(await withService((service, site) => measure(extensionDir, service, site, idleTimeoutMs, goal))),
      );
    }
    return results;
  },
};
export default benchmark;

async function withService<T>(work: (service: RunningService, site: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-bench-'));
  const service = await startService({ dataDir, admin: true, accounts: [account] });
  const site = await startSampleSite();
  try {
    Object.assign(service.settings, { slots: links });
    return await work(service, site.url);
  } finally {
    await site.close();
    await service.close();
    await rm(dataDir, { recursive: true });
  }
}

/** @param goal Limit of the time, as a multiple of the rate limit's own; null: none. */
async function measure(
  extensionDir: string,
  service: RunningService,
  site: string,
  idleTimeoutMs: number,
  goal: number | null,
): Promise<Result[]> {
  const { path: executablePath } = await ensureBrowser('firefox');
  const firefox = await startSharedFirefox(executablePath, {
    'extensions.background.idle.timeout': idleTimeoutMs,
  });
  try {
    const { context, baseUrl, optionsPage } = await firefox.install(extensionDir, {
      hosts: 'granted',
      privateWindows: false,
    });
    await connect(optionsPage, service.url, account.key);
    await delay(1_100);
    const admin = createAdmin(service.url);
    await admin.clearAudit();
    const other = service.createAccount({ email: 'client@bench.example' });
    const urls = Array.from({ length: links }, (_, index) => `${site}/big/100.bin?n=${index}`);
    const control = createClient({ baseUrl: service.url, key: other.key });
    const alone = Promise.all(urls.map((url) => control.remoteUploads.add({ url })));
    await optionsPage.evaluate((all) => {
      const { browser } = globalThis as unknown as ExtensionGlobals;
      const drafts = all.map((url) => ({ url }));
      return browser.runtime
        .sendMessage({ name: 'links.send', request: { links: drafts } })
        .then(() => undefined);
    }, urls);
    // An open page would keep the event page alive.
    await context.newPage();
    for (const page of context.pages()) if (page.url().startsWith(baseUrl)) await page.close();
    const sent = async (email: string) =>
      (await admin.audit()).filter(
        (entry) => entry.account === email && entry.endpoint === '/api/upload/url',
      );
    await until(
      `${links} links`,
      async () => {
        await delay(1_000);
        return (await sent(account.email)).length >= links;
      },
      timeoutMs,
    );
    await alone;
    const own = (await admin.audit()).filter((entry) => entry.account === account.email);
    const times = (await sent(account.email)).map(({ at }) => at);
    const rival = (await sent(other.email)).map(({ at }) => at);
    const minSeconds = (links - perSecond) / perSecond;
    const name = `uploads in Firefox, ${links} links, idle for ${idleTimeoutMs / 1_000} s at most`;
    return [
      result({
        name: `${name}: time until the last one is at the service`,
        value: spanSeconds(times),
        unit: 's',
        rivals: [
          { name: 'the limit itself', value: minSeconds },
          { name: 'the client alone', value: spanSeconds(rival) },
        ],
        ...(goal !== null && { goal: { atMost: Math.round(10 * goal * minSeconds) / 10 } }),
      }),
      result({
        name: `${name}: most in a sliding second`,
        value: mostInASecond(own.map(({ at }) => at)),
        unit: 'arrivals',
        rivals: [{ name: 'the client alone', value: mostInASecond(rival) }],
        goal: { atMost: perSecond },
      }),
      result({
        name: `${name}: links sent twice`,
        value: times.length - links,
        unit: 'links',
        goal: { atMost: 0 },
      }),
    ];
  } finally {
    await firefox.close();
  }
}

interface ExtensionGlobals {
  readonly browser: { readonly runtime: { sendMessage(message: unknown): Promise<unknown> } };
}
