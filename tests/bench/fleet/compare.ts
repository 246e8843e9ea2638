/** Compares the request times of the model of an installation with those of the real one. */
import { Installation } from './installation.ts';
import { type RealSetup, runReal, type Scenario } from './real-installation.ts';

const minute = 60_000;
/** The most that the times of the same request may differ. */
const toleranceMs = 1_000;

export interface Comparison {
  /** Requests of the real installations. */
  readonly requests: number;
  /** Of those, the ones that the model sends at the same time, within the tolerance. */
  readonly same: number;
  /** Requests of the model. */
  readonly modelled: number;
}

/** Compares installations of every kind, half of them through an outage and half through a restart. */
export async function compareWithReal(count: number, random: () => number): Promise<Comparison> {
  const sum = { requests: 0, same: 0, modelled: 0 };
  for (let at = 0; at < count; at += 1) {
    const [setup, scenario] = [randomSetup(at, random), randomScenario(at, random)];
    const real = await runReal(setup, scenario);
    const modelled = runModel(setup, scenario);
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
    // None, as many as there are slots, or a full queue.
    links: kind === 0 ? 0 : kind === 3 ? slots + 5 + Math.floor(random() * 20) : slots,
    transferMs: Math.round((kind === 3 ? 4 + random() * 20 : 10 + random() * 100) * minute),
    random: random(),
  };
}

function randomScenario(at: number, random: () => number): Scenario {
  const fromMs = Math.round((15 + random() * 10) * minute);
  return at % 8 < 4
    ? { outage: { fromMs, toMs: fromMs + 10 * minute }, restart: null, endMs: 90 * minute }
    : { outage: null, restart: { fromMs, toMs: fromMs + 20_000 }, endMs: 90 * minute };
}

function runModel(setup: RealSetup, { outage, restart, endMs }: Scenario): readonly number[] {
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
