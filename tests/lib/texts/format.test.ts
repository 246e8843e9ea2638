import { describe, expect, it } from 'vitest';
import { createFormat } from '../../../lib/texts/format.ts';
import { formatLocale } from '../../../lib/texts/intl.ts';

const english = createFormat('en');
const german = createFormat('de');
/** `Intl` inserts different spaces. */
const spaced = (text: string) => text.replace(/\s/gu, ' ');

describe('bytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1499, '1.5 kB'],
    [12_345_678, '12 MB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [5_368_709_120, '5.4 GB'],
    [2.5e15, '2.5 PB'],
    [4e18, '4,000 PB'],
  ])('%d are %s', (count, text) => {
    expect(spaced(english.bytes(count))).toBe(text);
  });

  it('use the language of the texts', () => {
    expect(spaced(german.bytes(1499))).toBe('1,5 kB');
  });
});

it('speeds are at least in kilobytes', () => {
  expect(spaced(english.speed(120))).toBe('0.1 kB/s');
  expect(spaced(english.speed(6_400_000))).toBe('6.4 MB/s');
});

describe('percent', () => {
  it.each([
    [0, '0%'],
    [0.639, '63%'],
    [0.9999, '99%'],
    [1, '100%'],
    [1.2, '100%'],
    [-1, '0%'],
  ])('%d is %s', (share, text) => {
    expect(english.percent(share)).toBe(text);
  });
});

describe('a duration', () => {
  it.each([
    [0, '5 sec'],
    [41, '45 sec'],
    [59, '60 sec'],
    [60, '1 min'],
    [90, '2 min'],
    [3540, '59 min'],
    [3600, '1 hr'],
    [4800, '1 hr, 20 min'],
    [50_000, '13 hr'],
  ])('of %d s is %s', (seconds, text) => {
    expect(spaced(english.duration(seconds))).toBe(text);
  });
});

describe('a time', () => {
  const now = Date.UTC(2026, 10, 20);
  it.each([
    [-5_000, 'now'],
    [-2 * 60_000, '2 min ago'],
    [-119_000, '1 min ago'],
    [-3 * 3_600_000, '3 hr ago'],
    [-26 * 3_600_000, 'yesterday'],
    [4_200, 'in 5 sec'],
    [120_000, 'in 2 min'],
  ])('%d ms from now is %s', (offset, text) => {
    expect(spaced(english.relative(now + offset, now))).toBe(text);
  });
});

it('of the past is exact to the second if needed', () => {
  const now = Date.UTC(2026, 10, 20);
  expect(spaced(english.ago(now - 12_400, now))).toBe('12 sec ago');
  expect(spaced(english.ago(now + 50, now))).toBe('1 sec ago');
  expect(spaced(english.ago(now - 90_000, now))).toBe('1 min ago');
});

describe('times', () => {
  const now = Date.UTC(2026, 10, 20);
  it.each([
    ['id', 'dalam 5 menit', '5 menit'],
    ['hi', '5 मिनट में', '5 मिनट'],
    ['de', 'in 5 Min.', '5 Min.'],
  ])('in %s use the usual notation: %s, %s', (locale, relative, duration) => {
    const format = createFormat(locale);
    expect(spaced(format.relative(now + 300_000, now))).toBe(relative);
    expect(spaced(format.duration(300))).toBe(duration);
  });
});

describe('the locale for numbers', () => {
  it('is the user’s locale if it has the language of the texts', () => {
    expect(formatLocale('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  });
  it('is the language of the texts if the user has another one', () => {
    expect(formatLocale('en', ['de-AT'])).toBe('en');
  });
  it('ignores invalid language tags', () => {
    expect(formatLocale('en', ['en_!', ''])).toBe('en');
  });
});
