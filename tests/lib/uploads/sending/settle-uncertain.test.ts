/** Lists with entries that cannot be read: they prove no absence. */
import { expect, test } from 'vitest';
import { setUp, to, url } from '../set-up.ts';

test('a file that was found counts, even if the transfers cannot be read', async () => {
  const { uploads, service, pending, eventKinds, runToEnd } = setUp({
    unreadable: 'transfers',
    transferMs: 10,
  });
  service.addTransfer('https://elsewhere.example/failing');
  service.faults = ['reset-after', 'reset-before'];
  await uploads.add([{ url: url('mine') }], to);
  await runToEnd();
  expect(await pending()).toEqual([]);
  expect((await eventKinds()).at(-1)).toBe('sent');
});
