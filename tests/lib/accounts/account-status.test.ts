/** What must wait after which response, and until when. */
import { expect, test } from 'vitest';
import {
  type BackoffReason,
  createBackoffStore,
  isBackoffEnded,
} from '../../../lib/accounts/account-backoff.ts';
import type { AccountStatus } from '../../../lib/accounts/account-status.ts';
import { ApiError } from '../../../lib/api/index.ts';
import { createFakeAccountStatus } from '../fake-account-status.ts';
import { createFakeFrozenArea } from '../uploads/samples.ts';

const facts = { endpoint: 'account/info', msg: 'Wrong auth', status: 403, mayHaveTakenEffect: false };

function setUp() {
  const area = createFakeFrozenArea();
  const state = {
    nowMs: 1_000_000,
    isOnline: true,
    hasHostPermission: true,
    hasAccount: true,
    probes: 0,
    error: null as Error | null,
    /** Runs while a probe is in progress. */
    duringProbe: async () => {},
    blocked: [] as BackoffReason[],
  };
  const open = () =>
    createFakeAccountStatus(area, {
      clock: () => state.nowMs,
      random: () => 1,
      isOnline: () => state.isOnline,
      hasAccount: async () => state.hasAccount,
      hasHostPermission: async () => state.hasHostPermission,
      async probe() {
        state.probes += 1;
        await state.duringProbe();
        if (state.error) throw state.error;
      },
      onBlocked: async ({ reason }) => void state.blocked.push(reason),
    });
  return { state, open, accountStatus: open(), area };
}
const failure = (code: string) => ({ code: code as never, msg: 'its own words' });
const down = new ApiError('network', 'No answer', { ...facts, msg: null });

test.each(['network', 'timeout', 'invalid-response', 'unauthorized'])(
  'a request that failed with "%s" affects only itself while the account responds',
  async (code) => {
    const { accountStatus, state } = setUp();
    expect(await accountStatus.reportFailure('a', failure(code))).toBe(false);
    expect(state.probes).toBe(1);
    expect(await accountStatus.check('a')).toBeNull();
  },
);

test.each(['refused', 'not-found', 'aborted', 'unexpected'])(
  '"%s" says nothing about the account',
  async (code) => {
    const { accountStatus, state } = setUp();
    expect(await accountStatus.reportFailure('a', failure(code))).toBe(false);
    expect(state.probes).toBe(0);
  },
);

test.each([
  ['rate-limited', 2_000],
  ['quota-exceeded', 60_000],
])('"%s" applies to the account, whichever request got it', async (code, waitMs) => {
  const { accountStatus, state } = setUp();
  expect(await accountStatus.reportFailure('a', failure(code))).toBe(true);
  expect(state.probes).toBe(0);
  expect(await accountStatus.check('a')).toBe(state.nowMs + waitMs);
  expect(await accountStatus.check('another')).toBeNull();
  await accountStatus.reportAnswer('a', true);
  expect(await accountStatus.check('a'), 'a limit that was named holds').not.toBeNull();
});

test.each(['rate-limited', 'quota-exceeded', 'network', 'unauthorized'])(
  'an optional request that failed with "%s" affects only itself while the account responds, even during a backoff',
  async (code) => {
    const { accountStatus, state } = setUp();
    expect(await accountStatus.reportFailure('a', failure(code), true)).toBe(false);
    expect(await accountStatus.check('a')).toBeNull();
    state.error = down;
    expect(await accountStatus.reportFailure('a', failure(code), true)).toBe(true);
    expect(await accountStatus.check('a')).not.toBeNull();
    state.error = null;
    expect(await accountStatus.reportFailure('a', failure(code), true)).toBe(false);
  },
);

test('a lost response doesn’t end a limit that the service reported', async () => {
  const { accountStatus, state } = setUp();
  await accountStatus.reportFailure('a', failure('quota-exceeded'));
  state.error = down;
  expect(await accountStatus.reportFailure('a', failure('timeout'), true)).toBe(true);
  expect(accountStatus.peek('a')).toMatchObject({ reason: 'quota' });
});

