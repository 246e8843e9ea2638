import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packRuns, unpackRuns } from '../../../../lib/catalog/query/ascending-runs.ts';

const run = fc
  .uniqueArray(fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 2 ** 28 - 1 })))
  .map((numbers) => numbers.sort((one, other) => one - other));

it('packed numbers are unpacked in order', () => {
  fc.assert(
    fc.property(fc.array(run), (runs) => {
      const numbers = Uint32Array.from(runs.flat());
      expect(unpackRuns(packRuns(numbers), numbers.length)).toEqual(numbers);
    }),
  );
});

it('long ascending runs take about a byte for each number', () => {
  const numbers = Uint32Array.from({ length: 30_000 }, (_, at) => (at % 10_000) * 3);
  expect(packRuns(numbers).length).toBeLessThan(30_010);
});
