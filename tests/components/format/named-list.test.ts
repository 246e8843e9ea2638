import { describe, expect, it } from 'vitest';
import { namedList } from '../../../components/format/named-list.ts';

describe('a list of names', () => {
  it('has the first three, shortened, and how many more there are', () => {
    expect(namedList(['a'])).toBe('“a”');
    expect(namedList(['a', 'b', 'c', 'd', 'e'])).toBe('“a”, “b”, “c”, 2 more');
    expect(namedList(['x'.repeat(50)])).toBe(`“${'x'.repeat(39)}…”`);
  });
});
