import { describe, expect, it } from 'vitest';
import { createStartDelays } from '../../../lib/background/start-delays.ts';
import { createFakeStorageArea } from '../storage/fake-storage-area.ts';

const minute = 60_000;

function setUp({ random = 0.5, session = createFakeStorageArea() } = {}) {
  const state = { nowMs: 1_700_000_000_000 };
  const open = () =>
    createStartDelays(
      session,
      () => state.nowMs,
      () => random,
    );
  return { state, session, open, startMs: state.nowMs };
}

describe('after the browser’s start', () => {
  it('background work starts after a random delay, queued links within a minute', async () => {
    const { open, startMs } = setUp();
    const delays = open();
    expect(await delays.getStartTimeMs('send')).toBe(startMs + 0.5 * minute);
    for (const work of ['poll', 'catalog', 'fullSync'] as const)
      expect(await delays.getStartTimeMs(work)).toBe(startMs + 5 * minute);
  });

  it('the delay remains the same after a restart of the worker, and ends once it is over', async () => {
    const { state, open, startMs } = setUp();
    await open().getStartTimeMs('poll');
    state.nowMs += minute;
    expect(await open().getStartTimeMs('poll')).toBe(startMs + 5 * minute);
    expect(await open().getStartTimeMs('send')).toBeNull();
    state.nowMs += 4 * minute;
    expect(await open().getStartTimeMs('poll')).toBeNull();
  });

  it('the user’s first action ends all delays except that of the full sync, even after a restart of the worker', async () => {
    const { open, startMs } = setUp();
    const before = open();
    before.endDelays();
    for (const work of ['send', 'poll', 'catalog'] as const)
      expect(await before.getStartTimeMs(work)).toBeNull();
    const delays = open();
    for (const work of ['send', 'poll', 'catalog'] as const)
      expect(await delays.getStartTimeMs(work)).toBeNull();
    expect(await delays.getStartTimeMs('fullSync')).toBe(startMs + 5 * minute);
  });

  it('there is no delay if it can’t be stored', async () => {
    const broken = { ...createFakeStorageArea(), set: () => Promise.reject(new Error('full')) };
    expect(await setUp({ session: broken }).open().getStartTimeMs('poll')).toBeNull();
  });
});
