/** Adding, ordering and sending links, against the fake service. */
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../lib/api/index.ts';
import type { Uploads } from '../../../../lib/uploads/uploads.ts';
import type { FakeTime } from '../../fake-time.ts';
import { sampleUncertainty } from '../samples.ts';
import { drafts, setUp, to, url } from '../set-up.ts';

// A thousand links take a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

test('a thousand links are added at once and sent in order, one request each, at the rate limit', async () => {
  const { uploads, service, time, run, states, eventKinds } = setUp();
  await uploads.add(drafts(1_000), to);
  expect(await uploads.countUploads()).toEqual({ moving: 1_000, attention: 0 });
  const beganAtMs = time.nowMs;
  expect(await run(10 * 60_000)).toBeNull();
  expect(await states()).toEqual([]);
  expect(service.requests).toHaveLength(1_000);
  expect([...service.taken.keys()]).toEqual(drafts(1_000).map((draft) => draft.url));
  expect(await eventKinds()).toEqual(Array(1_000).fill('sent'));
  const times = service.requests.map(({ atMs }) => atMs);
  const gaps = times.slice(1).map((atMs, before) => atMs - (times[before] ?? atMs));
  expect(Math.min(...gaps), 'none overtakes another').toBeGreaterThanOrEqual(80);
  expect((times.at(-1) ?? 0) - beganAtMs).toBeLessThanOrEqual(100_000);
});

test.each(['the first', 'another'])(
  'a missing response (%s) delays no other link, now or later',
  async (hanging) => {
    const { uploads, service, time, states } = setUp();
    service.faults = [hanging === 'the first' ? 'hang' : 'none', hanging === 'the first' ? 'none' : 'hang'];
    await uploads.add(drafts(10), to);
    const running = uploads.run();
    await time.advance(5_000);
    expect(service.taken.size).toBe(9);

    await uploads.add([{ url: url('later') }], to);
    await uploads.add([{ url: url('other') }], { ...to, accountId: 'another' });
    const again = uploads.run();
    await time.advance(1_000);
    expect([...service.taken.keys()].slice(9).sort()).toEqual([url('later'), url('other')]);
    expect(await states()).toEqual(['sending']);
    await time.advance(60_000);
    await Promise.all([running, again]);
  },
);

test('while the service is down, links wait, and don’t become uncertain', async () => {
  const { uploads, service, time, run, states, sends } = setUp();
  service.faults = Array.from({ length: 1_000 }, () => 'reset-before' as const);
  await uploads.add(drafts(20), to);
  const atMs = await run(1_000);
  expect(await states()).toEqual(['uncertain', ...Array(19).fill('queued: network')]);
  expect(atMs).toBeGreaterThan(time.nowMs);
  await time.advance((atMs ?? 0) - time.nowMs);
  await run(10_000);
  expect(sends()).toBe(1);
});

test('offline, links wait without requests, and are sent when the browser is online again', async () => {
  const { uploads, service, state, run, states, time } = setUp();
  state.isOnline = false;
  await uploads.add(drafts(3), to);
  const startedAtMs = time.nowMs;
  expect(await run(), 'no event is needed').toBe(startedAtMs + 60_000);
  expect(await states()).toEqual(['queued: network', 'queued: network', 'queued: network']);
  expect(service.requests).toEqual([]);
  state.isOnline = true;
  await run();
  expect(service.taken.size).toBe(3);
});

test('without host permission, all links wait, with one event, until it is granted', async () => {
  const { accountStatus, uploads, service, state, run, runToEnd, states, eventKinds, events } = setUp();
  state.hasHostPermission = false;
  service.faults = ['reset-before'];
  await uploads.add(drafts(2), to);
  await run(500);
  await run(500);
  expect(await states()).toEqual(['uncertain', 'queued: permission']);
  expect(await events()).toMatchObject([{ kind: 'blocked', code: 'permission', uploadId: null }]);
  state.hasHostPermission = true;
  await accountStatus.endBackoff('account', ['permission']);
  await runToEnd();
  expect(service.taken.size).toBe(2);
  expect(await eventKinds()).toEqual(['blocked', 'sent', 'sent']);
});

test('after the permission is removed, all links wait before a request fails', async () => {
  const { accountStatus, uploads, service, run, states } = setUp();
  await uploads.add(drafts(1), to);
  await accountStatus.block('account');
  expect(await run()).toBeNull();
  expect(await states()).toEqual(['queued: permission']);
  expect(service.requests).toEqual([]);
});

test('requests that fail together because of the permission cause one event', async () => {
  const { uploads, service, state, run, eventKinds } = setUp();
  service.faults = ['none', 'hang', 'hang', 'hang'];
  await uploads.add(drafts(4), to);
  state.hasHostPermission = false;
  await run(40_000);
  expect(await eventKinds()).toEqual(['sent', 'blocked']);
});

