import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Topic } from '../../lib/protocol.ts';
import { createSharedReads } from '../../page/shared-reads.ts';

let notify = (_changed: readonly Topic[]) => {};
let failures: unknown[] = [];
let listening = 0;

function open() {
  const listeners = new Set<(changed: readonly Topic[]) => void>();
  notify = (changed) => {
    for (const listener of listeners) listener(changed);
  };
  failures = [];
  return createSharedReads(
    (listener) => {
      listeners.add(listener);
      listening = listeners.size;
      return () => {
        listeners.delete(listener);
        listening = listeners.size;
      };
    },
    (_read, error) => void (error && failures.push(error)),
  );
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('several components read once, and again once for each change of their topics', async () => {
  const reads = open();
  const read = vi.fn(async () => `${read.mock.calls.length}`);
  const [one, other]: [unknown[], unknown[]] = [[], []];
  const stopOne = reads.subscribe(read, ['uploads'], (value) => one.push(value));
  await vi.runAllTimersAsync();
  const stopOther = reads.subscribe(read, ['uploads'], (value) => other.push(value));
  notify(['settings']);
  notify(['uploads', 'catalog']);
  await vi.runAllTimersAsync();
  expect([one, other]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
  expect(reads.getValue(read)).toBe('2');
  stopOne();
  expect(listening).toBe(1);
  stopOther();
  expect(listening).toBe(0);
  expect(reads.getValue(read)).toBeNull();
});

it('a slow reading does not replace a newer one, and a failure nothing', async () => {
  const reads = open();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let count = 0;
  const read = () => answers[count++]?.promise ?? Promise.reject(new Error('full'));
  const shown: unknown[] = [];
  reads.subscribe(read, ['uploads'], (value) => shown.push(value));
  notify(['uploads']);
  answers[1]?.resolve('newer');
  await vi.runAllTimersAsync();
  answers[0]?.resolve('older');
  notify(['uploads']);
  await vi.runAllTimersAsync();
  expect(shown).toEqual(['newer']);
  expect(failures).toEqual([new Error('full')]);
});

it('a value read early is used at once, but only by the first render', async () => {
  const reads = open();
  const [shownAtOnce, shownLater] = [vi.fn(async () => 1), vi.fn(async () => 1)];
  const slow = () => new Promise((resolve) => setTimeout(() => resolve('late'), 400));
  const early = reads.prefetch([shownAtOnce, shownLater, slow], 300);
  await vi.advanceTimersByTimeAsync(300);
  await early;
  expect([shownAtOnce, slow].map(reads.getValue)).toEqual([1, null]);
  reads.subscribe(shownAtOnce, [], () => {});
  await vi.runAllTimersAsync();
  expect(reads.getValue(shownAtOnce)).toBe(1);
  expect(reads.getValue(shownLater)).toBeNull();
  reads.subscribe(shownLater, [], () => {});
  await vi.runAllTimersAsync();
  expect([shownAtOnce, shownLater].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
});