test('requests that fail together count as one failure, and each failed attempt increases the wait', async () => {
  const { accountStatus, state, open } = setUp();
  state.error = down;
  expect(
    await Promise.all(Array.from({ length: 10 }, () => accountStatus.reportFailure('a', failure('timeout')))),
  ).toEqual(Array.from({ length: 10 }, () => true));
  const waits: number[] = [];
  for (let each = accountStatus; waits.length < 4; each = open()) {
    const untilMs = (await each.check('a')) ?? Number.NaN;
    waits.push(untilMs - state.nowMs);
    state.nowMs = untilMs;
    await each.check('a');
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000]);
});

test('one probe ends an expired backoff, however many requests wait', async () => {
  const { accountStatus, state } = setUp();
  state.error = down;
  await accountStatus.reportFailure('a', failure('network'));
  state.error = null;
  state.nowMs += 2_000;
  state.probes = 0;
  expect(
    await Promise.all([accountStatus.check('a'), accountStatus.check('a'), accountStatus.check('a')]),
  ).toEqual([null, null, null]);
  expect(state.probes).toBe(1);
  state.probes = 0;
  expect(await accountStatus.check('a')).toBeNull();
  expect(state.probes).toBe(0);
});

test('a rejected key blocks everything until the user acts, is announced once, and survives the worker', async () => {
  const { accountStatus, state, open } = setUp();
  state.error = new ApiError('unauthorized', 'No', facts);
  for (let times = 0; times < 3; times += 1)
    expect(await accountStatus.reportFailure('a', failure('unauthorized'))).toBe(true);
  expect(state.blocked).toEqual(['account']);
  const next = open();
  expect(await next.check('a')).toBe(Number.POSITIVE_INFINITY);
  expect((await next.list()).get('a')?.failure, 'the words of the probe, which names no link').toEqual({
    code: 'unauthorized',
    msg: 'Wrong auth',
  });
  state.error = null;
  await next.endBackoff('a', ['account']);
  expect(await next.check('a')).toBeNull();
});

test('a missing permission is distinguished from an unreachable service', async () => {
  const { accountStatus, state } = setUp();
  state.hasHostPermission = false;
  expect(await accountStatus.reportFailure('a', failure('network'))).toBe(true);
  expect(state.blocked).toEqual(['permission']);
  expect(state.probes).toBe(0);
});

test('offline, no request is sent, and no event is needed to continue', async () => {
  const { accountStatus, state } = setUp();
  state.isOnline = false;
  expect(await accountStatus.check('a')).toBe(state.nowMs + 60_000);
  expect(accountStatus.peek('a')).toMatchObject({ reason: 'network', untilMs: null });
  state.isOnline = true;
  expect(await accountStatus.check('a')).toBeNull();
  expect(state.probes).toBe(0);
});

test('a block for links only lets everything else pass, and doesn’t weaken a block for everything', async () => {
  const { accountStatus, state } = setUp();
  await accountStatus.backOffLinks('a', 'slots', null);
  expect(await accountStatus.check('a')).toBeNull();
  await accountStatus.reportAnswer('a', false);
  expect(accountStatus.peek('a')?.reason, 'an answer to something else').toBe('slots');
  state.error = down;
  expect(await accountStatus.reportFailure('a', failure('network'))).toBe(true);
  await accountStatus.backOffLinks('a', 'slots', null);
  expect(accountStatus.peek('a')).toMatchObject({ reason: 'network', isForLinksOnly: false });
});

test('nothing is stored for an account that was removed meanwhile', async () => {
  const { accountStatus, state, area } = setUp();
  state.hasAccount = false;
  state.error = down;
  await accountStatus.reportFailure('a', failure('network'));
  expect([...area.values.values()].flat()).toEqual([]);
});

