import { expect, test } from 'vitest';
import { createSerialQueues } from '../../../lib/timing/serial-queue.ts';

test('a job that hangs blocks the jobs of its name, and no others', async () => {
  const enqueue = createSerialQueues();
  const ended: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = enqueue('a', () => held.promise.then(() => void ended.push('a1')));
  const second = enqueue('a', async () => void ended.push('a2'));
  await enqueue('b', async () => void ended.push('b'));
  expect(ended).toEqual(['b']);
  held.resolve();
  await Promise.all([first, second]);
  expect(ended).toEqual(['b', 'a1', 'a2']);
});
