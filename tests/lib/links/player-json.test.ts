import { expect, it } from 'vitest';
import { findPlayerMedia } from '../../../lib/links/player-json.ts';

const urls = (value: unknown) => findPlayerMedia(JSON.stringify(value)).map(({ url }) => url);

it('finds each quality of a file that has several', () => {
  expect(
    urls({ file: '[360p]/a.mp4 or /b.mp4,[720p]https://files.example/c,d.mp4', title: '[360p] x.mp4' }),
  ).toEqual(['/a.mp4', '/b.mp4', 'https://files.example/c,d.mp4']);
  expect(urls({ file: '/a[1],b or c.mp4' })).toEqual(['/a[1],b or c.mp4']);
});