test('while paused, nothing is sent, even after a restart', async () => {
  const { accountStatus, uploads, service, open, run, states } = setUp();
  await uploads.pause();
  await uploads.add(drafts(2), to);
  await accountStatus.backOffLinks('account', 'network', null);
  expect(await run()).toBeNull();
  const next = open();
  expect(await run(1_000, next)).toBeNull();
  expect(await states()).toEqual(['queued: paused', 'queued: paused']);
  expect(service.requests).toEqual([]);
  await next.resume();
  await run(60_000, next);
  expect(service.taken.size).toBe(2);
});

test('folder and order can be changed while links wait', async () => {
  const { uploads, service, run } = setUp();
  await uploads.pause();
  const { added } = await uploads.add(drafts(3), to);
  const [first, , third] = added;
  const films = { id: service.addFolder('Films'), name: 'Films' };
  expect(await uploads.choose([{ id: third?.id ?? '', folder: films }])).toHaveLength(1);
  await uploads.reorder('account', [third?.id ?? ''], first?.id ?? null);
  await uploads.resume();
  await run();
  expect([...service.taken.keys()]).toEqual([url(2), url(0), url(1)]);
});

test('a link waits for its title up to a timeout, then is sent with or without it', async () => {
  const { uploads, service, time, run, states, all } = setUp();
  const titleTimeoutMs = 5_000;
  const { added } = await uploads.add(drafts(2), to, { titleTimeoutMs });
  const untilMs = time.nowMs + titleTimeoutMs;
  expect(await run(100)).toBe(untilMs);
  expect(await states()).toEqual(['queued: title', 'queued: title']);
  expect(await uploads.setTitle(added[1]?.id ?? '', 'Two')).toBe(true);
  await run(200);
  expect([...service.taken.keys()]).toEqual([url(1)]);
  await time.advance(titleTimeoutMs);
  await run();
  expect([...service.taken.keys()]).toEqual([url(1), url(0)]);
  expect((await all()).map(({ title }) => title)).toEqual([null, 'Two']);
  expect(await uploads.setTitle(added[1]?.id ?? '', 'Too late')).toBe(false);
});

test('an undecided upload is left to the user: "Check again" searches again, "Upload again" uploads again', async () => {
  const { uploads, service, run, runToEnd, eventKinds, pending, sends } = setUp({ transferMs: 10 });
  // A file appears that no upload explains. It might be the link's.
  service.faults = ['reset-before'];
  await uploads.add([{ url: url('mine') }], to);
  service.addTransfer(url('unknown'));
  await runToEnd();
  expect((await eventKinds()).at(-1)).toBe('uncertain');
  const [upload] = await pending();
  expect(upload).toMatchObject({ state: 'uncertain', uncertainty: { nextCheckAtMs: null } });
  expect(sends()).toBe(1);

  const before = service.requests.length;
  expect(await uploads.checkAgain(upload?.id ?? '')).toBe(true);
  await run(2_000);
  expect(service.requests.length).toBeGreaterThan(before);
  expect(sends()).toBe(1);
  expect(await uploads.sendAgain(upload?.id ?? '')).toBe(true);
  await run();
  expect(service.codesOf(url('mine'))).toHaveLength(1);
  expect(await pending()).toEqual([]);
});

test('without a free slot nothing is sent; a slot that becomes free is used immediately', async () => {
  const { accountStatus, uploads, service, time, run, states, sends } = setUp({
    slots: 2,
    transferMs: 30_000,
  });
  await uploads.add(drafts(4), to);
  const atMs = await run(500);
  expect(await states()).toEqual(['queued: slots', 'queued: slots']);
  expect(atMs).toBeGreaterThan(time.nowMs);
  expect(sends()).toBe(2);
  await time.advance(30_000);
  await accountStatus.endBackoff('account', ['slots']);
  await run(500);
  expect(service.taken.size).toBe(4);
});

test('the links of a removed account wait, and are removed with it', async () => {
  const { uploads, run, states, eventKinds, pending } = setUp();
  await uploads.add(drafts(1), { ...to, accountId: 'removed' });
  await uploads.add(drafts(1), to);
  expect(await run()).toBeNull();
  expect(await states()).toEqual(['queued']);
  expect(await eventKinds()).toEqual(['sent']);
  await uploads.removeAccount('removed');
  expect(await pending()).toEqual([]);
});

test('if a link gets no response, its slot counts as used', async () => {
  const { uploads, service, time, sends } = setUp({ slots: 2 });
  service.faults = ['none', 'slow'];
  await uploads.add(drafts(4), to);
  const running = uploads.run();
  await time.advance(3_000);
  expect(sends()).toBe(2);
  await time.advance(10_000);
  await running;
});

test('the first response, which says how many slots there are, is awaited for a moment', async () => {
  const { uploads, service, time, sends } = setUp();
  service.faults = ['slow'];
  await uploads.add(drafts(4), to);
  const running = uploads.run();
  await time.advance(1_900);
  expect(sends()).toBe(1);
  await time.advance(1_000);
  expect(sends()).toBeGreaterThan(1);
  await time.advance(60_000);
  await running;
  expect(sends()).toBe(4);
});

