/**
 * When which account is worked on: each by itself, one pass at a time, side by side with the others, so that a service
 * that hangs holds up nobody else's links.
 */
import { createLatest } from '../../timing/turns.ts';
import { apply } from '../changes.ts';
import type { UploadsContext } from '../context.ts';
import { recoverFiles } from '../files.ts';
import { isDue, isEnded, isWaiting, offlineBackoff } from './backoff.ts';
import { interrupted } from './evidence.ts';
import { sendQueued } from './send.ts';
import { backOff, endBackoff, nextCheckMs, readUncertain, type SendSession } from './session.ts';
import { settleUncertain } from './settle.ts';

export interface SendRunner {
  /**
   * Sends and settles everything that can be now. A call during a run makes it go round once more.
   *
   * @returns when to run again, milliseconds since the epoch; null: not before something happens
   * @throws the first error of a store; everything else went on, and what it concerned is tried again
   */
  run(): Promise<number | null>;
  setPaused(paused: boolean): Promise<void>;
}

const never = Number.POSITIVE_INFINITY;
/** Milliseconds after which it is looked again whether the pages that send files are still there: their locks are freed late. */
const pageCheckMs = 5_000;

export function createSendRunner(context: UploadsContext): SendRunner {
  const { store, clock, online, onChange } = context;
  /** Accounts in which nothing is left that an earlier process, or work that failed, has left half done. */
  const recovered = new Set<string>();
  /** Calls of `run`, each of which tells those that wait that the queue may have changed. */
  let wakes = 0;
  let wake = Promise.withResolvers<void>();
  /** As it is stored; null until the first run. */
  let isPaused: boolean | null = null;

  /**
   * What was being sent is uncertain. Only while no request for the account is under way: a run ends with the last of its
   * answers. Gives when to look again.
   */
  async function recover(accountId: string): Promise<number> {
    const sending = await store.transact('read', (tx) => tx.inStates(accountId, ['sending']));
    const nextMs = (await recoverFiles(context, sending)) ? clock() + pageCheckMs : never;
    if (recovered.has(accountId)) return nextMs;
    const failure = { code: interrupted, msg: null };
    for (const { id, source } of sending)
      if (source === 'link') await apply(context, id, { type: 'doubt', cause: 'no-answer', failure });
    recovered.add(accountId);
    return nextMs;
  }

  /** Settles and sends what can be now. Resolves to when something is due next. */
  async function work(accountId: string): Promise<number> {
    const { backoff, hasWork } = await store.transact('read', async (tx) => ({
      backoff: await tx.backoff(accountId),
      hasWork:
        (await tx.count(accountId, 'queued')) +
          (await tx.count(accountId, 'deferred')) +
          (await tx.count(accountId, 'uncertain')) >
        0,
    }));
    if (!hasWork) return never;
    const startAtMs = await context.startAtMs('send');
    if (startAtMs !== null) return startAtMs;
    const client = await context.clientFor(accountId);
    if (client === null) {
      if (backoff?.reason !== 'account') await backOff(context, { accountId, backoff }, 'account', null);
      return never;
    }
    const isOffline = backoff?.reason === 'network' && backoff.untilMs === null;
    if (!online()) {
      if (!isWaiting(backoff, clock(), 'send')) {
        await store.transact('write', (tx) => tx.setBackoff(offlineBackoff(accountId)));
        onChange(false);
      }
      return never;
    }
    if (isOffline) await store.transact('write', (tx) => tx.clearBackoff(accountId));
    const session: SendSession = {
      ...{ accountId, client, slots: undefined, checkAtMs: never },
      ...{ woken: () => wake.promise, wakes: () => wakes },
      backoff: isOffline ? undefined : backoff,
    };
    for (;;) {
      const settled = await settleUncertain(context, session);
      if (settled === 'failed' || isPaused) break;
      if (!(await hasDue(accountId))) break;
      if (!(await endBackoff(context, session, settled === 'answered'))) break;
      await sendQueued(context, session, () => isPaused === true);
      // Only evidence that is due now, or a backoff that is over at once, asks for another round.
      const now = clock();
      const isIdle = isEnded(session.backoff) || isWaiting(session.backoff, now, 'send');
      if (session.checkAtMs > now && isIdle) break;
    }
    return nextRunAtMs(session);
  }

  async function hasDue(accountId: string): Promise<boolean> {
    const now = clock();
    const due = await store.transact('read', (tx) =>
      tx.take(accountId, 'queued', (upload) => isDue(upload, now), 1),
    );
    return due.length > 0;
  }

  /** When something of the account is due next. */
  async function nextRunAtMs(session: SendSession): Promise<number> {
    const { accountId, backoff } = session;
    const now = clock();
    const waitsUntilMs = (to: 'send' | 'ask') =>
      isWaiting(backoff, now, to) ? (backoff?.untilMs ?? never) : 0;
    const checkAtMs = Math.max(nextCheckMs(await readUncertain(context, session)), waitsUntilMs('ask'));
    const queued = isPaused ? [] : await store.transact('read', (tx) => tx.inStates(accountId, ['queued']));
    if (queued.length === 0) return checkAtMs;
    if (isWaiting(backoff, now, 'send')) return Math.min(checkAtMs, waitsUntilMs('send'));
    // Files are sent by pages.
    const links = queued.filter(({ source }) => source === 'link');
    return Math.min(checkAtMs, ...links.map(({ wait }) => wait?.untilMs ?? now));
  }

  const runAccount = createLatest(async (accountId: string): Promise<number> => {
    try {
      const nextMs = await recover(accountId);
      return Math.min(nextMs, await work(accountId));
    } catch (error) {
      recovered.delete(accountId);
      throw error;
    }
  });

  return {
    async run() {
      wakes += 1;
      wake.resolve();
      wake = Promise.withResolvers();
      const { accountIds, stored } = await store.transact('read', async (tx) => ({
        accountIds: await tx.accountIds(),
        stored: (await tx.meta('paused')) === true,
      }));
      isPaused ??= stored;
      const results = await Promise.allSettled(accountIds.map((id) => runAccount(id)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      const times = results.map((result) => (result.status === 'fulfilled' ? result.value : never));
      const nextMs = Math.min(never, ...times);
      return nextMs === never ? null : nextMs;
    },

    async setPaused(paused) {
      isPaused = paused;
      await store.transact('write', (tx) => tx.setMeta('paused', paused));
      onChange(false);
    },
  };
}
