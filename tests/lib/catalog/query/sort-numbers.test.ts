import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortNumbers } from '../../../../lib/catalog/query/sort-numbers.ts';

const counts = [0, 1, 1_999, 2_000, 2_001, 5_000];

test('sorts few and many numbers of 32 bits', () => {
  const numbers = fc
    .constantFrom(...counts)
    .chain((count) => fc.uint32Array({ minLength: count, maxLength: count, size: 'max' }));
  fc.assert(
    fc.property(numbers, fc.nat({ max: 31 }), (all, shift) => {
      const shifted = all.map((number) => number >>> shift);
      const expected = [...shifted].sort((one, other) => one - other);
      expect([...sortNumbers(shifted)]).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});

test('sorts numbers that differ in only one digit', () => {
  for (const shift of [0, 11, 22, 31]) {
    const numbers = Uint32Array.from({ length: 4_000 }, (_, at) => ((at * 7) % 4_000) * 2 ** shift);
    const expected = [...numbers].sort((one, other) => one - other);
    expect([...sortNumbers(numbers)]).toEqual(expected);
  }
});
