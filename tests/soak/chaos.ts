/**
 * The soak `chaos`: everything that one user with one browser can do at the same time.
 *
 * 1. Two pages and the menu send the same links at the same moment, also while the worker is starting, and again later.
 *    Each link becomes one upload, and every other attempt is reported as a duplicate.
 * 2. The browser is killed (SIGKILL) and restarted with the same profile, once during the recovery.
 * 3. The host permission is revoked on chrome://extensions, and granted again.
 * 4. The account is removed while its links are being sent, once with the worker killed during the removal, and connected
 *    again.
 *
 * The faults of `soak.ts` are injected throughout, and the worker is killed in between. After step 3 everything has to
 * settle and is judged. Then the browser is killed again while links from private windows are being sent. They end with
 * it. A forgotten link may still arrive, as a file without a record. For links without a title, absence can't be proven
 * then, so from there on all links have a title.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from '@playwright/test';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { AddOutcome } from '../../lib/protocol.ts';
import { localHosts } from '../../scripts/chromium.ts';
import { dispatchMenuClick, findCurrentAccountId } from '../../scripts/extension-pages.ts';
import { seededRandom } from '../../service/src/fault-plan.ts';
import type { ProfileBrowser } from './browser.ts';
import { type LinkOptions, type SoakLink, type SoakPlan, soakLinks } from './plan.ts';
import { NoResponseError, QuietPage } from './quiet-page.ts';
import { batchesOf, privateUrlsOf, type SoakParts, SoakRun, wakeTimeoutMs, within } from './run.ts';
import { judge, keepsEvents, type SoakResult } from './verdict.ts';

export interface ChaosParts extends SoakParts {
  readonly browser: ProfileBrowser;
}

/** @throws {Error} if the worker or the browser doesn't start */
export async function soakChaos(parts: ChaosParts, plan: SoakPlan): Promise<SoakResult> {
  const run = await SoakRun.begin(parts);
  const folders = await run.makeFolders();
  const chaos = new Chaos(run, parts, plan, folders);
  // The extension detects deleted files with a complete catalog, and must not mistake an arrived file for one.
  await run.quiet.send('catalog.refresh', { accountId: await chaos.accountId(), folderId: null });
  await run.admin.clearAudit();
  await run.admin.setFaults(plan.faults);
  const startedMs = performance.now();

  const settle = async () => {
    await run.settle(startedMs + plan.timeoutMs);
    const { figures, violations } = judge(await run.gather());
    chaos.violations.push(...violations);
    return figures;
  };

  const rounds = Math.max(2, Math.ceil(plan.kills.least / 2));
  const share = (part: number) => Math.ceil(plan.links * part);
  for (let round = 0; round < rounds; round += 1) {
    await chaos.sendConcurrently(chaos.links(share(0.45 / rounds), { privateEvery: 0 }));
    await chaos.killWorker();
  }
  await run.send(chaos.links(share(0.1), { privateEvery: 0 }));
  await chaos.killBrowser();
  await chaos.killBrowser();
  await chaos.revokePermission(
    chaos.links(share(0.08), { privateEvery: 0 }),
    chaos.links(share(0.05), { privateEvery: 0 }),
  );
  parts.log('Waiting for everything to settle before links are forgotten.');
  const first = await settle();

  const titled = { allTitled: true, privateEvery: 3 };
  await run.send(chaos.links(share(0.08), titled));
  await chaos.killBrowser();
  for (const isInterrupted of [false, true]) {
    await run.send(chaos.links(share(0.06), titled));
    await chaos.reconnectAccount(isInterrupted);
  }
  while (chaos.isShortOfKills()) {
    await run.send(chaos.links(share(0.02), titled));
    await chaos.killWorker();
  }
  await run.send(chaos.links(share(0.1), titled));
  parts.log('Nothing is killed any more. Waiting for the rest to settle.');
  const figures = await settle();
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  return {
    figures: {
      seconds,
      ...chaos.figures,
      'faults in all': await run.countFaults(),
      ...figures,
      'duplicates made / found': `${first['duplicates made / found']}, then ${figures['duplicates made / found']}`,
    },
    violations: [...new Set(chaos.violations)],
    privateUrls: privateUrlsOf(run.links),
  };
}

