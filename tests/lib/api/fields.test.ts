/** Values of single fields, as services send them. */
import { expect, test } from 'vitest';
import { percent } from '../../../lib/api/fields.ts';

test.each([
  [37, 37],
  ['37', 37],
  ['37.5%', 37.5],
  [' 37 % ', 37],
  ['0%', 0],
  ['100 %', 100],
  ['100.4%', 100],
  [101, 100],
  [-1, null],
  ['%', null],
  ['37%%', null],
  ['done', null],
  [null, null],
])('the percentage %j is %j', (raw, expected) => {
  expect(percent(raw)).toBe(expected);
});

// A pattern that looks for spaces before the sign takes minutes here.
test('a percentage is read in linear time, whatever the text', () => {
  for (const inside of [' ', '1', '%']) expect(percent(`x${inside.repeat(400_000)}x`)).toBeNull();
});
