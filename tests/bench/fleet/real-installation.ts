/** Uploads and scheduler of one installation against a fake service in virtual time, which `installation.ts` models. */
import { createScheduler } from '../../../lib/background/scheduler.ts';
import { createStartDelays } from '../../../lib/background/start-delays.ts';
import { createMemoryStore } from '../../../lib/uploads/storage/memory-store.ts';
import { combineStores } from '../../../lib/uploads/storage/store.ts';
import { createTrackingStore } from '../../../lib/uploads/tracking/progress.ts';
import { createUploads } from '../../../lib/uploads/uploads.ts';
import type { Fault } from '../../lib/fake-network.ts';
import { FakeProcess } from '../../lib/fake-process.ts';
import { FakeService } from '../../lib/fake-service.ts';
import { FakeTime } from '../../lib/fake-time.ts';
import { accountId, createFakeFrozenArea, folder } from '../../lib/uploads/samples.ts';

export interface RealSetup {
  readonly isWatched: boolean;
  readonly slots: number;
  readonly links: number;
  readonly transferMs: number;
  /** The constant value of its random function. */
  readonly random: number;
}

/** Times in milliseconds from the start, when the links are added. */
export interface Scenario {
  readonly outage: { readonly fromMs: number; readonly toMs: number } | null;
  readonly restart: { readonly fromMs: number; readonly toMs: number } | null;
  readonly endMs: number;
}

const endpoints = ['upload/url', 'urlupload/list', 'urlupload/slots', 'file/list', 'file/info', 'file/check'];
type JobName = 'send' | 'poll' | 'deliver';

/** @returns the times of its requests, milliseconds from the start */
export async function runReal(setup: RealSetup, { outage, restart, endMs }: Scenario): Promise<number[]> {
  const time = new FakeTime();
  const startMs = time.nowMs;
  const service = new FakeService(time, { slots: setup.slots, transferMs: setup.transferMs });
  const disk = createFakeFrozenArea();
  let browser = openBrowser(time, service, disk, setup);
  const urls = Array.from({ length: setup.links }, (_, at) => ({ url: `https://files.example/${at}.mp4` }));
  void browser.send(urls);
  const steps = [
    outage && { atMs: outage.fromMs, run: () => setFault(service, 'reset-before') },
    outage && { atMs: outage.toMs, run: () => setFault(service, 'none') },
    restart && { atMs: restart.fromMs, run: () => browser.close() },
    restart && {
      atMs: restart.toMs,
      run: () => {
        browser = openBrowser(time, service, disk, setup);
        browser.start();
      },
    },
    { atMs: endMs, run: () => browser.close() },
  ].filter((each) => each !== null);
  for (const { atMs, run } of steps.sort((one, other) => one.atMs - other.atMs)) {
    await time.advance(startMs + atMs - time.nowMs);
    run();
  }
  return service.requests.map(({ atMs }) => atMs - startMs);
}

function setFault(service: FakeService, fault: Fault): void {
  for (const endpoint of endpoints) service.lastingFaults[endpoint] = fault;
}

/** As in `lib/background/context.ts`, without the parts that send no requests. */
function openBrowser(
  time: FakeTime,
  service: FakeService,
  disk: ReturnType<typeof createFakeFrozenArea>,
  { isWatched, random }: RealSetup,
) {
  const process = new FakeProcess(Number.POSITIVE_INFINITY, () => {});
  const clock = () => time.nowMs;
  const session = process.guard(createFakeFrozenArea());
  const startDelays = createStartDelays(session, clock, () => random);
  const client = process.guard(service.client());
  const store = combineStores(createMemoryStore(process.guard(disk), 1), createMemoryStore(session));
  const wake = (...names: JobName[]) => void scheduler.wake(...names);
  const uploads = createUploads({
    ...{ store, clock, tracking: createTrackingStore(session), getStartTimeMs: startDelays.getStartTimeMs },
    clientFor: async () => client,
    random: () => random,
    sleep: (delayMs) => time.wait(delayMs),
    isOnline: () => true,
    onChange: (hasEvents) => hasEvents && wake('deliver'),
  });
  let alarm: object | null = null;
  const scheduler = createScheduler<JobName>(
    {
      send: () => uploads.run(),
      async poll() {
        const dueAtMs = await uploads.nextPollMs({ isWatched });
        if (dueAtMs !== null && dueAtMs <= clock()) await uploads.poll();
        return uploads.nextPollMs({ isWatched });
      },
      async deliver() {
        await uploads.deliverEvents(async ({ kind }) => {
          if (kind === 'sent') wake('poll');
          if (kind !== 'done') return;
          await uploads.endWait(accountId, ['slots']);
          wake('send');
        });
        return null;
      },
    },
    {
      clock,
      setTimer: (callback, delayMs) => setTimer(callback, delayMs),
      clearTimer: (timer: { isCleared: boolean }) => void Object.assign(timer, { isCleared: true }),
      async setAlarm(atMs) {
        const own = {};
        alarm = own;
        if (atMs !== null) setTimer(() => alarm === own && wake(), atMs - clock());
      },
      onFault: (fault) => {
        throw fault;
      },
    },
  );

  function setTimer(callback: () => void, delayMs: number): { isCleared: boolean } {
    const timer = { isCleared: false };
    time.setTimer(() => timer.isCleared || !process.isAlive || callback(), delayMs);
    return timer;
  }

  return {
    async send(drafts: readonly { url: string }[]): Promise<void> {
      startDelays.endDelays();
      await uploads.add(drafts, { accountId, folder, private: false });
      wake('send');
    },
    /** As `onStartup`, and as a page that is opened. */
    start(): void {
      if (isWatched) startDelays.endDelays();
      const polled = isWatched ? uploads.poll(accountId) : Promise.resolve();
      void polled.then(() => wake());
    },
    close: () => process.kill(),
  };
}
