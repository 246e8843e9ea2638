/** Who must wait after what, and until when. */
import { expect, test } from 'vitest';
import { type BackoffReason, createBackoffStore } from '../../../lib/accounts/account-backoff.ts';
import type { AccountGate } from '../../../lib/accounts/gate.ts';
import { ApiError } from '../../../lib/api/index.ts';
import { openGate } from '../fake-gate.ts';
import { createFakeFrozenArea } from '../uploads/samples.ts';

const facts = { endpoint: 'account/info', msg: 'Wrong auth', status: 403, mayHaveTakenEffect: false };

function setUp() {
  const area = createFakeFrozenArea();
  const state = {
    nowMs: 1_000_000,
    isOnline: true,
    mayReach: true,
    hasAccount: true,
    probes: 0,
    error: null as Error | null,
    /** What happens while a probe is under way. */
    duringProbe: async () => {},
    blocked: [] as BackoffReason[],
  };
  const open = () =>
    openGate(area, {
      clock: () => state.nowMs,
      random: () => 1,
      isOnline: () => state.isOnline,
      hasAccount: async () => state.hasAccount,
      hasHostPermission: async () => state.mayReach,
      async probe() {
        state.probes += 1;
        await state.duringProbe();
        if (state.error) throw state.error;
      },
      onBlocked: async ({ reason }) => void state.blocked.push(reason),
    });
  return { state, open, gate: open(), area };
}
const failure = (code: string) => ({ code: code as never, msg: 'its own words' });
const down = new ApiError('network', 'No answer', { ...facts, msg: null });

test.each(['network', 'timeout', 'invalid-response', 'unauthorized'])(
  'a request that failed with "%s" is its own while the account answers',
  async (code) => {
    const { gate, state } = setUp();
    expect(await gate.reportFailure('a', failure(code))).toBe(false);
    expect(state.probes).toBe(1);
    expect(await gate.check('a')).toBeNull();
  },
);

test.each(['refused', 'not-found', 'aborted', 'unexpected'])(
  '"%s" says nothing of the account',
  async (code) => {
    const { gate, state } = setUp();
    expect(await gate.reportFailure('a', failure(code))).toBe(false);
    expect(state.probes).toBe(0);
  },
);

test.each([
  ['rate-limited', 2_000],
  ['quota-exceeded', 60_000],
])('"%s" is the account’s, whoever met it', async (code, waitMs) => {
  const { gate, state } = setUp();
  expect(await gate.reportFailure('a', failure(code))).toBe(true);
  expect(state.probes).toBe(0);
  expect(await gate.check('a')).toBe(state.nowMs + waitMs);
  expect(await gate.check('another')).toBeNull();
  await gate.reportAnswer('a', true);
  expect(await gate.check('a'), 'a limit that was named holds').not.toBeNull();
});

test.each(['rate-limited', 'quota-exceeded', 'network', 'unauthorized'])(
  'a request that others do without and that failed with "%s" is its own while the account answers, also in a wait',
  async (code) => {
    const { gate, state } = setUp();
    expect(await gate.reportFailure('a', failure(code), true)).toBe(false);
    expect(await gate.check('a')).toBeNull();
    state.error = down;
    expect(await gate.reportFailure('a', failure(code), true)).toBe(true);
    expect(await gate.check('a')).not.toBeNull();
    state.error = null;
    expect(await gate.reportFailure('a', failure(code), true)).toBe(false);
  },
);

test('an answer that is lost ends no limit that was named', async () => {
  const { gate, state } = setUp();
  await gate.reportFailure('a', failure('quota-exceeded'));
  state.error = down;
  expect(await gate.reportFailure('a', failure('timeout'), true)).toBe(true);
  expect(gate.peek('a')).toMatchObject({ reason: 'quota' });
});

test('requests that fail together are one failure, and each try of the account waits longer', async () => {
  const { gate, state, open } = setUp();
  state.error = down;
  expect(
    await Promise.all(Array.from({ length: 10 }, () => gate.reportFailure('a', failure('timeout')))),
  ).toEqual(Array.from({ length: 10 }, () => true));
  const waits: number[] = [];
  for (let each = gate; waits.length < 4; each = open()) {
    const untilMs = (await each.check('a')) ?? Number.NaN;
    waits.push(untilMs - state.nowMs);
    state.nowMs = untilMs;
    await each.check('a');
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000]);
});

