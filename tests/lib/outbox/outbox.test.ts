/** What the outbox does when it is told to, in the small world of `world.ts`. */
import { expect, test, vi } from 'vitest';
import { drafts, setUp, to, url } from './set-up.ts';

// A thousand links take a while on a machine that is busy.
vi.setConfig({ testTimeout: 60_000 });

test('a thousand links go in at once and out in order, one request each, as fast as the limit allows', async () => {
  const { outbox, service, time, run, store, told } = setUp();
  await outbox.add(drafts(1_000), to);
  expect(await store.counts()).toMatchObject({ queued: 1_000 });
  const began = time.now;
  expect(await run(10 * 60_000)).toBeNull();
  expect(await store.list()).toEqual([]);
  expect(service.requests).toHaveLength(1_000);
  expect([...service.taken.keys()]).toEqual(drafts(1_000).map((draft) => draft.url));
  expect(told()).toHaveLength(1_000);
  const times = service.requests.map(({ at }) => at);
  const gaps = times.slice(1).map((at, before) => at - (times[before] ?? at));
  expect(Math.min(...gaps), 'none overtakes another').toBeGreaterThanOrEqual(80);
  const took = (service.requests.at(-1)?.at ?? 0) - began;
  expect(took).toBeLessThanOrEqual(100_000);
});

test.each(['the first', 'another'])(
  'an answer that does not come (%s) holds up nobody, now or later',
  async (hanging) => {
    const { outbox, service, time, store } = setUp();
    service.faults = [hanging === 'the first' ? 'hang' : 'none', hanging === 'the first' ? 'none' : 'hang'];
    await outbox.add(drafts(10), to);
    const running = outbox.run();
    await time.advance(5_000);
    expect(service.taken.size).toBe(9);

    await outbox.add([{ url: url('later') }], to);
    await outbox.add([{ url: url('other') }], { ...to, accountId: 'another' });
    const again = outbox.run();
    await time.advance(1_000);
    expect([...service.taken.keys()].slice(9).sort()).toEqual([url('later'), url('other')]);
    expect(await store.counts()).toMatchObject({ sending: 1, queued: 0 });
    await time.advance(60_000);
    await Promise.all([running, again]);
  },
);

test('while the service is down, links wait; they are not put in doubt one after the other', async () => {
  const { outbox, service, time, run, states, sends } = setUp();
  service.faults = Array.from({ length: 1_000 }, () => 'reset-before' as const);
  await outbox.add(drafts(20), to);
  const at = await run(1_000);
  expect(await states()).toEqual(['unsure', ...Array.from({ length: 19 }, () => 'queued: network')]);
  expect(at).toBeGreaterThan(time.now);
  await time.advance((at ?? 0) - time.now);
  await run(10_000);
  expect(sends()).toBe(1);
});

test('with no network, links wait without a single request, and go out when it is back', async () => {
  const { outbox, service, state, run, states } = setUp();
  state.online = false;
  await outbox.add(drafts(3), to);
  expect(await run()).toBeNull();
  expect(await states()).toEqual(['queued: network', 'queued: network', 'queued: network']);
  expect(service.requests).toEqual([]);
  state.online = true;
  await run();
  expect(service.taken.size).toBe(3);
});

test('paused: nothing leaves, also after a restart, until it is resumed', async () => {
  const { outbox, service, open, run, states } = setUp();
  await outbox.pause();
  await outbox.add(drafts(2), to);
  expect(await run()).toBeNull();
  const next = open();
  expect(await run(1_000, next)).toBeNull();
  expect(await states()).toEqual(['queued: paused', 'queued: paused']);
  expect(service.requests).toEqual([]);
  await next.resume();
  await run(60_000, next);
  expect(service.taken.size).toBe(2);
});

test('calls of run at the same time do not send anything twice, and what is added meanwhile goes out too', async () => {
  const { outbox, time, sends, store } = setUp();
  await outbox.add(drafts(2), to);
  const first = outbox.run();
  await time.advance(10);
  await outbox.add([{ url: url('late') }], to);
  const runs = [first, outbox.run(), outbox.run()];
  await time.advance(10_000);
  await Promise.all(runs);
  expect(sends()).toBe(3);
  expect(await store.list()).toEqual([]);
});

