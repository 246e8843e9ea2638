/**
 * The soak: links through the built extension in a real browser, to a service that does its worst, while the worker dies
 * again and again.
 *
 * It promises that whoever reads its verdict knows what the service has: it counts files and requests there, and asks
 * the extension only for what is left. Chance comes from the plan's seed; the times at which things happen do not, so
 * that no two runs are quite the same.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import { createClient } from '../../lib/api/index.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { isOfEndedWorker } from '../../scripts/chromium.ts';
import { connect } from '../../scripts/pages.ts';
import type { Say } from '../../scripts/process.ts';
import { seededRandom } from '../../service/src/faults.ts';
import { createAdmin, type RunningService } from '../../service/src/index.ts';
import { type SoakLink, type SoakPlan, soakLinks } from './plan.ts';
import { QuietPage } from './quiet-page.ts';
import { judge, type StoredFile, type Verdict } from './verdict.ts';
import { WorkerControl } from './worker.ts';

export interface SoakParts {
  readonly context: BrowserContext;
  readonly extensionId: string;
  /** Started with `admin` and an account with this key, which nobody else uses. */
  readonly service: RunningService;
  readonly key: string;
  /** Address of the sample site. */
  readonly site: string;
  readonly say: Say;
}

/** How many milliseconds the worker may take to be there after something has called it. */
const waking = { port: 15_000, alarm: 90_000 };

/** @throws Error where the worker does not wake, or nothing comes to an end within the plan's patience */
export async function soak(parts: SoakParts, plan: SoakPlan): Promise<Verdict> {
  const { context, extensionId, service, key, site, say } = parts;
  const admin = createAdmin(service.url);
  const faults = collectFaults(context);
  const options = await context.newPage();
  await options.goto(`chrome-extension://${extensionId}/options.html`);
  await connect(options, service.url, key);
  const quiet = await QuietPage.open(context, extensionId);
  // With any of the extension's other pages open, the worker would never be left to itself.
  for (const page of context.pages()) if (page !== quiet.page) await page.close();
  const worker = await WorkerControl.attach(quiet.page, `chrome-extension://${extensionId}/`);

  const client = createClient({ baseUrl: service.url, key });
  const folders: FolderRef[] = [{ id: '0', name: '' }];
  for (const name of ['Soak one', 'Soak two'])
    folders.push({ id: (await client.folders.create({ name })).folderId, name });
  await admin.clearAudit();
  await admin.setFaults(plan.faults);
  const started = performance.now();
  const links = soakLinks(site, plan.links, folders);
  const life = new Life(parts, plan, { quiet, worker }, links);
  await life.send(plan.atOnce);
  while (await life.goesOn()) await life.dieOnce();
  await life.send(links.length);
  say(`${life.deaths} deaths of the worker are over; waiting for the rest to settle.`);
  await life.settle(started + plan.patience);
  const took = (performance.now() - started) / 1_000;

  const [items, transfers, disk, audit] = await Promise.all([
    quiet.items(),
    quiet.transfers(),
    quiet.disk(),
    admin.audit(),
  ]);
  const struck = (await admin.faults()).reduce((sum, { struck }) => sum + struck, 0);
  await admin.clearFaults();
  await worker.detach();
  // From here on nobody is held to anything: this key asks for the list besides the extension.
  service.settings.rateLimit = false;
  const files: StoredFile[] = [];
  for await (const { title, folderId } of client.files.iterate({})) files.push({ title, folderId });
  const { keepAlive } = service.settings;
  const evidence = { links, files, items, transfers, disk, audit, faults, keepAlive };
  const { figures, violations } = judge(evidence);
  return {
    figures: { seconds: Math.round(took), ...life.figures(), 'faults in all': struck, ...figures },
    violations,
  };
}

/** The lives and deaths of the worker, and who wakes it. */
class Life {
  readonly #parts: SoakParts;
  readonly #plan: SoakPlan;
  readonly #quiet: QuietPage;
  readonly #worker: WorkerControl;
  readonly #links: readonly SoakLink[];
  readonly #random: () => number;
  #sent = 0;
  #popup: Page | null = null;
  #wakers = { popup: 0, alarm: 0, link: 0 };

  constructor(
    parts: SoakParts,
    plan: SoakPlan,
    { quiet, worker }: { quiet: QuietPage; worker: WorkerControl },
    links: readonly SoakLink[],
  ) {
    this.#parts = parts;
    this.#plan = plan;
    this.#quiet = quiet;
    this.#worker = worker;
    this.#links = links;
    this.#random = seededRandom(plan.seed);
  }

  get deaths(): number {
    return this.#wakers.popup + this.#wakers.alarm + this.#wakers.link;
  }

  figures(): Record<string, number> {
    const { popup, alarm, link } = this.#wakers;
    return {
      'deaths of the worker': this.deaths,
      'after which the popup woke it': popup,
      'after which the next links woke it': link,
      'after which only the alarm woke it': alarm,
    };
  }