test('a wait that is over ends with one probe, whoever asks', async () => {
  const { gate, state } = setUp();
  state.error = down;
  await gate.reportFailure('a', failure('network'));
  state.error = null;
  state.nowMs += 2_000;
  state.probes = 0;
  expect(await Promise.all([gate.check('a'), gate.check('a'), gate.check('a')])).toEqual([null, null, null]);
  expect(state.probes).toBe(1);
  state.probes = 0;
  expect(await gate.check('a')).toBeNull();
  expect(state.probes).toBe(0);
});

test('a rejected key holds everything until the user acts, is announced once, and survives the worker', async () => {
  const { gate, state, open } = setUp();
  state.error = new ApiError('unauthorized', 'No', facts);
  for (let times = 0; times < 3; times += 1)
    expect(await gate.reportFailure('a', failure('unauthorized'))).toBe(true);
  expect(state.blocked).toEqual(['account']);
  const next = open();
  expect(await next.check('a')).toBe(Number.POSITIVE_INFINITY);
  expect((await next.list()).get('a')?.failure, 'the words of the probe, which names no link').toEqual({
    code: 'unauthorized',
    msg: 'Wrong auth',
  });
  state.error = null;
  await next.end('a', ['account']);
  expect(await next.check('a')).toBeNull();
});

test('a missing permission is told from a service that cannot be reached', async () => {
  const { gate, state } = setUp();
  state.mayReach = false;
  expect(await gate.reportFailure('a', failure('network'))).toBe(true);
  expect(state.blocked).toEqual(['permission']);
  expect(state.probes).toBe(0);
});

test('offline, nothing is asked, and no event is needed to go on', async () => {
  const { gate, state } = setUp();
  state.isOnline = false;
  expect(await gate.check('a')).toBe(state.nowMs + 60_000);
  expect(gate.peek('a')).toMatchObject({ reason: 'network', untilMs: null });
  state.isOnline = true;
  expect(await gate.check('a')).toBeNull();
  expect(state.probes).toBe(0);
});

test('what holds links only lets everything else pass; what holds everything is not weakened by it', async () => {
  const { gate, state } = setUp();
  await gate.closeForLinks('a', 'slots', null);
  expect(await gate.check('a')).toBeNull();
  await gate.reportAnswer('a', false);
  expect(gate.peek('a')?.reason, 'an answer to something else').toBe('slots');
  state.error = down;
  expect(await gate.reportFailure('a', failure('network'))).toBe(true);
  await gate.closeForLinks('a', 'slots', null);
  expect(gate.peek('a')).toMatchObject({ reason: 'network', isForLinksOnly: false });
});

test('of an account that was removed meanwhile nothing is stored', async () => {
  const { gate, state, area } = setUp();
  state.hasAccount = false;
  state.error = down;
  await gate.reportFailure('a', failure('network'));
  expect([...area.values.values()].flat()).toEqual([]);
});

test('a slow read of what is stored undoes nothing that was learned meanwhile', async () => {
  const area = createFakeFrozenArea();
  const stored = createBackoffStore(area);
  const release = Promise.withResolvers<void>();
  let reads = 0;
  const store = {
    ...stored,
    async get() {
      reads += 1;
      const isSlow = reads === 2;
      const value = await stored.get();
      if (isSlow) await release.promise;
      return value;
    },
  };
  const gate = openGate(area, { clock: () => 0, store });
  const [closed, listed] = [gate.closeForLinks('a', 'slots', null), gate.list()];
  await closed;
  release.resolve();
  await listed;
  expect(gate.peek('a')).toMatchObject({ reason: 'slots' });
});

test.each<[string, (gate: AccountGate) => Promise<void>]>([
  ['an answer', (gate) => gate.reportAnswer('a', false)],
  ['a poll that is answered again', (gate) => gate.end('a', ['network', 'service'])],
])('%s while a probe is failing disproves its failure', async (_, answer) => {
  const { gate, state } = setUp();
  state.error = down;
  state.duringProbe = () => answer(gate);
  expect(await gate.reportFailure('a', failure('network'))).toBe(false);
  state.error = null;
  expect(await gate.check('a')).toBeNull();
  expect(state.probes).toBe(1);
});

test('the wish to try now disproves nothing', async () => {
  const { gate, state } = setUp();
  state.error = down;
  state.duringProbe = () => gate.end('a', null);
  expect(await gate.reportFailure('a', failure('network'))).toBe(true);
});
