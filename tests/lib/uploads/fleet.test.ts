/**
 * No wave reaches a service, whatever happens to all installations at the same moment. The models of `npm run bench -- fleet`,
 * fewer of them.
 */
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../service/src/faults.ts';
import { compareWithReal } from '../../bench/fleet/compare.ts';
import { kinds, type Load, phases, rateOf, runFleet } from '../../bench/fleet/fleet.ts';

const installations = 2_000;

describe.each(['outage', 'restart'] as const)('an %s that concerns everybody', (event) => {
  const run = (random: () => number): Load =>
    runFleet({ installations, event, populationRandom: seededRandom(1), random });
  const around = [phases.during[0], phases.after[1]] as const;
  const peakByMean = (load: Load) =>
    rateOf(load, kinds, around).peak / rateOf(load, kinds, phases.after).mean;

  test('causes no peak of requests, and idle installations make none', () => {
    const load = run(seededRandom(2));
    expect(peakByMean(load)).toBeLessThan(3);
    expect(load.idle.every((count) => count === 0)).toBe(true);
    for (const kind of kinds.slice(1)) expect(rateOf(load, [kind], phases.after).mean).toBeGreaterThan(0);
  });
});

test('without random delays, a restart of all installations is a peak', () => {
  const load = runFleet({
    installations,
    event: 'restart',
    populationRandom: seededRandom(1),
    random: () => 0,
  });
  expect(rateOf(load, kinds, phases.during).peak).toBeGreaterThan(4 * rateOf(load, kinds, phases.after).mean);
});

test('the models ask when real installations do', async () => {
  const { requests, modelled, same } = await compareWithReal(8, seededRandom(2));
  expect(requests).toBeGreaterThan(500);
  // A poll and a send in the same millisecond are one after the other in the model, and then a few times later differ.
  expect(Math.abs(modelled - requests)).toBeLessThan(0.02 * requests);
  expect(same).toBeGreaterThan(0.85 * requests);
});