  /** Puts the next links into the outbox, as many as there are; that wakes the worker. */
  async send(count: number): Promise<void> {
    const links = this.#links.slice(this.#sent, this.#sent + count);
    if (links.length === 0) return;
    // One message for each folder and kind of window, as the user's clicks are.
    const batches = Map.groupBy(links, (link) => JSON.stringify([link.folder, link.private]));
    for (const batch of batches.values()) {
      const [{ folder, private: isPrivate }] = batch as [SoakLink];
      const drafts = batch.map(({ url, title, titled }) => ({ url, ...(titled && { title }) }));
      const { queued } = await this.#quiet.send('links.send', { links: drafts, folder, private: isPrivate });
      if (queued !== batch.length) throw new Error(`Of ${batch.length} links only ${queued} were queued.`);
      this.#sent += batch.length;
    }
  }

  async goesOn(): Promise<boolean> {
    const { least, most } = this.#plan.deaths;
    if (this.deaths < least || this.deaths >= most) return this.deaths < least;
    return (await this.#quiet.counts()).queued > 0;
  }

  /** Lets the worker live for a while, ends it, and has it woken in one of three ways. */
  async dieOnce(): Promise<void> {
    const { links, atOnce, deaths, watched, alarmEvery, life, pause } = this.#plan;
    const isWatched = this.#random() < watched;
    await this.#show(isWatched);
    // Many short lives, so that some end in the middle of the recovery.
    await delay(between(life, this.#random() ** 2));
    const { queued } = await this.#quiet.counts();
    if (!(await this.#worker.kill())) throw new Error('The worker was gone before it was ended.');

    if (isWatched) {
      await this.#awaited('open popup', waking.port);
      this.#wakers.popup += 1;
    } else if (queued > 0 && this.#wakers.link >= alarmEvery * (this.#wakers.alarm + 1)) {
      await this.#awaited('alarm', waking.alarm);
      this.#wakers.alarm += 1;
    } else {
      await delay(between(pause, this.#random()));
      this.#wakers.link += 1;
    }
    const portion = Math.ceil((links - atOnce) / deaths.least);
    if (this.#sent < this.#links.length) await this.send(portion);
    else await this.#quiet.send('outbox.resume', {});
    if (!(await this.#worker.becomes('running', waking.port))) throw new Error('A message wakes no worker.');
    if (this.deaths % 5 === 0) await this.#tell();
  }

  /** Waits, with a popup open and nothing dying any more, until everything has ended. */
  async settle(deadline: number): Promise<void> {
    await this.#show(true);
    for (let round = 1; ; round += 1) {
      const items = await this.#quiet.items();
      const transfers = await this.#quiet.transfers();
      const open = items.filter(({ state, doubt }) => state !== 'refused' && doubt?.nextLookAt !== null);
      const moving = transfers.filter(({ endedAt, phase }) => endedAt === null && phase !== 'error');
      if (open.length === 0 && moving.length === 0) break;
      if (performance.now() > deadline) break;
      if (round % 10 === 0) await this.#tell();
      await delay(1_000);
    }
    await this.#show(false);
  }

  async #show(isShown: boolean): Promise<void> {
    const { context, extensionId } = this.#parts;
    if (isShown === (this.#popup !== null)) return;
    if (isShown) {
      this.#popup = await context.newPage();
      await this.#popup.goto(`chrome-extension://${extensionId}/popup.html`);
    } else {
      await this.#popup?.close();
      this.#popup = null;
    }
  }

  async #awaited(waker: string, patience: number): Promise<void> {
    if (await this.#worker.becomes('running', patience)) return;
    const { queued, sending, unsure } = await this.#quiet.counts();
    throw new Error(
      `No ${waker} woke the worker within ${patience / 1_000} s, though ${queued} links are queued, ${sending} being sent and ${unsure} unsure.`,
    );
  }

  async #tell(): Promise<void> {
    const { queued, sending, unsure, refused } = await this.#quiet.counts();
    const gone = this.#sent - queued - sending - unsure - refused;
    const { say } = this.#parts;
    say(
      `${this.deaths} deaths, ${this.#sent} links sent: ${gone} taken, ${queued} queued, ${sending} being sent, ${unsure} unsure`,
    );
  }
}

const between = ({ shortest, longest }: SoakPlan['life'], share: number): number =>
  shortest + share * (longest - shortest);

/** What worker and pages call their own fault; that a connection broke is none. */
function collectFaults(context: BrowserContext): readonly string[] {
  const faults: string[] = [];
  const hear = (message: ConsoleMessage) => {
    const text = message.text();
    const isOurs = /Linkhaul|storage failed/.test(text) && !isOfEndedWorker(text);
    if (message.type() === 'error' && isOurs) faults.push(text);
  };
  context.on('console', hear);
  context.on('weberror', (webError) => faults.push(String(webError.error())));
  for (const worker of context.serviceWorkers()) worker.on('console', hear);
  context.on('serviceworker', (worker) => worker.on('console', hear));
  return faults;
}