test('what came of an item is told again until it was heard once', async () => {
  const { outbox, state, events, run, store, sends } = setUp();
  state.listens = false;
  await outbox.add([{ url: url('one') }, { url: url('forbidden') }], to);
  await expect(run()).rejects.toThrow('Nobody listens.');
  expect((await store.list()).map((item) => item.state)).toContain('accepted');
  state.listens = true;
  await run();
  await run();
  expect(events.map((event) => 'item' in event && [event.type, event.item.url])).toEqual([
    ['accepted', url('one')],
    ['refused', url('forbidden')],
  ]);
  expect(sends()).toBe(2);
});

test('the user takes out what has not left, and nothing that is on its way', async () => {
  const { outbox, service, time, events, store } = setUp();
  service.faults = ['slow'];
  const [one, two] = await outbox.add(drafts(2), to);
  const running = outbox.run();
  await time.advance(50);
  expect(await outbox.remove(one?.id ?? '')).toBe(false);
  expect(await outbox.remove(two?.id ?? '')).toBe(true);
  expect(await outbox.remove('nobody')).toBe(false);
  await time.advance(60_000);
  await running;
  expect(service.taken.size).toBe(1);
  expect(events).toMatchObject([{ type: 'cancelled', item: { id: two?.id } }, { type: 'accepted' }]);
  expect(await store.list()).toEqual([]);
});

test('folder and order can be changed while links wait', async () => {
  const { outbox, service, run } = setUp();
  await outbox.pause();
  const [first, , third] = await outbox.add(drafts(3), to);
  expect(await outbox.setFolder(third?.id ?? '', { id: '7', name: 'Films' })).toBe(true);
  await outbox.reorder([third?.id ?? ''], first?.id ?? null);
  await outbox.resume();
  await run();
  expect([...service.taken.keys()]).toEqual([url(2), url(0), url(1)]);
});

test('duplicates are what is waiting, under way or in doubt in the same account, however it is written', async () => {
  const { outbox } = setUp();
  await outbox.add([{ url: 'https://files.example/a%20b.mp4' }], to);
  const asked = ['https://files.example/a b.mp4#x', 'https://files.example/other.mp4'];
  expect(await outbox.findDuplicates('account', asked)).toEqual([asked[0]]);
  expect(await outbox.findDuplicates('another', asked)).toEqual([]);
});

test('what cannot be proven is the user’s: "Check again" looks again, "Send again" sends again', async () => {
  const { outbox, service, time, run, store, told, sends } = setUp({ duration: 10 });
  // A file appears that nobody can explain: it might be the link's.
  service.faults = ['reset-before'];
  await outbox.add([{ url: url('mine') }], to);
  service.addForeign(url('unknown'));
  let at = await run(2_000);
  while (at !== null) {
    await time.advance(Math.max(0, at - time.now));
    at = await run(2_000);
  }
  expect(told().at(-1)).toBe('unsure');
  const [item] = await store.list();
  expect(item).toMatchObject({ state: 'unsure', doubt: { nextLookAt: null } });
  expect(sends()).toBe(1);

  const before = service.requests.length;
  expect(await outbox.checkAgain(item?.id ?? '')).toBe(true);
  await run(2_000);
  expect(service.requests.length).toBeGreaterThan(before);
  expect(sends()).toBe(1);
  expect(await outbox.sendAgain(item?.id ?? '')).toBe(true);
  await run();
  expect(service.taken.get(url('mine'))).toHaveLength(1);
  expect(await store.list()).toEqual([]);
});