test('a wait that ends during a run isn’t missed', async () => {
  const { accountStatus, uploads, service, time, store, sends } = setUp();
  const uncertainty = sampleUncertainty({ sinceMs: time.nowMs, nextCheckAtMs: time.nowMs });
  const { added } = await uploads.add(drafts(2), to);
  await store.transact('write', async (tx) => {
    const [first] = added;
    if (first) await tx.put({ ...first, state: 'uncertain', sentAtMs: time.nowMs, uncertainty });
  });
  await accountStatus.backOffLinks('account', 'slots', null);
  service.faults = ['slow'];
  const running = uploads.run();
  await time.advance(1_000);
  await accountStatus.endBackoff('account', ['slots']);
  const again = uploads.run();
  await time.advance(10_000);
  expect(sends()).toBe(1);
  await Promise.all([running, again]);
});

test('a file whose transfer has another address doesn’t prevent a proof of absence', async () => {
  const { uploads, service, time, pending, runToEnd } = setUp({ transferMs: 5_000 });
  service.addTransfer(url('theirs'));
  const polled = uploads.poll('account');
  await time.advance(1_000);
  await polled;
  service.faults = ['reset-before'];
  await uploads.add([{ url: url('mine') }], to);
  await runToEnd();
  expect(service.codesOf(url('mine'))).toHaveLength(1);
  expect(await pending()).toEqual([]);
});

describe('a clock that is set back', () => {
  /** The response is lost, and the clock is set back before the search for evidence. */
  async function loseAnswer(lostForMs = 40 * 60_000) {
    const setup = setUp({ transferMs: 10 });
    const { uploads, service, time, state } = setup;
    service.faults = ['reset-after'];
    await uploads.add([{ url: url('mine') }], to);
    const running = uploads.run();
    await time.advance(50);
    state.isOnline = false;
    await time.advance(5_000);
    await running;
    await time.advance(lostForMs);
    state.skewMs = 60_000 - lostForMs;
    state.isOnline = true;
    return setup;
  }
  async function runOften(uploads: Uploads, time: FakeTime) {
    for (let round = 0; round < 20; round += 1) {
      const again = uploads.run();
      await time.advance(10_000);
      await again;
    }
  }

  test('while a worker runs hides no file', async () => {
    const { uploads, service, time, pending } = await loseAnswer();
    await runOften(uploads, time);
    expect(service.codesOf(url('mine'))).toHaveLength(1);
    expect(await pending()).toEqual([]);
  });

  test.each([40, 300])('between two workers, %i minutes later, hides no file', async (minutes) => {
    const { restart, service, time, pending } = await loseAnswer(minutes * 60_000);
    await runOften(restart(), time);
    expect(service.codesOf(url('mine'))).toHaveLength(1);
    expect(await pending()).toEqual([]);
  });
});

test('a link that is never accepted is sent a limited number of times, then refused', async () => {
  const { uploads, service, runToEnd, pending, sends } = setUp();
  service.lastingFaults['upload/url'] = 'reset-before';
  await uploads.add(drafts(1), to);
  await runToEnd(30_000);
  expect(await pending()).toMatchObject([{ state: 'refused', failure: { code: 'too-many-attempts' } }]);
  expect(sends()).toBe(6);
});

test('a folder that can’t be read holds its links for a day, however long they had waited before', async () => {
  const { uploads, service, time, state, run, pending } = setUp();
  state.folderFailure = new ApiError('invalid-response', 'No answer', {
    endpoint: 'folder/list',
    msg: null,
    status: 500,
    mayHaveTakenEffect: false,
  });
  await uploads.add(drafts(1), { ...to, folder: { id: service.addFolder('Films'), name: 'Films' } });
  await uploads.pause();
  await time.advance(3 * 24 * 3_600_000);
  await uploads.resume();
  await run(1_000);
  expect(await pending()).toMatchObject([{ state: 'queued', wait: { reason: 'service' } }]);
  for (let hours = 0; hours < 26; hours += 1) await run(3_600_000);
  expect(await pending()).toMatchObject([{ state: 'refused', failure: { code: 'invalid-response' } }]);
  expect(service.taken.size).toBe(0);
});

test('a folder that could be read in between starts over', async () => {
  const { uploads, service, state, time, run, states } = setUp();
  const failure = new ApiError('invalid-response', 'No answer', {
    endpoint: 'folder/list',
    msg: null,
    status: 500,
    mayHaveTakenEffect: false,
  });
  state.folderFailure = failure;
  await uploads.add(drafts(5), { ...to, folder: { id: service.addFolder('Films'), name: 'Films' } });
  await run(1_000);
  expect(new Set(await states())).toEqual(new Set(['queued: service']));
  state.folderFailure = null;
  await time.advance(60_000);
  const running = uploads.run();
  await time.advance(250);
  await uploads.pause();
  await time.advance(60_000);
  await running;
  expect(service.taken.size).toBeGreaterThan(0);
  expect(await states()).toContain('queued: paused');
  await time.advance(25 * 3_600_000);
  state.folderFailure = failure;
  await uploads.resume();
  await run(1_000);
  expect(new Set(await states())).toEqual(new Set(['queued: service']));
});