/** Each duplicate opens a window. */
const menuClicks = 4;

class Chaos {
  readonly violations: string[] = [];
  readonly figures = {
    'worker kills': 0,
    'browser kills': 0,
    'attempts to send a link that was sent': 0,
    'of them by the menu': 0,
    'requests while the permission was revoked': 0,
    'of them that add a link': 0,
    'removals of the account': 0,
  };
  readonly #run: SoakRun;
  readonly #parts: ChaosParts;
  readonly #plan: SoakPlan;
  readonly #folders: readonly FolderRef[];
  readonly #random: () => number;
  #linkCount = 0;

  constructor(run: SoakRun, parts: ChaosParts, plan: SoakPlan, folders: readonly FolderRef[]) {
    this.#run = run;
    this.#parts = parts;
    this.#plan = plan;
    this.#folders = folders;
    this.#random = seededRandom(plan.seed);
  }

  links(count: number, options: LinkOptions): readonly SoakLink[] {
    const links = soakLinks(this.#parts.site, count, this.#folders, {
      from: this.#linkCount + 1,
      ...options,
    });
    this.#linkCount += count;
    return links;
  }

  isShortOfKills(): boolean {
    return this.figures['worker kills'] < this.#plan.kills.least;
  }

  async accountId(): Promise<string> {
    return (await findCurrentAccountId(this.#run.quiet.page)) ?? '';
  }

  /** A message wakes it. */
  async killWorker(): Promise<void> {
    const { uptimeMs, downtimeMs } = this.#plan;
    await delay(within(uptimeMs, this.#random() ** 2));
    await this.#run.read();
    await this.#kill();
    await delay(within(downtimeMs, this.#random()));
    // Wakes the worker and sends duplicates before it has recovered.
    await this.#sendEverythingAgain();
    await this.#run.report(`${this.figures['worker kills']} worker kills`);
  }

  async #kill(): Promise<void> {
    if (await this.#run.worker.kill()) this.figures['worker kills'] += 1;
  }

  async #wake(): Promise<void> {
    await this.#run.quiet.send('uploads.resume', {});
    if (!(await this.#run.worker.waitFor('running', wakeTimeoutMs.port)))
      throw new Error('A message did not wake the worker.');
  }

  /** Two pages send all links and the menu some, at once. Then everything is sent again. */
  async sendConcurrently(links: readonly SoakLink[]): Promise<void> {
    const { context, baseUrl } = this.#parts.browser;
    const run = this.#run;
    const pages = [run.quiet, await QuietPage.open(context, baseUrl)];
    const untitled = links.filter(({ titled }) => !titled).slice(0, menuClicks);
    const isCold = this.#random() < 0.5;
    const isInterrupted = this.#random() < 0.4;
    const accountId = await this.accountId();
    if (isCold) await this.#kill();

    const countOpened = this.#countPickers();
    const clicks = run.worker.start().then(async () => {
      const worker = await this.#workerHandle();
      return Promise.all(untitled.map((link) => clickMenu(worker, accountId, link)));
    });
    const sends = pages.map((page) => sendUntilResponse(page, links));
    if (isInterrupted) {
      await delay(this.#random() * 60);
      await this.#kill();
    }
    const responses = (await Promise.all(sends)).flat();
    const clicked = (await clicks).filter((isDispatched) => isDispatched).length;
    run.links.push(...links);
    this.figures['attempts to send a link that was sent'] += links.length + clicked;
    this.figures['of them by the menu'] += clicked;

    const queued = responses.reduce((sum, response) => sum + response.queued, 0);
    const duplicates = responses.reduce((sum, response) => sum + response.duplicates.length, 0);
    if (queued > links.length) this.violations.push(`${links.length} links were queued ${queued} times.`);
    if (queued + duplicates !== 2 * links.length)
      this.violations.push(
        `Of ${2 * links.length} links, ${queued} were queued and ${duplicates} were duplicates.`,
      );
    // A killed worker loses responses and clicks.
    if (!isInterrupted && clicked === untitled.length) {
      const expected = untitled.length - (links.length - queued);
      const pickers = await countOpened(expected);
      if (pickers !== expected)
        this.violations.push(`${expected} menu clicks were duplicates, but ${pickers} windows opened.`);
    }
    await this.#sendEverythingAgain();
    for (const page of context.pages()) if (page !== run.quiet.page) await page.close();
  }

  async #sendEverythingAgain(): Promise<void> {
    const { quiet, forgotten } = this.#run;
    const links = this.#run.links.filter(({ url }) => !forgotten.has(url));
    const responses = await sendUntilResponse(quiet, links);
    const queued = responses.reduce((sum, response) => sum + response.queued, 0);
    if (queued > 0)
      this.violations.push(`${queued} of ${links.length} links were queued although they had been sent.`);
    this.figures['attempts to send a link that was sent'] += links.length;
  }

  /** From now on. The returned function waits up to five seconds for the expected number. */
  #countPickers(): (expected: number) => Promise<number> {
    const { context } = this.#parts.browser;
    const before = context.pages().length;
    const count = () =>
      context
        .pages()
        .slice(before)
        .filter((page) => page.url().includes('/picker.html')).length;
    return async (expected) => {
      for (let round = 0; round < 50 && count() < expected; round += 1) await delay(100);
      return count();
    };
  }

  /** Handles of ended workers remain for a while and don't respond. */
  async #workerHandle(): Promise<Worker | undefined> {
    const { context, extensionId } = this.#parts.browser;
    for (let round = 0; round < 20; round += 1) {
      const worker = context.serviceWorkers().findLast((each) => each.url().includes(extensionId));
      const isResponding = worker?.evaluate(() => true).catch(() => false) ?? Promise.resolve(false);
      if (await Promise.race([isResponding, delay(200, false)])) return worker;
      await delay(20);
    }
    return undefined;
  }

  /** Links from private windows end with the browser. */
  async killBrowser(): Promise<void> {
    const { browser, log } = this.#parts;
    const { uptimeMs } = this.#plan;
    const run = this.#run;
    await delay(within({ ...uptimeMs, longest: uptimeMs.longest / 4 }, this.#random()));
    await run.read();
    await browser.kill();
    this.figures['browser kills'] += 1;
    const privateUrls = privateUrlsOf(run.links);
    for (const url of privateUrls) if (!run.forgotten.has(url)) run.forgotten.set(url, Date.now());
    const found = await browser.findOnDisk(privateUrls);
    if (found.length > 0)
      this.violations.push(
        `${found.length} private links are in files of the profile, for example ${found[0]}.`,
      );
    await browser.start();
    await run.attach();
    if (!(await run.worker.waitFor('running', wakeTimeoutMs.port)))
      throw new Error('The worker does not run after the browser was restarted.');
    // Chromium writes this setting some seconds later, so a killed browser may have lost it.
    if (!(await this.#hasPermission())) await this.#setHostAccess('ON_ALL_SITES');
    log(`The browser was killed ${this.figures['browser kills']} times.`);
  }

  /** Sends links meanwhile, and more while it is revoked. */
  async revokePermission(before: readonly SoakLink[], meanwhile: readonly SoakLink[]): Promise<void> {
    const run = this.#run;
    await run.send(before);
    await delay(300);
    await this.#setHostAccess('ON_CLICK');
    const revokedAtMs = Date.now();
    await run.send(meanwhile);
    await delay(4_000);
    await this.#kill();
    await this.#wake();
    await delay(4_000);
    const { uploads } = await run.read();
    const waiting = uploads.filter(({ state }) => state === 'queued' || state === 'deferred');
    const wrong = waiting.filter(({ wait }) => wait?.reason !== 'permission');
    if (waiting.length === 0 || wrong.length > 0)
      this.violations.push(
        `Without the permission, ${waiting.length} links wait, ${wrong.length} of them for another reason, for example ${JSON.stringify(wrong[0])}.`,
      );
    const calls = (await run.admin.audit(revokedAtMs)).filter(({ path }) => path.startsWith('/api/'));
    this.figures['requests while the permission was revoked'] = calls.length;
    this.figures['of them that add a link'] = calls.filter(({ path }) => path === '/api/upload/url').length;
    await this.#setHostAccess('ON_ALL_SITES');
    await run.report('The permission was revoked and granted again');
  }

  #hasPermission(): Promise<boolean> {
    return this.#run.quiet.page.evaluate(
      (origins) => (globalThis as unknown as ExtensionGlobals).chrome.permissions.contains({ origins }),
      localHosts,
    );
  }

  /** On the extension's page of the browser's settings. */
  async #setHostAccess(hostAccess: 'ON_CLICK' | 'ON_ALL_SITES'): Promise<void> {
    const { context, extensionId } = this.#parts.browser;
    const page = await context.newPage();
    await page.goto('chrome://extensions/');
    await page.evaluate(
      (change) =>
        (globalThis as unknown as ExtensionsPage).chrome.developerPrivate.updateExtensionConfiguration(
          change,
        ),
      { extensionId, hostAccess },
    );
    await page.close();
  }

  /** Removes the account while its links are being sent. */
  async reconnectAccount(isInterrupted: boolean): Promise<void> {
    const run = this.#run;
    const { service, key } = this.#parts;
    const accountId = await this.accountId();
    await delay(500 + this.#random() * 1_000);
    await run.read();
    const removal = run.quiet.send('accounts.remove', { accountId }).catch((error: unknown) => {
      if (!(error instanceof NoResponseError)) throw error;
    });
    if (isInterrupted) {
      await delay(this.#random() * 30);
      await this.#kill();
    }
    await removal;
    if (isInterrupted) {
      await this.#wake();
      // The worker may have died before anything was stored.
      if ((await this.accountId()) === accountId) await run.quiet.send('accounts.remove', { accountId });
    }
    const removedAtMs = Date.now();
    for (const { url } of run.links) if (!run.forgotten.has(url)) run.forgotten.set(url, removedAtMs);
    run.removedAccountIds.push(accountId);
    this.figures['removals of the account'] += 1;

    await delay(5_000);
    const disk = await run.quiet.disk();
    const traces = Object.keys(disk).filter(
      (store) => !keepsEvents(store) && disk[store]?.includes(accountId),
    );
    if (traces.length > 0)
      this.violations.push(
        `Five seconds after its removal (${isInterrupted ? 'the worker was killed' : 'undisturbed'}) the account is still in ${traces.join(', ')}.`,
      );
    await run.quiet.send('accounts.connect', { address: service.url, key });
    await run.report('The account was removed and connected again');
  }
}

/** Until every message got a response. Links queued without one are then duplicates. */
async function sendUntilResponse(
  page: QuietPage,
  links: readonly SoakLink[],
): Promise<readonly AddOutcome[]> {
  return Promise.all(
    batchesOf(links).map(async ({ request }) => {
      for (;;) {
        try {
          return await page.send('links.send', request);
        } catch (error) {
          if (!(error instanceof NoResponseError)) throw error;
        }
      }
    }),
  );
}

/** Returns false if the worker ended before the click. */
async function clickMenu(
  worker: Worker | undefined,
  accountId: string,
  { url, folder }: SoakLink,
): Promise<boolean> {
  if (worker === undefined) return false;
  const menuItemId = JSON.stringify(['send-to', accountId, folder.id]);
  const click = dispatchMenuClick(worker, { menuItemId, linkUrl: url }).then(
    () => true,
    () => false,
  );
  return Promise.race([click, delay(3_000, false)]);
}

interface ExtensionGlobals {
  readonly chrome: {
    readonly permissions: { contains(permissions: { origins: readonly string[] }): Promise<boolean> };
  };
}

interface ExtensionsPage {
  readonly chrome: {
    readonly developerPrivate: { updateExtensionConfiguration(change: object): Promise<void> };
  };
}
