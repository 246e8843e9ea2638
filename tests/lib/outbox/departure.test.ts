/** An item is on its way when its request leaves, and not while it waits for its turn in the limiter. */
import { expect, test } from 'vitest';
import type { Outbox } from '../../../lib/outbox/outbox.ts';
import { drafts, setUp, to, url } from './set-up.ts';

test('what waits for its turn in the limiter has not been sent: a death there puts nothing in doubt', async () => {
  const { outbox, service, time, store, open } = setUp({ turn: 1_000 });
  await outbox.add(drafts(2), to);
  void outbox.run();
  await time.advance(900);
  expect(await store.counts()).toMatchObject({ queued: 2, sending: 0 });
  // The process is gone, and what it waited for never comes.
  time.forget();
  const next = open();
  const again = next.run();
  await time.advance(10_000);
  await again;
  expect([...service.taken.keys()]).toEqual([url(0), url(1)]);
  expect(service.requests).toHaveLength(2);
});

test.each<[what: string, change: (outbox: Outbox, id: string) => Promise<unknown>, sent: number]>([
  ['a pause', (outbox) => outbox.pause(), 0],
  ['its removal', (outbox, id) => outbox.remove(id), 0],
  ['another folder', (outbox, id) => outbox.setFolder(id, { id: '7', name: 'Films' }), 1],
])('%s counts for a link that waits for its turn in the limiter', async (_, change, sent) => {
  const { outbox, service, time, store } = setUp({ turn: 1_000 });
  const [item] = await outbox.add(drafts(1), to);
  const running = outbox.run();
  await time.advance(500);
  await change(outbox, item?.id ?? '');
  await time.advance(10_000);
  await running;
  expect(service.requests).toHaveLength(sent);
  expect(service.folders()).toEqual(sent === 0 ? [] : ['7']);
  expect(await store.counts()).toMatchObject({ sending: 0 });
});

test('a turn that does not come holds up those behind only for a while, and none is sent twice', async () => {
  const { outbox, service, time, store } = setUp({ turn: 5_000 });
  await outbox.add(drafts(6), to);
  const running = outbox.run();
  // One after the other, they would take 30 seconds.
  await time.advance(20_000);
  await running;
  expect([...service.taken.keys()]).toEqual(drafts(6).map((draft) => draft.url));
  expect(service.requests).toHaveLength(6);
  expect(await store.list()).toEqual([]);
});