test('a slow read of the stored state doesn’t overwrite newer knowledge', async () => {
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
  const accountStatus = createFakeAccountStatus(area, { clock: () => 0, store });
  const [closed, listed] = [accountStatus.backOffLinks('a', 'slots', null), accountStatus.list()];
  await closed;
  release.resolve();
  await listed;
  expect(accountStatus.peek('a')).toMatchObject({ reason: 'slots' });
});

test.each<[string, (accountStatus: AccountStatus) => Promise<void>]>([
  ['an answer', (accountStatus) => accountStatus.reportAnswer('a', false)],
  ['a poll that is answered again', (accountStatus) => accountStatus.endBackoff('a', ['network', 'service'])],
])('%s during a failing probe disproves its failure', async (_, answer) => {
  const { accountStatus, state } = setUp();
  state.error = down;
  state.duringProbe = () => answer(accountStatus);
  expect(await accountStatus.reportFailure('a', failure('network'))).toBe(false);
  state.error = null;
  expect(await accountStatus.check('a')).toBeNull();
  expect(state.probes).toBe(1);
});

test('a response ends the wait that it disproves, even if nobody asks for the account again', async () => {
  const { accountStatus, state } = setUp();
  const isEnded = () => isBackoffEnded(accountStatus.peek('a'));
  state.error = down;
  await accountStatus.reportFailure('a', failure('network'));
  await accountStatus.endBackoff('a', ['account']);
  expect(isEnded()).toBe(false);
  await accountStatus.endBackoff('a', ['network', 'service']);
  expect(isEnded()).toBe(true);
  await accountStatus.reportFailure('a', failure('network'));
  // The user's wish proves nothing.
  await accountStatus.endBackoff('a', null);
  expect(isEnded()).toBe(false);
  await accountStatus.reportAnswer('a', false);
  // The free slots are read before links are sent.
  await accountStatus.backOffLinks('a', 'slots', null);
  await accountStatus.endBackoff('a', ['slots']);
  expect(isEnded()).toBe(false);
});

test('a response doesn’t end the wait for a host permission', async () => {
  const { accountStatus, state } = setUp();
  state.hasHostPermission = false;
  await accountStatus.block('a');
  await accountStatus.endBackoff('a', ['account', 'permission', 'network', 'service']);
  expect(await accountStatus.check('a')).toBe(Number.POSITIVE_INFINITY);
  state.hasHostPermission = true;
  await accountStatus.endBackoff('a', ['permission']);
  expect(await accountStatus.check('a')).toBeNull();
});

test('a new key that is accepted during a failing probe disproves that the old one was', async () => {
  const { accountStatus, state } = setUp();
  state.error = new ApiError('unauthorized', 'Wrong auth', facts);
  state.duringProbe = () => accountStatus.endBackoff('a', ['account', 'quota', 'permission']);
  expect(await accountStatus.reportFailure('a', failure('unauthorized'))).toBe(false);
  expect(state.blocked).toEqual([]);
  expect(await accountStatus.check('a')).toBeNull();
});

test('a response to a request that was sent before the key was rejected proves nothing', async () => {
  const { accountStatus, state } = setUp();
  const sentBefore = { backoff: (await accountStatus.list()).get('a') };
  state.error = new ApiError('unauthorized', 'Wrong auth', facts);
  await accountStatus.reportFailure('a', failure('unauthorized'));
  const sentAfter = { backoff: (await accountStatus.list()).get('a') };
  await accountStatus.endBackoff('a', ['account', 'network'], sentBefore);
  expect(await accountStatus.check('a')).toBe(Number.POSITIVE_INFINITY);
  await accountStatus.endBackoff('a', ['account', 'network'], sentAfter);
  expect(await accountStatus.check('a')).toBeNull();
  expect(state.blocked).toEqual(['account']);
});

test('a request to try now disproves nothing', async () => {
  const { accountStatus, state } = setUp();
  state.error = down;
  state.duringProbe = () => accountStatus.endBackoff('a', null);
  expect(await accountStatus.reportFailure('a', failure('network'))).toBe(true);
});
