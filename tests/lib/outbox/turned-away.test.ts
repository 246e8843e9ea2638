/** What the service turns away, perhaps as the browser's repeat of a request that it has carried out: see `sort-failure.ts`. */
import { expect, test } from 'vitest';
import { drafts, setUp, to, url } from './set-up.ts';
import { repeats, type Service } from './world.ts';

/** What the service is asked besides being sent links. */
const questions = ({ requests }: Service) => requests.filter(({ what }) => what !== 'upload/url').length;

test.each(repeats)(
  'what the service answers to the browser’s repeat of a request is no reason to send a link twice: %s',
  async (fault) => {
    for (const duration of [10, 60_000]) {
      const { outbox, service, store, told, untilQuiet } = setUp({ duration, gap: 5_000 });
      service.faults = [fault];
      await outbox.add(drafts(3), to);
      await untilQuiet();
      expect([...service.taken.values()].map((codes) => codes.length)).toEqual([1, 1, 1]);
      expect(await store.list()).toEqual([]);
      expect(told().filter((type) => type === 'accepted')).toHaveLength(3);
    }
  },
);

test('what was turned away waits like the others, says why, and goes out when it is proven absent', async () => {
  const { outbox, service, run, store, sends, untilQuiet } = setUp();
  service.faults = ['rate-limited'];
  await outbox.add(drafts(3), to);
  await run(500);
  expect(await store.list()).toMatchObject([
    { state: 'queued', waiting: { reason: 'rate-limited' }, msg: 'Too Many Requests' },
    { state: 'queued', waiting: { reason: 'rate-limited' } },
    { state: 'queued', waiting: { reason: 'rate-limited' } },
  ]);
  // The others need not wait for the proof.
  for (let round = 0; round < 3; round += 1) await run(1_000);
  expect([...service.taken.keys()]).toEqual([url(1), url(2)]);
  expect(await store.list()).toMatchObject([{ state: 'queued', waiting: { reason: 'rate-limited' } }]);
  await untilQuiet(1_000);
  expect([...service.taken.keys()]).toEqual([url(1), url(2), url(0)]);
  expect(sends()).toBe(4);
});

test('nothing that was turned away is sent before it was looked for, however much the user is in a hurry', async () => {
  const { outbox, service, run, sends } = setUp();
  service.faults = ['repeat-limited'];
  const [item] = await outbox.add(drafts(1), to);
  await run(500);
  expect(await outbox.retry(item?.id ?? '')).toBe(true);
  await run(500);
  expect(sends()).toBe(1);
  expect(service.taken.get(url(0))).toHaveLength(1);
});

test('a service that turns away half of what comes is asked a few times, not once for each link', async () => {
  const { outbox, service, store, sends, untilQuiet } = setUp();
  service.faults = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 'rate-limited' : 'none'));
  await outbox.add(drafts(100), to);
  await untilQuiet(30_000);
  expect(await store.list()).toEqual([]);
  expect(sends()).toBeLessThanOrEqual(110);
  expect(questions(service)).toBeLessThanOrEqual(40);
});

test('a refusal of one link is final, holds up nobody, and costs no question', async () => {
  const { outbox, service, run, store, told } = setUp();
  await outbox.add([{ url: url('forbidden') }, ...drafts(2)], to);
  await run(1_000);
  expect(told()).toEqual(['refused', 'accepted', 'accepted']);
  expect(questions(service)).toBe(0);
  expect(await store.list()).toMatchObject([{ state: 'refused', msg: 'This host is not allowed' }]);
});
