import { describe, expect, test } from 'vitest';
import {
  createTrackingStore,
  measureProgress,
  type Progress,
} from '../../../../lib/uploads/tracking/progress.ts';
import { createFakeFrozenArea } from '../samples.ts';

const before: Progress = { bytesDone: 100, bytesTotal: 1_000, bytesPerSecond: null, sampledAtMs: 1_000 };
const next = (
  changes: Partial<Progress>,
  bytesDownloaded: number | null,
  bytesTotal: number | null = 1_000,
) => measureProgress({ ...before, ...changes }, { bytesDownloaded, bytesTotal }, 3_000);

test('the first sample has no speed; the next has the speed between the two', () => {
  const first = measureProgress(undefined, { bytesDownloaded: 100, bytesTotal: 1_000 }, 1_000);
  expect(first).toEqual(before);
  expect(next({}, 500)).toEqual({ ...before, bytesDone: 500, bytesPerSecond: 200, sampledAtMs: 3_000 });
});

test('percents are stored unchanged, and aren’t converted to bytes', () => {
  const transfer = { bytesDownloaded: null, bytesTotal: null, progress: 45 };
  const first = measureProgress(undefined, transfer, 1_000);
  expect(first).toMatchObject({ percent: 45, bytesDone: null, bytesTotal: null, bytesPerSecond: null });
  expect(measureProgress(first, { ...transfer, progress: 60 }, 3_000)).toMatchObject({
    percent: 60,
    bytesPerSecond: null,
  });
});

test('the speed is a moving average', () => {
  expect(next({ bytesPerSecond: 100 }, 500).bytesPerSecond).toBe(150);
});

test('the speed of a stalled transfer decreases to zero', () => {
  const speeds: (number | null)[] = [];
  let progress: Progress = { ...before, bytesPerSecond: 4 };
  for (let nowMs = 2_000; nowMs < 6_000; nowMs += 1_000) {
    progress = measureProgress(progress, { bytesDownloaded: 100, bytesTotal: 1_000 }, nowMs);
    speeds.push(progress.bytesPerSecond);
  }
  expect(speeds).toEqual([2, 1, 0, 0]);
});

test('progress that goes backwards restarts the measurement', () => {
  const again = next({ bytesPerSecond: 50 }, 10);
  expect(again).toMatchObject({ bytesDone: 10, bytesPerSecond: null, sampledAtMs: 3_000 });
  expect(measureProgress(again, { bytesDownloaded: 110, bytesTotal: null }, 4_000).bytesPerSecond).toBe(100);
});

test.each([
  ['0', 0],
  ['unknown', null],
  ['less than what is there', 50],
])('a total of %s is unknown', (_, bytesTotal) => expect(next({}, 100, bytesTotal).bytesTotal).toBeNull());

describe('after the clock was set back', () => {
  test('there is no speed, and no negative one', () => {
    expect(next({ sampledAtMs: 9_000, bytesPerSecond: 7 }, 500)).toMatchObject({
      bytesPerSecond: null,
      sampledAtMs: 3_000,
    });
  });

  test('the same sample at the same time keeps its speed', () => {
    expect(next({ sampledAtMs: 3_000, bytesPerSecond: 7 }, 100).bytesPerSecond).toBe(7);
  });
});

test.each([undefined, null, 7, { polls: 'none' }, { polls: [], progress: null, encodings: null }])(
  'an invalid stored value is ignored: %o',
  async (value) => {
    const area = createFakeFrozenArea();
    await area.set({ tracking: value });
    const nothing = { polls: [], progress: {}, files: {}, encodings: {} };
    expect(await createTrackingStore(area).get()).toEqual(nothing);
  },
);

test.each([
  ['nothing', undefined],
  ['polls that are no list', { polls: {}, progress: {}, files: {}, encodings: {} }],
  ['a poll of nobody', { polls: [{ failures: 1 }], progress: {}, files: {}, encodings: {} }],
  ['no encodings', { polls: [], progress: { account: {} }, files: {} }],
])('%s in storage is discarded as a whole', async (_, stored) => {
  const area = createFakeFrozenArea();
  await area.set({ tracking: stored });
  const nothing = { polls: [], progress: {}, files: {}, encodings: {} };
  expect(await createTrackingStore(area).get()).toEqual(nothing);
});
