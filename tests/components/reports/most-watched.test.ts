import { expect, it } from 'vitest';
import { findMostWatched } from '../../../components/reports/MostWatched.tsx';
import { buildSnapshot, file } from '../../gallery/samples/files.ts';

const titlesOf = (...views: readonly (number | null)[]) =>
  findMostWatched(
    buildSnapshot(
      views.map((count, at) => file({ fileCode: `code${at}`, title: `${count}`, views: count })),
      [],
    ),
  ).map(({ title }) => title);

it('has the most viewed files first, and leaves out files without views or with unknown views', () => {
  expect(titlesOf(3, null, 0, 12, 7)).toEqual(['12', '7', '3']);
  expect(titlesOf(null, 0)).toEqual([]);
  expect(titlesOf()).toEqual([]);
});

it('has ten at most', () => {
  const views = Array.from({ length: 40 }, (_, at) => at + 1);
  expect(titlesOf(...views)).toEqual(views.toReversed().slice(0, 10).map(String));
});
