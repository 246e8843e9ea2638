/**
 * Why and until when the requests of each account wait. Uploads, bulk jobs and sync ask before they send, and report failures. A failure
 * makes the account wait only if a cheap request for it fails too.
 */

import { readFailure } from '../api/index.ts';
import type { StoredValue } from '../storage/stored.ts';
import { accountRetry, offlineCheck, quotaRetry, slotRetry } from '../timing/policies.ts';
import { calculateDelayMs, type RetryPolicy } from '../timing/retry.ts';
import type { EpochMs, Random } from '../timing/units.ts';
import {
  type AccountBackoff,
  type BackoffReason,
  type CallFailure,
  isBackoffEnded,
  isBlocked,
  isWaiting,
} from './account-backoff.ts';

/** For failures that may be the account's. */
const reasons: Readonly<Partial<Record<CallFailure['code'], BackoffReason>>> = {
  unauthorized: 'account',
  'quota-exceeded': 'quota',
  'rate-limited': 'rate-limited',
  network: 'network',
  timeout: 'network',
  'invalid-response': 'service',
};

/** No response, or one we can't parse. */
const isLost = (reason: BackoffReason): boolean => reason === 'network' || reason === 'service';

/** Everything waits until the reason ends. */
const untilEnded = { untilMs: null, failure: null, isForLinksOnly: false } as const;

export interface AccountStatusOptions {
  readonly store: StoredValue<readonly AccountBackoff[]>;
  readonly clock: () => EpochMs;
  readonly random: Random;
  readonly isOnline: () => boolean;
  readonly hasAccount: (accountId: string) => Promise<boolean>;
  readonly hasHostPermission: (accountId: string) => Promise<boolean>;
  /** A cheap request for the account, without effect. */
  readonly probe: (accountId: string) => Promise<unknown>;
  /** A displayed value has changed. */
  readonly onChange: () => void;
  /** Everything waits for the user. Called before that is stored, once for each reason. */
  readonly onBlocked: (backoff: AccountBackoff) => Promise<void>;
}

export type AccountStatus = ReturnType<typeof createAccountStatus>;

