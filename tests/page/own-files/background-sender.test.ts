/** Firefox’s background ends half a minute after the last event. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackgroundSender } from '../../../page/own-files/background-sender.ts';

const create = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('wxt/browser', () => ({
  browser: { alarms: { create }, storage: { local: {}, session: {} } },
}));
vi.mock('../../../page/own-files/page-sender.ts', () => ({
  createPageSender: () => ({ update: async () => {}, isEmpty: () => false, isRunning: () => true }),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an alarm comes within half a minute as long as a file is under way', async () => {
  const start = createBackgroundSender(() => ({ pageOpened: () => {} }) as never);
  await start();
  const firedAt: number[] = [];
  let alarm: { when: number } | null = null;
  create.mockImplementation((async (_: string, given: { when: number }) => {
    alarm = given;
  }) as never);
  alarm = (create.mock.calls.at(-1) as unknown as [string, { when: number }])[1];
  const startMs = Date.now();
  for (let seconds = 1; seconds <= 120; seconds += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    if (alarm !== null && Date.now() >= alarm.when) {
      firedAt.push(Date.now() - startMs);
      alarm = null;
    }
  }
  const gaps = firedAt.map((atMs, index) => atMs - (firedAt[index - 1] ?? 0));
  expect(gaps.length).toBeGreaterThan(3);
  expect(Math.max(...gaps)).toBeLessThan(30_000);
});
