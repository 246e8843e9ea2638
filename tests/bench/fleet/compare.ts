/** Whether the model of an installation asks when the real one does. */
import { Installation } from './installation.ts';
import { type Happenings, type RealSetup, runReal } from './real-installation.ts';

const minute = 60_000;
/** Milliseconds by which the same request may differ. */
const toleranceMs = 1_000;

export interface Agreement {
  /** Requests of the real installations. */
  readonly requests: number;
  /** Of those, the ones that the model sends within a second of the same time. */
  readonly same: number;
  /** Requests of the model. */
  readonly modelled: number;
}

/** Compares so many installations of every kind, half of them through an outage and half through a restart. */
export async function compareWithReal(count: number, random: () => number): Promise<Agreement> {
  const sum = { requests: 0, same: 0, modelled: 0 };
  for (let at = 0; at < count; at += 1) {
    const [setup, happenings] = [randomSetup(at, random), randomHappenings(at, random)];
    const real = await runReal(setup, happenings);
    const modelled = runModel(setup, happenings);
    sum.requests += real.length;
    sum.modelled += modelled.length;
    sum.same += countSame(real, modelled);
  }
  return sum;
}

function randomSetup(at: number, random: () => number): RealSetup {
  const slots = 1 + Math.floor(random() * 4);
  const kind = at % 4;
  return {
    isWatched: kind === 1,
    slots,
    // Nothing at all, as many as there are slots, or a full queue.
    links: kind === 0 ? 0 : kind === 3 ? slots + 5 + Math.floor(random() * 20) : slots,
    transferMs: Math.round((kind === 3 ? 4 + random() * 20 : 10 + random() * 100) * minute),
    random: random(),
  };
}

function randomHappenings(at: number, random: () => number): Happenings {
  const fromMs = Math.round((15 + random() * 10) * minute);
  return at % 8 < 4
    ? { outage: { fromMs, toMs: fromMs + 10 * minute }, restart: null, endMs: 90 * minute }
    : { outage: null, restart: { fromMs, toMs: fromMs + 20_000 }, endMs: 90 * minute };
}

function runModel(setup: RealSetup, { outage, restart, endMs }: Happenings): readonly number[] {
  const times: number[] = [];
  const { links: queued, transferMs, random } = setup;
  const installation = new Installation(
    {
      ...{ isWatched: setup.isWatched, slots: setup.slots, queued, transfers: [] },
      ...{ hasCatalog: false, fullSyncRequests: 0, polledAtMs: null, slotsCheckAtMs: 0 },
      transferMs: () => transferMs,
    },
    {
      random: () => random,
      request(atMs) {
        times.push(atMs);
        return outage === null || atMs < outage.fromMs || atMs >= outage.toMs;
      },
    },
  );
  const runUntil = (atMs: number) => {
    while (installation.nextAtMs() < atMs) installation.step();
  };
  if (restart !== null) {
    runUntil(restart.fromMs);
    installation.close();
    installation.open(restart.toMs);
  }
  runUntil(endMs);
  return times.sort((one, other) => one - other);
}

/** Pairs of equal requests, both lists in order. */
function countSame(one: readonly number[], other: readonly number[]): number {
  let [same, at] = [0, 0];
  for (const timeMs of one) {
    while (at < other.length && (other[at] ?? 0) < timeMs - toleranceMs) at += 1;
    if (Math.abs((other[at] ?? Number.POSITIVE_INFINITY) - timeMs) > toleranceMs) continue;
    same += 1;
    at += 1;
  }
  return same;
}
