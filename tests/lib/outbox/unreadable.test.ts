/** Lists with entries that cannot be read: they prove no absence. */
import { expect, test } from 'vitest';
import { setUp, to, url } from './set-up.ts';

test.each(['transfers', 'files'] as const)(
  'with %s that cannot be read nothing is proven absent: the user decides',
  async (unreadable) => {
    const { outbox, service, store, sends, untilQuiet } = setUp({ unreadable, duration: 60_000 * 60 });
    if (unreadable === 'transfers') service.addForeign('https://elsewhere.example/x');
    else service.addFreshFile('x');
    service.faults = ['reset-before'];
    await outbox.add([{ url: url('mine') }], to);
    await untilQuiet();
    expect(await store.list()).toMatchObject([{ state: 'unsure', doubt: { nextLookAt: null } }]);
    expect(sends()).toBe(1);
  },
);

test('what is found among the files is found, whatever else cannot be read', async () => {
  const { outbox, service, store, told, untilQuiet } = setUp({ unreadable: 'transfers', duration: 10 });
  service.addForeign('https://elsewhere.example/failing');
  service.faults = ['reset-after', 'reset-before'];
  await outbox.add([{ url: url('mine') }], to);
  await untilQuiet();
  expect(await store.list()).toEqual([]);
  expect(told().at(-1)).toBe('accepted');
});