test('with all slots in use nothing is sent; a slot that is told to be free is used at once', async () => {
  const { outbox, service, time, run, states, sends } = setUp({ slots: 2, duration: 30_000 });
  await outbox.add(drafts(4), to);
  const at = await run(500);
  expect(await states()).toEqual(['queued: slots', 'queued: slots']);
  expect(at).toBeGreaterThan(time.now);
  expect(sends()).toBe(2);
  await time.advance(30_000);
  await outbox.slotFreed('account');
  await run(500);
  expect(service.taken.size).toBe(4);
});

test('the links of an account that is gone wait, and go with it', async () => {
  const { outbox, run, states, told, store } = setUp();
  await outbox.add(drafts(1), { ...to, accountId: 'removed' });
  await outbox.add(drafts(1), to);
  expect(await run()).toBeNull();
  expect(await states()).toEqual(['queued: account']);
  expect(told()).toEqual(['waiting', 'accepted']);
  await outbox.removeAccount('removed');
  expect(await store.list()).toEqual([]);
});

test('with a slot in use by a link that is not yet answered, the next one waits', async () => {
  const { outbox, service, time, sends } = setUp({ slots: 2 });
  service.faults = ['none', 'slow'];
  await outbox.add(drafts(4), to);
  const running = outbox.run();
  await time.advance(3_000);
  expect(sends()).toBe(2);
  await time.advance(10_000);
  await running;
});

test('what ends a wait while the account is worked on is not overlooked', async () => {
  const { outbox, service, time, store, sends } = setUp();
  const doubt = {
    cause: 'no-answer',
    since: time.now,
    missedAt: null,
    looks: 0,
    nextLookAt: time.now,
  } as const;
  const [first] = await outbox.add(drafts(2), to);
  await store.change(
    first?.id ?? '',
    (item) => ({ ...item, state: 'unsure', sentAt: time.now, doubt }),
    'sole',
  );
  const hold = { accountId: 'account', reason: 'slots', failures: 1, words: null, announced: false } as const;
  await store.setHold({ ...hold, until: time.now + 60_000 });
  service.faults = ['slow'];
  const running = outbox.run();
  await time.advance(1_000);
  await outbox.slotFreed('account');
  const again = outbox.run();
  await time.advance(10_000);
  expect(sends()).toBe(1);
  await Promise.all([running, again]);
});

test('a file whose transfer is known under another address stands in the way of no proof', async () => {
  const { outbox, service, time, state, store, untilQuiet } = setUp({ duration: 10 });
  service.faults = ['reset-before'];
  await outbox.add([{ url: url('mine') }], to);
  service.addForeign(url('theirs'));
  state.known = [
    { fileCode: 'code1', url: url('theirs'), folderId: '0', firstSeenAt: time.now, running: false },
  ];
  await untilQuiet();
  expect(service.taken.get(url('mine'))).toHaveLength(1);
  expect(await store.list()).toEqual([]);
});

test('a clock that is set back does not hide the file that proves a link to be there', async () => {
  const { outbox, service, time, state, store } = setUp({ duration: 10 });
  service.faults = ['reset-after'];
  await outbox.add([{ url: url('mine') }], to);
  state.online = true;
  const running = outbox.run();
  await time.advance(50);
  state.online = false;
  await time.advance(5_000);
  await running;
  await time.advance(40 * 60_000);
  state.skew = -39 * 60_000;
  state.online = true;
  for (let round = 0; round < 20; round += 1) {
    const again = outbox.run();
    await time.advance(10_000);
    await again;
  }
  expect(service.taken.get(url('mine'))).toHaveLength(1);
  expect(await store.list()).toEqual([]);
});

test('batches that come at the same time stay in order, each by itself', async () => {
  const { outbox, store } = setUp();
  const [one, two] = [
    ['a', 'b'],
    ['c', 'd'],
  ].map((names) => names.map((name) => ({ url: url(name) })));
  await Promise.all([outbox.add(one ?? [], to), outbox.add(two ?? [], { ...to, private: true })]);
  const items = await store.list();
  expect(items.map((item) => item.url)).toEqual(['a', 'b', 'c', 'd'].map(url));
  expect(new Set(items.map(({ position }) => position)).size).toBe(4);
});
