import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countConditions,
  type FileConditions,
  noConditions,
  readAmount,
  readDay,
  toFilter,
} from '../../../../components/files/model/conditions.ts';
import {
  allFiles,
  type FilesRoute,
  inFolder,
  listHash,
  parseRoute,
  routeHash,
  sortColumns,
  unfiltered,
} from '../../../../components/files/model/route.ts';

const context = { serviceTime: 0, takedowns: [] };

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const name = fc.string({ minLength: 1, unit: 'grapheme' });
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const amount = fc.nat({ max: 999_999_999_999_999 });
const limits = fc.record({ least: maybe(amount), most: maybe(amount) });

const conditions: fc.Arbitrary<FileConditions> = fc.record({
  from: maybe(day),
  to: maybe(day),
  length: limits,
  views: limits,
  size: limits,
  unviewed: fc.oneof(maybe(fc.integer({ min: 1, max: 9_999 })), fc.constant('never' as const)),
  canPlay: maybe(fc.boolean()),
  isPublic: maybe(fc.boolean()),
  isTakedown: maybe(fc.boolean()),
  isDuplicate: fc.constantFrom(true as const, null),
});
const routes: fc.Arbitrary<FilesRoute> = fc.record({
  folderId: maybe(name),
  fileCode: maybe(name),
  text: fc.string({ unit: 'grapheme' }),
  inFolderOnly: fc.boolean(),
  withSubfolders: fc.boolean(),
  sorting: maybe(fc.record({ column: fc.constantFrom(...sortColumns), descending: fc.boolean() })),
  conditions,
});

describe('the address', () => {
  it('is parsed to the same route', () => {
    fc.assert(
      fc.property(routes, (route) => {
        expect(parseRoute(routeHash(route))).toEqual(route);
      }),
    );
  });

  it('is short for common routes', () => {
    expect(routeHash(allFiles)).toBe('#files');
    expect(routeHash({ ...allFiles, folderId: '0' })).toBe('#files/0');
    expect(routeHash({ ...allFiles, folderId: '12', fileCode: 'abc' })).toBe('#files/12/abc');
    expect(routeHash({ ...allFiles, fileCode: 'abc' })).toBe('#files//abc');
    expect(routeHash({ ...allFiles, text: 'a b', sorting: { column: 'size', descending: true } })).toBe(
      '#files?q=a+b&sort=-size',
    );
  });

  it('accepts any text, and ignores invalid parts', () => {
    fc.assert(fc.property(fc.string(), (text) => void routeHash(parseRoute(`#files${text}`))));
    expect(parseRoute('#files/%E0%A4%A?sort=colour&from=2026-02-30&least=-4&playable=yes&other=1')).toEqual({
      ...allFiles,
      folderId: '%E0%A4%A',
    });
  });

  it('accepts lone surrogates', () => {
    expect(() => routeHash({ ...allFiles, folderId: '\ud800', text: '\udc00' })).not.toThrow();
  });

  it('identifies a list without the details beside it', () => {
    const route = { ...allFiles, folderId: '5', text: 'x' };
    expect(listHash({ ...route, fileCode: 'abc' })).toBe(listHash(route));
    expect(listHash({ ...route, text: 'y' })).not.toBe(listHash(route));
  });

  it('keeps the sorting in another folder, and drops search and filters', () => {
    const sorting = { column: 'title', descending: false } as const;
    const route = {
      ...allFiles,
      text: 'x',
      fileCode: 'abc',
      sorting,
      conditions: { ...noConditions, canPlay: true },
    };
    expect(inFolder(route, '7')).toEqual({ ...allFiles, folderId: '7', sorting });
    expect(unfiltered(route)).toEqual({ ...allFiles, fileCode: 'abc', sorting });
  });
});

describe('the filters', () => {
  it('cover whole days in the service’s time', () => {
    const filter = toFilter({ ...noConditions, from: '2026-03-01', to: '2026-03-01' }, context);
    const midnight = Date.UTC(2026, 2, 1) / 1000;
    expect(filter.ranges).toEqual({ uploaded: { from: midnight, to: midnight + 86_399 } });
  });

  it('are empty if nothing is set', () => {
    expect(Object.values(toFilter(noConditions, context)).every((each) => each === undefined)).toBe(true);
    expect(countConditions(noConditions)).toBe(0);
  });

  it('distinguish false from unset', () => {
    const length = { least: 0, most: null };
    expect(toFilter({ ...noConditions, canPlay: false, length }, context)).toMatchObject({
      canPlay: false,
      ranges: { length: { from: 0 } },
    });
  });

  it('count a range as one', () => {
    expect(
      countConditions({
        ...noConditions,
        from: '2026-01-01',
        to: '2026-02-01',
        length: { least: null, most: 60 },
      }),
    ).toBe(2);
    expect(countConditions({ ...noConditions, isPublic: false, size: { least: 0, most: 60 } })).toBe(2);
  });

  it('accept only valid dates', () => {
    expect(readDay('2024-02-29')).toBe('2024-02-29');
    for (const text of ['2026-02-29', '2026-13-01', '26-01-01', 'today', '', null])
      expect(readDay(text)).toBeNull();
  });

  it('read minutes in the usual notations', () => {
    const read = (typed: string) => readAmount(typed, 60);
    expect(['5', '1.5', '0,5', ' 90 ', '0'].map(read)).toEqual([300, 90, 30, 5400, 0]);
    expect(['٥', '१०', '１．５', '۰٫۵'].map(read)).toEqual([300, 600, 90, 30]);
    for (const text of ['', '  ', '-1', 'long', '1:30']) expect(read(text)).toBeNull();
  });

  it('count days without a view by the service’s clock, whatever the time of day', () => {
    const day = (text: string) => Date.parse(`${text}Z`) / 1000;
    const after = (days: number, now: string) =>
      toFilter({ ...noConditions, unviewed: days }, { ...context, serviceTime: day(now) }).unviewedAfter;
    for (const now of ['2026-03-31T00:00:00', '2026-03-31T23:59:59'])
      expect(after(30, now)).toBe(day('2026-03-01T23:59:59'));
    expect(toFilter({ ...noConditions, unviewed: 'never' }, context)).toMatchObject({
      ranges: { lastView: { from: 0, to: 0 } },
    });
  });
});
