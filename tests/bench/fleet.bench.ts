/**
 * The requests of 100,000 installations to their service: through an outage of ten minutes and the hour after it, through a
 * browser update that restarts all of them in the same second, and through a day of full syncs. Virtual time; the
 * installations are models (`fleet/installation.ts`) that use the extension's own functions, and some are compared with
 * real ones. Control: the same installations without randomness.
 */
import type { Log } from '../../scripts/process.ts';
import { seededRandom } from '../../service/src/faults.ts';
import { type Benchmark, type Result, result } from './bench.ts';
import { compareWithReal } from './fleet/compare.ts';
import { drawTypicalVisitMs, type Hour, runDailySyncs } from './fleet/daily-sync.ts';
import { type Incident, type Kind, kinds, type Load, phases, rateOf, runFleet } from './fleet/fleet.ts';

const installations = 100_000;
const compared = 48;
const maxPeakByMean = 3;

/** A peak within `peak` is divided by the mean of `mean`. */
const windows: Readonly<Record<Incident, { readonly mean: Window; readonly peak: Window }>> = {
  outage: { mean: phases.after, peak: [phases.during[0], phases.after[1]] },
  restart: { mean: fromRestart(60), peak: fromRestart(60) },
};
type Window = readonly [fromMs: number, toMs: number];

function fromRestart(minutes: number): Window {
  return [phases.during[0], phases.during[0] + minutes * 60_000];
}

const benchmark: Benchmark = {
  title: `Fleet: ${installations.toLocaleString('en')} installations and one service`,
  async run(log) {
    const { requests, modelled, same } = await compareWithReal(compared, seededRandom(3));
    const results = [
      result({
        name: `fleet: requests of ${compared} real installations that the model sends in the same second`,
        value: same / requests,
        unit: 'of all',
        rivals: [{ name: 'as many requests as the real ones', value: modelled / requests }],
        goal: { atLeast: 0.95 },
      }),
    ];
    for (const event of ['outage', 'restart'] as const) results.push(...runEvent(event, log));
    results.push(...runDay(log));
    return results;
  },
};
export default benchmark;

function runEvent(event: Incident, log: Log): Result[] {
  const load = runFleet({ installations, event, populationRandom: seededRandom(1), random: seededRandom(2) });
  // A fifth is enough to show the peaks.
  const control = runFleet({
    installations: installations / 5,
    event,
    populationRandom: seededRandom(1),
    random: () => 0,
  });
  const title = event === 'outage' ? 'outage of ten minutes' : 'restart of all browsers';
  log(`${title}: requests a second, mean / peak of ten seconds`);
  log(['', 'the 10 min before', 'the 10 min of it', 'the hour after', 'peak / mean'].map(column).join(''));
  const sets = [...kinds.map((kind) => [kind]), kinds];
  for (const of of sets) log(tableRow(event, load, of));
  return [
    ...sets.slice(1).map((of) => {
      const name = of.length === 1 ? of[0] : 'all';
      return result({
        name: `fleet, ${title}, ${name}: peak of ten seconds by the mean of the hour`,
        value: peakByMean(event, load, of),
        unit: 'times',
        rivals: [{ name: 'without chance', value: peakByMean(event, control, of) }],
        goal: { atMost: maxPeakByMean },
      });
    }),
    result({
      name: `fleet, ${title}, idle: requests`,
      value: load.idle.reduce((sum, count) => sum + count, 0),
      unit: 'requests',
      goal: { atMost: 0 },
    }),
  ];
}

const column = (text: string, at: number) => text.padEnd(at === 0 ? 12 : 20);

function tableRow(event: Incident, load: Load, of: readonly Kind[]): string {
  const rates = (['before', 'during', 'after'] as const).map((phase) => {
    const { mean, peak } = rateOf(load, of, phases[phase]);
    return `${mean.toFixed(0)} / ${peak.toFixed(0)}`;
  });
  const name = of.length === 1 ? (of[0] ?? '') : 'all';
  const ratio = peakByMean(event, load, of);
  return [name, ...rates, Number.isNaN(ratio) ? '' : ratio.toFixed(2)].map(column).join('').trimEnd();
}

function peakByMean(event: Incident, load: Load, of: readonly Kind[]): number {
  const { mean, peak } = windows[event];
  return rateOf(load, of, peak).peak / rateOf(load, of, mean).mean;
}

function runDay(log: Log): Result[] {
  const random = seededRandom(4);
  const hours = runDailySyncs(installations, random, () => drawTypicalVisitMs(random)).toSorted(
    (one, other) => other.mean - one.mean,
  );
  const atMidnight = runDailySyncs(installations / 5, seededRandom(4), () => 0).map(ratioOf);
  log(
    `pages opened and full syncs: ${hours.map(({ mean }) => mean.toFixed(0)).join(', ')} requests a second`,
  );
  const rivals = [{ name: 'all at midnight', value: Math.max(...atMidnight) }];
  const [busiest, quietest] = [hours[0], hours.at(-1)];
  if (busiest === undefined || quietest === undefined) throw new Error('The day has no hours.');
  const name = (of: string, { mean }: Hour) =>
    `fleet, daily full sync: peak of ten seconds by the mean of the ${of} hour (${mean.toFixed(0)} requests a second)`;
  return [
    result({
      ...{ name: name('busiest', busiest), value: ratioOf(busiest), unit: 'times', rivals },
      goal: { atMost: maxPeakByMean },
    }),
    // No goal: with so few requests the peak is random.
    result({ name: name('emptiest', quietest), value: ratioOf(quietest), unit: 'times', rivals }),
  ];
}

const ratioOf = ({ mean, peak }: Hour): number => (mean === 0 ? 0 : peak / mean);
