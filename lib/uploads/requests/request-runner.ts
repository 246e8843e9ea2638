/**
 * Runs the queues of all accounts in parallel, so that a hanging service doesn't block the others.
 *
 * `lib/uploads/requests`: from `queued` to `accepted`. Finds evidence for uncertain uploads. Internal to `lib/uploads`.
 */
import { isBackoffEnded, isWaiting } from '../../accounts/account-backoff.ts';
import { pageCheck } from '../../timing/policies.ts';
import { earliest } from '../../timing/retry.ts';
import { runForEachAccount } from '../../timing/run-for-each-account.ts';
import { createCoalescedRunner } from '../../timing/serial-queue.ts';
import { applyAction, commitChanges } from '../changes.ts';
import { findFullTime } from '../fallback.ts';
import { markInterruptedFiles } from '../file-uploads.ts';
import { interruption } from '../transitions.ts';
import type { Upload } from '../upload.ts';
import type { UploadsContext } from '../uploads-context.ts';
import { isDue } from '../waits.ts';
import { classifyFailure } from './failure.ts';
import { createFolderCheck } from './folder-check.ts';
import { requestQueued } from './request-queued.ts';
import { getNextCheckMs, type RequestSession, readUncertain, tryEndBackoff } from './request-session.ts';
import { settleUncertain } from './settle-uncertain.ts';

const neverMs = Number.POSITIVE_INFINITY;
/** Between these transactions, other messages get their turn. */
const sliceSize = 250;

export function createRequestRunner(
  context: UploadsContext,
  given: Pick<RequestSession, 'noteBaseline' | 'showsTransfers' | 'listOutages'>,
) {
  const { store, accountStatus, clock, onChange } = context;
  /** Accounts with no upload left in `sending` by an earlier process or a failed run. */
  const recovered = new Set<string>();
  let wakes = 0;
  let wake = Promise.withResolvers<void>();
  /** As stored. */
  let isPaused: boolean | null = null;

  const checkFolder = createFolderCheck(clock);

  function wakeUp(): void {
    wakes += 1;
    wake.resolve();
    wake = Promise.withResolvers();
  }

  /**
   * Marks `sending` as uncertain: no request is running, because a run ends with its last response.
   * @returns when to check again
   */
  async function recoverAccount(accountId: string): Promise<number> {
    const sending = await store.transact('read', (tx) => tx.listInStates(accountId, ['sending']));
    const nextMs = (await markInterruptedFiles(context, sending)) ? clock() + pageCheck.firstMs : neverMs;
    if (recovered.has(accountId)) return nextMs;
    for (const { id, source } of sending) if (source === 'link') await applyAction(context, id, interruption);
    recovered.add(accountId);
    return nextMs;
  }

  /** @returns when something is due next */
  async function runAccountOnce(accountId: string): Promise<number> {
    const hasWork = await store.transact('read', async (tx) => {
      const states = ['queued', 'deferred', 'uncertain'] as const;
      return (await Promise.all(states.map((state) => tx.count(accountId, state)))).some(
        (count) => count > 0,
      );
    });
    if (!hasWork) return neverMs;
    const startAtMs = await context.getStartTimeMs('send');
    if (startAtMs !== null) return startAtMs;
    const client = await context.clientFor(accountId);
    // A missing or damaged account says nothing about the key.
    if (client === null) return neverMs;
    const waitUntilMs = await accountStatus.check(accountId);
    if (waitUntilMs !== null) return Math.min(waitUntilMs, await rerouteWaiting(accountId));
    const session: RequestSession = {
      ...context,
      accountId,
      client,
      slots: undefined,
      checkAtMs: neverMs,
      waitForWake: () => wake.promise,
      ...given,
      getWakeCount: () => wakes,
      wakeUp,
      checkFolder,
    };
    for (;;) {
      const settled = await settleUncertain(session);
      if (settled === 'blocked' || isPaused) break;
      // Uploads that were turned away may now be proven absent.
      await rerouteWaiting(accountId);
      if (!(await hasDue(accountId))) break;
      if (!(await tryEndBackoff(session, settled === 'answered'))) break;
      await requestQueued(session, () => isPaused === true);
      // Repeat only for a check that is due now, or a backoff that ended at once.
      const now = clock();
      const backoff = accountStatus.peek(accountId);
      const isIdle = isBackoffEnded(backoff) || isWaiting(backoff, now);
      if (session.checkAtMs > now && isIdle) break;
    }
    const fullAtMs = await rerouteWaiting(accountId);
    return Math.min(fullAtMs, await calculateNextRunMs(session));
  }

  const rerouteWaiting = async (accountId: string) => (isPaused ? neverMs : rerouteFull(context, accountId));

  async function hasDue(accountId: string): Promise<boolean> {
    const now = clock();
    const due = await store.transact('read', (tx) =>
      tx.listFirst(accountId, 'queued', (upload) => isDue(upload, now), 1),
    );
    return due.length > 0;
  }

  async function calculateNextRunMs(session: RequestSession): Promise<number> {
    const { accountId } = session;
    const now = clock();
    const backoff = accountStatus.peek(accountId);
    const linksWaitUntilMs = backoff && isWaiting(backoff, now) ? (backoff.untilMs ?? neverMs) : 0;
    const checkAtMs = Math.max(
      getNextCheckMs(await readUncertain(session)),
      backoff?.isForLinksOnly ? 0 : linksWaitUntilMs,
    );
    const queued = isPaused
      ? []
      : await store.transact('read', (tx) => tx.listInStates(accountId, ['queued']));
    if (queued.length === 0) return checkAtMs;
    if (linksWaitUntilMs > 0 && !backoff?.isForLinksOnly) return Math.min(checkAtMs, linksWaitUntilMs);
    // The file sender may have ended.
    const links = queued.filter(({ source }) => source === 'link');
    const fetches = queued.filter(({ via }) => via === 'browser');
    const waiting = fetches.filter((upload) => !isDue(upload, now));
    const isFetchDue = waiting.length < fetches.length;
    if (isFetchDue) context.onFetchDue();
    return Math.min(
      checkAtMs,
      isFetchDue ? now + pageCheck.firstMs : neverMs,
      linksWaitUntilMs > 0 ? linksWaitUntilMs : earliest(links.map(({ wait }) => wait?.untilMs ?? now)),
      earliest(waiting.map(({ wait }) => wait?.untilMs ?? neverMs)),
    );
  }

  const runAccount = createCoalescedRunner(async (accountId: string): Promise<number> => {
    try {
      const nextMs = await recoverAccount(accountId);
      return Math.min(nextMs, await runAccountOnce(accountId));
    } catch (error) {
      recovered.delete(accountId);
      throw error;
    }
  });

  return {
    /**
     * A call during a run starts another run.
     * @returns when to run again. Null: not before a change
     * @throws the first error of a store, after the other accounts ran
     */
    async run(): Promise<number | null> {
      wakeUp();
      const { accountIds, stored } = await store.transact('read', async (tx) => ({
        accountIds: await tx.listAccountIds(),
        stored: (await tx.getMeta('paused')) === true,
      }));
      isPaused ??= stored;
      return runForEachAccount(accountIds, runAccount);
    },

    async setPaused(paused: boolean): Promise<void> {
      isPaused = paused;
      await store.transact('write', (tx) => tx.setMeta('paused', paused));
      onChange(false);
    },
  };
}

