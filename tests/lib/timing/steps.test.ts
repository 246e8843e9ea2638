import { expect, test } from 'vitest';
import { runInSlices } from '../../../lib/timing/steps.ts';

test('slices run where the browser offers no idle time, as in Safari’s worker and in Node', async () => {
  expect('requestIdleCallback' in globalThis || 'scheduler' in globalThis).toBe(false);
  function* count() {
    for (let at = 0; at < 3; at += 1) yield;
    return 'done';
  }
  expect(await runInSlices(count())).toBe('done');
});
