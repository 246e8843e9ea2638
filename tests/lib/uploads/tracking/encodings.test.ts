/** Which files are watched while their host encodes them, and how watching ends. */
import { expect, test } from 'vitest';
import type { Encoding } from '../../../../lib/api/index.ts';
import { updateWatched, type WatchedFiles, watchFiles } from '../../../../lib/uploads/tracking/encodings.ts';

const second = 1_000;
const entry = (status: string, progress: number | null, quality = 'n', fileCode = 'film'): Encoding => ({
  fileCode,
  title: 'Film',
  quality,
  status,
  progress,
  link: null,
});

/** Polls every 5 seconds. Null: a poll that fails. Returns the parts after each poll, and how it ended. */
function poll(...answers: readonly (readonly Encoding[] | null)[]) {
  let watched: WatchedFiles = watchFiles({}, ['film'], 0);
  const seen: (readonly [string, number | null][] | null)[] = [];
  const ends: (string | null)[] = [];
  for (const [at, listed] of answers.entries()) {
    const next = updateWatched(watched, listed, (at + 1) * 5 * second);
    watched = next.watched;
    seen.push(watched['film']?.parts.map(({ status, percent }) => [status, percent]) ?? null);
    ends.push(...next.ended.map(({ error }) => error));
  }
  return { seen, ends };
}

const half = [entry('ENCODING', 43)];

test('the watch shows what the host lists, and ends when the host no longer lists it', () => {
  expect(poll([entry('PENDING', 0)], half, half, half, [], [])).toEqual({
    seen: [
      [['PENDING', 0]],
      [['ENCODING', 43]],
      [['ENCODING', 43]],
      [['ENCODING', 43]],
      [['ENCODING', 43]],
      null,
    ],
    ends: [null],
  });
});

test('a quality that is finished, by its word or its percentage, is no longer awaited', () => {
  expect(poll(half, [entry('FINISHED', null), entry('ENCODING', 100, 'h')])).toMatchObject({ ends: [null] });
  expect(poll(half, [entry('Completed', 0), entry('ENCODING', 9, 'h')]).ends).toEqual([]);
});

test('one response without the file, or a failed poll, doesn’t end the watch', () => {
  expect(poll(half, [], half, [], half, null, half, []).seen.at(-1)).toEqual([['ENCODING', 43]]);
});

test('a host that lists the file late is awaited; if it never does, the watch ends silently', () => {
  expect(poll([], [], half).seen).toEqual([[], [], [['ENCODING', 43]]]);
  expect(poll([], [], [], [])).toEqual({ seen: [[], [], [], null], ends: [] });
});

test('the watch ends with the host’s message if no quality is in progress', () => {
  expect(poll([entry('ENCODING', 9), entry('ERROR', 100, 'h')], [entry('Failed: codec', 9)])).toEqual({
    seen: [
      [
        ['ENCODING', 9],
        ['ERROR', 100],
      ],
      null,
    ],
    ends: ['Failed: codec'],
  });
});

test('the watch ends if every quality is at 100 percent, even if the host keeps the file in the list', () => {
  expect(poll([entry('DONE', 100), entry('ENCODING', 100, 'h')]).ends).toEqual([null]);
});

test('the watch gives up if the host fails repeatedly, or after a day', () => {
  expect(poll(half, null, null, null, null, null)).toMatchObject({ seen: { length: 6 }, ends: [null] });
  const watched = watchFiles({}, ['film'], 0, half);
  expect(updateWatched(watched, half, 25 * 3_600 * second).watched).toEqual({});
});

test('a limited number of files are watched, each for itself', () => {
  const both = watchFiles({}, ['one', 'two'], 0);
  const { watched, ended } = updateWatched(
    both,
    [entry('ERROR', 1, 'n', 'one'), entry('X', 1, 'n', 'two')],
    1,
  );
  expect(ended).toEqual([{ fileCode: 'one', error: 'ERROR' }]);
  expect(Object.keys(watched)).toEqual(['two']);
  const codes = Array.from({ length: 2_000 }, (_, at) => `code${at}`);
  expect(Object.keys(watchFiles(both, codes, 1))).toHaveLength(500);
});

test('only a little of what a host sends for a file is stored', () => {
  const many = Array.from({ length: 5_000 }, () => entry('E'.repeat(8_000), 1, 'q'.repeat(8_000)));
  const stored = watchFiles({}, ['film'], 0, many);
  expect(JSON.stringify(stored).length).toBeLessThan(6_000);
  expect(JSON.stringify(updateWatched(stored, many, 1).watched).length).toBeLessThan(6_000);
});
