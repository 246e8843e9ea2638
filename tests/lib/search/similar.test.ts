/** How many changes turn one word into another. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureDistance } from '../../../lib/search/similar.ts';

describe('the distance', () => {
  it('equals a plain definition, up to the limit', () => {
    const reference = (one: string, other: string): number => {
      if (one === '' || other === '') return one.length + other.length;
      const [a, b] = [one.slice(1), other.slice(1)];
      const changes = [reference(a, other) + 1, reference(one, b) + 1];
      changes.push(reference(a, b) + (one[0] === other[0] ? 0 : 1));
      const isSwap = one.length > 1 && other.length > 1 && one[0] === other[1] && one[1] === other[0];
      if (isSwap) changes.push(reference(one.slice(2), other.slice(2)) + 1);
      return Math.min(...changes);
    };
    const short = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 5 });
    fc.assert(
      fc.property(short, short, fc.nat(3), (one, other, limit) => {
        expect(measureDistance(one, other, limit)).toBe(Math.min(reference(one, other), limit + 1));
      }),
    );
  });
});