export function createAccountStatus(options: AccountStatusOptions) {
  const { store, clock, random, isOnline, hasAccount, hasHostPermission, onChange, onBlocked } = options;
  /** As stored. This is its only writer. */
  let backoffs: ReadonlyMap<string, AccountBackoff> | null = null;

  async function load(): Promise<ReadonlyMap<string, AccountBackoff>> {
    if (backoffs !== null) return backoffs;
    const stored = await store.get();
    // Another call may have loaded it first.
    backoffs ??= new Map(stored.map((backoff) => [backoff.accountId, backoff]));
    return backoffs;
  }

  async function set(accountId: string, backoff: AccountBackoff | null): Promise<void> {
    const changed = new Map(await load());
    if (backoff === null) changed.delete(accountId);
    else changed.set(accountId, backoff);
    backoffs = changed;
    // If storage fails, the next worker asks the service once more.
    await store.set([...changed.values()]).catch(() => {});
    onChange();
  }

  /** A response that arrives during a probe disproves the probe's failure. */
  const answers = new Map<string, number>();
  /** A probe that began before the key was accepted may have used another key. */
  const renewals = new Map<string, number>();
  const count = (counts: Map<string, number>, accountId: string) =>
    counts.set(accountId, (counts.get(accountId) ?? 0) + 1);

  async function backOff(
    given: Parameters<typeof createNextBackoff>[1],
    isDisproved: () => boolean = () => false,
  ): Promise<void> {
    const { accountId, reason, isForLinksOnly } = given;
    const before = (await load()).get(accountId);
    // Requests that were sent together fail together.
    if (before && isWaiting(before, clock())) {
      const isSame = before.reason === reason && before.isForLinksOnly === isForLinksOnly;
      if (isSame || (isForLinksOnly && !before.isForLinksOnly)) return;
      // A lost response doesn't end a limit that the service has named.
      if (isLost(reason) && !isLost(before.reason) && !before.isForLinksOnly) return;
    }
    if (!(await hasAccount(accountId)) || isDisproved()) return;
    const next = createNextBackoff(before, given, clock(), random);
    if (isBlocked(next)) await onBlocked(next);
    await set(accountId, next);
  }

  /** By account id, for concurrent callers. */
  const probes = new Map<string, Promise<boolean>>();

  /** @returns whether the account responds */
  function probe(accountId: string): Promise<boolean> {
    const running = probes.get(accountId) ?? probeNow(accountId).finally(() => probes.delete(accountId));
    probes.set(accountId, running);
    return running;
  }

  async function probeNow(accountId: string): Promise<boolean> {
    const [answer, renewal] = [answers.get(accountId), renewals.get(accountId)];
    const fail = async (reason: BackoffReason, failure: CallFailure | null) => {
      const isDisproved = () =>
        (isLost(reason) && answers.get(accountId) !== answer) ||
        (reason === 'account' && renewals.get(accountId) !== renewal);
      await backOff({ accountId, reason, failure, isForLinksOnly: false }, isDisproved);
      return isDisproved();
    };
    if (!(await hasHostPermission(accountId))) return fail('permission', null);
    try {
      await options.probe(accountId);
      return true;
    } catch (error) {
      const { code, msg } = readFailure(error);
      if (code === 'unexpected') throw error;
      return fail(reasons[code] ?? 'service', { code, msg });
    }
  }

  return {
    /**
     * Call before requests that no user waits for. A wait that is over ends with a probe.
     *
     * @returns when to ask again. Infinity: after a change. Null: requests may be sent
     */
    async check(accountId: string): Promise<number | null> {
      let backoff = (await load()).get(accountId);
      const isOffline = backoff?.reason === 'network' && backoff.untilMs === null;
      if (!isOnline()) {
        if (!isWaiting(backoff, clock()))
          await set(accountId, {
            ...untilEnded,
            accountId,
            reason: 'network',
            failures: 0,
            sinceMs: clock(),
          });
        return clock() + offlineCheck.firstMs;
      }
      if (isOffline) await set(accountId, null);
      backoff = (await load()).get(accountId);
      if (backoff === undefined || isBackoffEnded(backoff) || backoff.isForLinksOnly) return null;
      if (isWaiting(backoff, clock())) return backoff.untilMs ?? Number.POSITIVE_INFINITY;
      const doesAnswer = await probe(accountId);
      const after = (await load()).get(accountId);
      if (!doesAnswer) return after?.untilMs ?? Number.POSITIVE_INFINITY;
      // One good response proves little, so the failures stay.
      if (after === backoff) await set(accountId, { ...backoff, untilMs: 0 });
      return null;
    },

    list: load,
    /** Undefined before the first `check` or `list`. */
    peek: (accountId: string): AccountBackoff | undefined => backoffs?.get(accountId),

    /**
     * @param isOptional the caller can do without the request, so its failure isn't the account's
     * @returns whether the failure is the account's, so that everything waits
     */
    async reportFailure(accountId: string, { code, msg }: CallFailure, isOptional = false): Promise<boolean> {
      const reason = reasons[code];
      if (reason === undefined) return false;
      if (isOptional) return !(await probe(accountId));
      const backoff = (await load()).get(accountId);
      if (backoff && !backoff.isForLinksOnly && isWaiting(backoff, clock())) return true;
      if (reason === 'quota' || reason === 'rate-limited') {
        await backOff({ accountId, reason, failure: { code, msg }, isForLinksOnly: false });
        return true;
      }
      return !(await probe(accountId));
    },

    /** Limits that the service has named still apply, and so do waits that only the user can end. */
    async reportAnswer(accountId: string, isOfLink: boolean): Promise<void> {
      count(answers, accountId);
      const backoff = (await load()).get(accountId);
      if (backoff === undefined || (backoff.isForLinksOnly && !isOfLink)) return;
      if (isLost(backoff.reason) || isBackoffEnded(backoff)) await set(accountId, null);
    },

    /** Everything else still gets responses. */
    backOffLinks: (accountId: string, reason: BackoffReason, failure: CallFailure | null): Promise<void> =>
      backOff({ accountId, reason, failure, isForLinksOnly: true }),

    /**
     * Ends a wait for one of these reasons, which a response has disproved. Null: ends any wait that the user can skip.
     *
     * @param known the wait when the request was sent. A key that was rejected since then stays rejected
     */
    async endBackoff(
      accountId: string,
      ended: readonly BackoffReason[] | null,
      known?: { readonly backoff: AccountBackoff | undefined },
    ): Promise<void> {
      const before = (await load()).get(accountId);
      if (known && before && before !== known.backoff && isBlocked(before)) return;
      if (ended?.some(isLost)) count(answers, accountId);
      if (ended?.includes('account')) count(renewals, accountId);
      // With CORS headers, a service responds without the permission.
      if (before?.reason === 'permission' && !(await hasHostPermission(accountId))) return;
      const backoff = (await load()).get(accountId);
      if (backoff === undefined || isBackoffEnded(backoff)) return;
      if (ended !== null && !ended.includes(backoff.reason)) return;
      // Pages show a wait until it has ended. Nothing may be queued that would check it.
      const isDisproved = ended !== null && !backoff.isForLinksOnly;
      await set(accountId, { ...backoff, untilMs: isDisproved ? 0 : clock() });
    },

    /** Keeps the failures. */
    async endLinksBackoff(accountId: string): Promise<void> {
      const backoff = (await load()).get(accountId);
      if (backoff?.isForLinksOnly) await set(accountId, { ...backoff, untilMs: 0 });
    },

    /** The host permission for the account's service was removed. */
    async block(accountId: string): Promise<void> {
      const backoff = (await load()).get(accountId);
      if (backoff !== undefined && isBlocked(backoff)) return;
      await set(accountId, { ...untilEnded, accountId, reason: 'permission', failures: 1, sinceMs: clock() });
    },

    async remove(accountId: string): Promise<void> {
      if ((await load()).has(accountId)) await set(accountId, null);
    },
  };
}

/** How long an account waits after another failure. */
export function createNextBackoff(
  previous: AccountBackoff | undefined,
  given: Pick<AccountBackoff, 'accountId' | 'reason' | 'failure' | 'isForLinksOnly'>,
  nowMs: EpochMs,
  random: Random,
): AccountBackoff {
  const { reason, isForLinksOnly } = given;
  const isRepeated = previous?.reason === reason;
  const failures = isRepeated ? previous.failures + 1 : 1;
  const sinceMs = isRepeated ? previous.sinceMs : nowMs;
  const after = (policy: RetryPolicy, count = failures) => nowMs + calculateDelayMs(policy, count, random);
  const untilMs = {
    account: () => null,
    permission: () => null,
    slots: () => after(slotRetry),
    quota: () => after(quotaRetry),
    'rate-limited': () => after(accountRetry),
    network: lost,
    service: lost,
  }[reason]();
  return { ...given, failures, sinceMs, untilMs };

  function lost(): number {
    if (!isForLinksOnly) return after(accountRetry);
    // After a single lost response, the search for evidence shows at once whether the service is reachable.
    return failures === 1 ? nowMs : after(accountRetry, failures - 1);
  }
}
