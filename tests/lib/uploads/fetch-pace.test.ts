/** When a site sends a link's file too slowly to keep its slot. */
import { expect, it } from 'vitest';
import { createFetchPace } from '../../../lib/uploads/fetch-pace.ts';

const minute = 60_000;

it('a complete file has five minutes until its response ends, whoever waits', () => {
  const pace = createFetchPace(0);
  pace.record(1_000, 1_000, minute);
  for (const isWanted of [false, true]) {
    expect(pace.isSlow(isWanted, 5 * minute)).toBe(false);
    expect(pace.isSlow(isWanted, 6 * minute)).toBe(true);
  }
});

it('the five minutes start with the last byte, and start over if the file does', () => {
  const pace = createFetchPace(0);
  pace.record(1_000, 1_000, minute);
  pace.record(1_000, 1_000, 4 * minute);
  expect(pace.isSlow(false, 6 * minute)).toBe(true);
  pace.record(10, 1_000, 6 * minute);
  pace.record(1_000, 1_000, 7 * minute);
  expect(pace.isSlow(false, 11 * minute)).toBe(false);
  expect(pace.isSlow(false, 12 * minute)).toBe(true);
});

it('a file of unknown length is slow once too little arrives', () => {
  const pace = createFetchPace(0);
  pace.record(1_000, null, 1_000);
  expect(pace.isSlow(true, 9_000)).toBe(false);
  expect(pace.isSlow(true, 12_000)).toBe(true);
  expect(pace.isSlow(false, 12_000)).toBe(false);
  expect(pace.isSlow(false, 62_000)).toBe(true);
});
