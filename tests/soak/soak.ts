/**
 * The soak `workers`: sends links through the built extension to a service with injected faults, while the worker is killed repeatedly.
 *
 * Files and requests are counted at the service and compared with the extension's records. Random numbers come from the plan's seed, but
 * timing differs from run to run.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../service/src/fault-plan.ts';
import { type SoakLink, type SoakPlan, soakLinks } from './plan.ts';
import { privateUrlsOf, type SoakParts, SoakRun, wakeTimeoutMs, within } from './run.ts';
import { judge, type SoakResult } from './verdict.ts';

/** @throws {Error} if the worker doesn't wake */
export async function soak(parts: SoakParts, plan: SoakPlan): Promise<SoakResult> {
  const run = await SoakRun.begin(parts);
  const links = soakLinks(parts.site, plan.links, await run.makeFolders());
  await run.admin.clearAudit();
  await run.admin.setFaults(plan.faults);
  const startedMs = performance.now();
  const kills = new WorkerKills(run, plan, links);
  await kills.sendNext(plan.firstBatch);
  while (await kills.shouldContinue()) await kills.next();
  await kills.sendNext(links.length);
  parts.log(`The worker was killed ${kills.count} times. Waiting for the rest to settle.`);
  await run.settle(startedMs + plan.timeoutMs);
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const { figures, violations } = judge(await run.gather());
  return {
    figures: { seconds, ...kills.figures(), 'faults in all': await run.countFaults(), ...figures },
    violations,
    privateUrls: privateUrlsOf(links),
  };
}

/** In turn, one of three ways wakes it. */
export class WorkerKills {
  readonly #run: SoakRun;
  readonly #plan: SoakPlan;
  readonly #links: readonly SoakLink[];
  readonly #random: () => number;
  #sent = 0;
  #wokenBy = { popup: 0, alarm: 0, link: 0 };

  constructor(run: SoakRun, plan: SoakPlan, links: readonly SoakLink[]) {
    this.#run = run;
    this.#plan = plan;
    this.#links = links;
    this.#random = seededRandom(plan.seed);
  }

  get count(): number {
    return this.#wokenBy.popup + this.#wokenBy.alarm + this.#wokenBy.link;
  }

  figures(): Record<string, number> {
    const { popup, alarm, link } = this.#wokenBy;
    return {
      'worker kills': this.count,
      'after which the popup woke it': popup,
      'after which the next links woke it': link,
      'after which only the alarm woke it': alarm,
    };
  }

  async sendNext(count: number): Promise<void> {
    const links = this.#links.slice(this.#sent, this.#sent + count);
    await this.#run.send(links);
    this.#sent += links.length;
  }

  async shouldContinue(): Promise<boolean> {
    const { least, most } = this.#plan.kills;
    if (this.count < least || this.count >= most) return this.count < least;
    return (await this.#queued()) > 0;
  }

  async next(): Promise<void> {
    const { links, firstBatch, kills, popupShare, alarmEvery, uptimeMs, downtimeMs } = this.#plan;
    const run = this.#run;
    const isWatched = this.#random() < popupShare;
    await run.showPopup(isWatched);
    // Short times are more frequent, so that some workers end during the recovery.
    await delay(within(uptimeMs, this.#random() ** 2));
    const queued = await this.#queued();
    if (!(await run.worker.kill())) throw new Error('The worker had ended before it was killed.');

    if (isWatched) {
      await this.#expectWake('open popup', wakeTimeoutMs.port);
      this.#wokenBy.popup += 1;
    } else if (queued > 0 && this.#wokenBy.link >= alarmEvery * (this.#wokenBy.alarm + 1)) {
      await this.#expectWake('alarm', wakeTimeoutMs.alarm);
      this.#wokenBy.alarm += 1;
    } else {
      await delay(within(downtimeMs, this.#random()));
      this.#wokenBy.link += 1;
    }
    const batch = Math.ceil((links - firstBatch) / kills.least);
    if (this.#sent < this.#links.length) await this.sendNext(batch);
    else await run.quiet.send('uploads.resume', {});
    if (!(await run.worker.waitFor('running', wakeTimeoutMs.port)))
      throw new Error('A message did not wake the worker.');
    if (this.count % 5 === 0) await run.report(`${this.count} worker kills`);
  }

  async #queued(): Promise<number> {
    const { uploads } = await this.#run.read();
    return uploads.filter(({ state }) => state === 'queued').length;
  }

  async #expectWake(waker: string, timeoutMs: number): Promise<void> {
    if (await this.#run.worker.waitFor('running', timeoutMs)) return;
    const counts = JSON.stringify(await this.#run.quiet.counts());
    throw new Error(
      `The ${waker} did not wake the worker within ${timeoutMs / 1_000} s. Uploads by state: ${counts}.`,
    );
  }
}