/** @returns when the account will count as full for the next upload. Infinity: never, as far as we know */
async function rerouteFull(context: UploadsContext, accountId: string): Promise<number> {
  const { store, accountStatus, clock } = context;
  const backoff = accountStatus.peek(accountId);
  // The account took the last link.
  if (backoff?.reason !== 'quota' && backoff?.reason !== 'slots') return neverMs;
  const queued = await store.transact('read', (tx) => tx.listInStates(accountId, ['queued']));
  const find = (upload: Upload) => findFullTime(upload, backoff, getTurnedAway(upload), clock());
  let nextMs = neverMs;
  const due: string[] = [];
  for (const upload of queued) {
    const atMs = upload.fallbacks.length > 0 ? (find(upload)?.atMs ?? nextMs) : nextMs;
    if (atMs <= clock()) due.push(upload.id);
    else nextMs = Math.min(nextMs, atMs);
  }
  for (let at = 0; at < due.length; at += sliceSize)
    await commitChanges(context, 'durable', async (tx, changes) => {
      for (const id of due.slice(at, at + sliceSize)) {
        const upload = await tx.get(id);
        const full = upload?.state === 'queued' && upload.accountId === accountId ? find(upload) : null;
        if (upload && full) await changes.reroute(tx, upload, { reason: 'full', msg: full.msg });
      }
    });
  return nextMs;
}

/** Why the service turned it away last. It is queued again because it was proven absent. */
function getTurnedAway({ failure }: Upload) {
  if (failure === null) return null;
  const { code, msg } = failure;
  if (code !== 'quota-exceeded' && code !== 'refused') return null;
  const failed = classifyFailure({ code, msg, mayHaveTakenEffect: false });
  return failed.kind === 'wait' ? { reason: failed.reason, failure: failed.failure } : null;
}
