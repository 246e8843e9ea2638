/** Values of single fields, as services send them. */
import { describe, expect, test } from 'vitest';
import * as fields from '../../../lib/api/fields.ts';

const { clockTime, dateTime, day, percent } = fields;

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

// A code may be in a list.
const { createRecordReader, address, code, codeInAddress, isNothingOrZero, ...readers } = fields;

test.each(Object.entries({ ...readers, address: address('https://files.example') }))(
  '%s takes no value from a list, however deep',
  (_, read) => {
    const withoutValue = read({});
    // As text, a list of one value is the value.
    for (const value of [1_796_029_507, '2026-11-30 09:05:07', '37', 'unlimited'])
      expect(read([value])).toEqual(withoutValue);
    let deep: readonly unknown[] = [];
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(read(deep)).toEqual(withoutValue);
  },
);

describe('a date', () => {
  test.each<[unknown, string | null]>([
    ['2026-11-30 09:05:07', '2026-11-30 09:05:07'],
    ['2026-11-30T09:05:07', '2026-11-30 09:05:07'],
    // The zone isn't known of other dates, so it isn't applied to this one.
    ['2026-11-30T09:05:07Z', '2026-11-30 09:05:07'],
    ['2026-11-30T09:05:07.123+05:45', '2026-11-30 09:05:07'],
    ['2026-11-30 09:05:07 UTC', '2026-11-30 09:05:07'],
    [' 2026/11/30 09:05:07 ', '2026-11-30 09:05:07'],
    ['2026-1-3 9:05:07', '2026-01-03 09:05:07'],
    ['2026-11-30 09:05', '2026-11-30 09:05:00'],
    ['2026-11-30', '2026-11-30 00:00:00'],
    ['2024-02-29', '2024-02-29 00:00:00'],
    [1_796_029_507, '2026-11-30 09:05:07'],
    ['1796029507', '2026-11-30 09:05:07'],
    // The month may come first.
    ['03-01-2026 09:05:07', null],
    ['03/01/2026', null],
    ['30.11.2026', null],
    ['2026-02-29 09:05:07', null],
    ['2026-13-01', null],
    ['2026-11-31 09:05:07', null],
    ['2026-11-30 24:00:00', null],
    ['2026-11-30 09:05:07 PM', null],
    ['2026-11-30 12:05a.m.', null],
    ['2026-11-30 09:60:00', null],
    ['2026-11-30 soon', null],
    ['2026-11-301', null],
    ['0000-00-00 00:00:00', null],
    ['', null],
    [0, null],
    ['0', null],
    ['20261130', null],
    ['never', null],
    [null, null],
  ])('%j is %j', (raw, expected) => {
    expect(dateTime(raw)).toBe(expected);
  });

  test.each<[unknown, string | null]>([
    ['2026-11-30T09:05:07Z', '2026-11-30 09:05:07'],
    [1_796_029_507, '2026-11-30 09:05:07'],
    ['2026-11-30 09:05', null],
    ['2026-11-30', null],
  ])('of a clock must be exact: %j is %j', (raw, expected) => {
    expect(clockTime(raw)).toBe(expected);
  });

  test.each<[unknown, string | undefined]>([
    ['2026-11-30', '2026-11-30'],
    ['2026-11-30T00:00:00Z', '2026-11-30'],
    ['2026/11/30', '2026-11-30'],
    // Midnight in which zone?
    ['1796029507', undefined],
    ['total', undefined],
  ])('of a report: %j is %j', (raw, expected) => {
    expect(day(raw)).toBe(expected);
  });
});
