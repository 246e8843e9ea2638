import { describe, expect, it } from 'vitest';
import { namedList } from '../../../components/format/named-list.ts';

describe('a list of names', () => {
  it('has the first three names, shortened, and the number of the others', () => {
    expect(namedList(['a'])).toBe('“a”');
    expect(namedList(['a', 'b', 'c', 'd', 'e'])).toBe('“a”, “b”, “c”, 2 more');
    expect(namedList(['x'.repeat(50)])).toBe(`“${'x'.repeat(39)}…”`);
  });
});
