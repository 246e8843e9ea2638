/** The uploads and the scheduler of one installation against a fake service in virtual time: what `installation.ts` models. */
import { createScheduler } from '../../../lib/background/scheduler.ts';
import { createStartDelays } from '../../../lib/background/start-delays.ts';
import { createMemoryStore } from '../../../lib/uploads/storage/memory-store.ts';
import { combineStores } from '../../../lib/uploads/storage/store.ts';
import { createTrackingStore } from '../../../lib/uploads/tracking/progress.ts';
import { createUploads } from '../../../lib/uploads/uploads.ts';
import { FakeTime } from '../../lib/fake-time.ts';
import { FakeProcess } from '../../lib/process.ts';
import { FakeService, type Fault } from '../../lib/uploads/fake-service.ts';
import { accountId, folder, memoryArea } from '../../lib/uploads/samples.ts';

export interface RealSetup {
  readonly isWatched: boolean;
  readonly slots: number;
  readonly links: number;
  readonly transferMs: number;
  /** What chance always says. */
  readonly random: number;
}

/** What happens, in milliseconds from the beginning, at which the links are added. */
export interface Happenings {
  readonly outage: { readonly fromMs: number; readonly toMs: number } | null;
  readonly restart: { readonly fromMs: number; readonly toMs: number } | null;
  readonly endMs: number;
}

const endpoints = ['upload/url', 'urlupload/list', 'urlupload/slots', 'file/list', 'file/info', 'file/check'];
type JobName = 'send' | 'poll' | 'deliver';

/** @returns when it asked, milliseconds from the beginning */
export async function runReal(setup: RealSetup, { outage, restart, endMs }: Happenings): Promise<number[]> {
  const time = new FakeTime();
  const startMs = time.nowMs;
  const service = new FakeService(time, {
    ...{ slots: setup.slots, transferMs: setup.transferMs, gapMs: 0, echo: 'as-sent', refusesQueued: false },
    ...{ filtersFiles: true, rewritesTitles: false, limiterMs: 0, unreadable: 'nothing' },
  });
  const disk = memoryArea();
  let browser = openBrowser(time, service, disk, setup);
  const urls = Array.from({ length: setup.links }, (_, at) => ({ url: `https://files.example/${at}.mp4` }));
  void browser.send(urls);
  const happenings = [
    outage && { atMs: outage.fromMs, happen: () => setFault(service, 'reset-before') },
    outage && { atMs: outage.toMs, happen: () => setFault(service, 'none') },
    restart && { atMs: restart.fromMs, happen: () => browser.close() },
    restart && {
      atMs: restart.toMs,
      happen: () => {
        browser = openBrowser(time, service, disk, setup);
        browser.start();
      },
    },
    { atMs: endMs, happen: () => browser.close() },
  ].filter((each) => each !== null);
  for (const { atMs, happen } of happenings.sort((one, other) => one.atMs - other.atMs)) {
    await time.advance(startMs + atMs - time.nowMs);
    happen();
  }
  return service.requests.map(({ atMs }) => atMs - startMs);
}

function setFault(service: FakeService, fault: Fault): void {
  for (const endpoint of endpoints) service.lastingFaults[endpoint] = fault;
}

/** Wired as in `lib/background/context.ts`, without what asks nothing. */
function openBrowser(
  time: FakeTime,
  service: FakeService,
  disk: ReturnType<typeof memoryArea>,
  { isWatched, random }: RealSetup,
) {
  const process = new FakeProcess(Number.POSITIVE_INFINITY, () => {});
  const clock = () => time.nowMs;
  const session = process.guard(memoryArea());
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
    time.setTimer(delayMs, () => timer.isCleared || !process.isAlive || callback());
    return timer;
  }

  return {
    async send(drafts: readonly { url: string }[]): Promise<void> {
      startDelays.endDelays();
      await uploads.add(drafts, { accountId, folder, private: false });
      wake('send');
    },
    /** As `onStartup` does, and an open page that is opened again. */
    start(): void {
      if (isWatched) startDelays.endDelays();
      const polled = isWatched ? uploads.poll(accountId) : Promise.resolve();
      void polled.then(() => wake());
    },
    close: () => process.kill(),
  };
}
