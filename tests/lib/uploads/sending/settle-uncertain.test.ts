/** Lists with entries that cannot be read: they prove no absence. */
import { expect, test } from 'vitest';
import { setUp, to, url } from '../set-up.ts';

test.each(['transfers', 'files'] as const)(
  'with %s that cannot be read nothing is proven absent: the user decides',
  async (unreadable) => {
    const { uploads, service, pending, sends, runToEnd } = setUp({ unreadable, transferMs: 60_000 * 60 });
    if (unreadable === 'transfers') service.addTransfer('https://elsewhere.example/x');
    else service.addFile('x');
    service.faults = ['reset-before'];
    await uploads.add([{ url: url('mine') }], to);
    await runToEnd();
    expect(await pending()).toMatchObject([{ state: 'uncertain', uncertainty: { nextCheckAtMs: null } }]);
    expect(sends()).toBe(1);
  },
);

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
