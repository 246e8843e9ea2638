/** Sends the requests of a job, several at once if its kind allows that. */
import { readFailure } from '../../api/index.ts';
import { bulkJobRetry, lateEffectMs } from '../../timing/policies.ts';
import { calculateDelayMs } from '../../timing/retry.ts';
import { isActive } from '../job.ts';
import { getJobKind } from '../kinds/kinds.ts';
import { type BulkContext, isTransient, lane } from './bulk-context.ts';
import { type JobSession, type PhaseContext, type Step, shouldRetry } from './job-session.ts';

/** While several requests are running. */
const minWriteIntervalMs = 250;

interface RequestResult {
  readonly step: Step;
  /** The code of a created file. */
  readonly made?: string | null;
  readonly error?: unknown;
}

type Failure = ReturnType<typeof readFailure>;

export async function sendRequests(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  const { maxInFlight } = getJobKind(session.job);
  /** Responses can arrive while others are recorded. */
  const inFlight = new Map<number, Promise<void>>();
  const arrived: RequestResult[] = [];
  /** Steps that failed individually are repeated last. */
  const toRepeat = new Map<number, Failure>();
  let problem: Failure | null = null;

  for (;;) {
    const results = arrived.splice(0);
    await updateCatalog(phase, results);
    problem = (await recordResults(phase, results, toRepeat)) ?? problem;
    for (const { step } of results) inFlight.delete(step.index);
    const isGood = results.some(({ error }) => error === undefined);
    if (isGood) await context.accountStatus.reportAnswer(session.job.accountId, false);
    const isInDoubt = results.some(
      ({ error }) => error !== undefined && readFailure(error).mayHaveTakenEffect,
    );
    const takeCount = problem === null && context.isOnline() ? maxInFlight - inFlight.size : 0;
    const taken = await session.write({
      takeCount,
      isSkipped: (index) => inFlight.has(index) || toRepeat.has(index),
      ...(isGood && { job: { failures: 0 } }),
      ...(isInDoubt && { extra: { uncertainUntilMs: context.clock() + lateEffectMs } }),
    });
    for (const step of taken) {
      const request = sendRequest(phase, step)
        .then((made) => void arrived.push({ step, made }))
        .catch((error: unknown) => void arrived.push({ step, error }));
      inFlight.set(step.index, request);
    }
    if (inFlight.size === 0) break;
    const requests = [...inFlight.values()];
    await Promise.race([
      Promise.all(requests),
      Promise.all([context.wait(minWriteIntervalMs), Promise.race(requests)]),
    ]);
  }
  problem ??= [...toRepeat.values()][0] ?? null;
  if (problem !== null && isTransient(problem)) await scheduleRetry(phase, problem);
  return problem === null && session.isActive && context.isOnline();
}

/** The job was stopped or removed while its request waited for a slot. */
class WithdrawnError extends Error {
  override readonly name = 'Withdrawn';
}

async function sendRequest(
  { context, session, client }: PhaseContext,
  { fileCode, to }: Step,
): Promise<string | null> {
  const { key } = session.job;
  if (to === null) throw new TypeError('The folder that this file goes to has not been made.');
  async function beforeSend() {
    const job = await context.store.get(key);
    if (job === undefined || !isActive(job)) throw new WithdrawnError();
  }
  return getJobKind(session.job).send(client, fileCode, to, { ...lane, beforeSend });
}

/** Before it counts as done. */
async function updateCatalog(
  { context, session }: PhaseContext,
  results: readonly RequestResult[],
): Promise<void> {
  const kind = getJobKind(session.job);
  const patches = results.flatMap(({ step: { fileCode, to }, error }) =>
    error !== undefined || to === null ? [] : (kind.toPatch?.(fileCode, to) ?? []),
  );
  if (patches.length > 0) await context.updateCatalog(session.job.accountId, { patches });
}

/** No clone was created if it is the code of the original, of another created file, or of one that existed before. */
const isKnownCopy = (session: JobSession, { fileCode, index }: Step, made: string): boolean =>
  made === fileCode ||
  session.extra.seen?.includes(made) === true ||
  session
    .stepsIn('accepted', 'unconfirmed', 'verified')
    .some((each) => each.note?.left === made && each.index !== index);

/** @returns the failure that stops further requests, or null */
async function recordResults(
  { context, session }: PhaseContext,
  results: readonly RequestResult[],
  toRepeat: Map<number, Failure>,
): Promise<Failure | null> {
  const { accountId } = session.job;
  const { isRepeatable, acceptsMissing } = getJobKind(session.job);
  let problem: Failure | null = null;
  for (const { step, made = null, error } of results) {
    if (error === undefined) {
      if (made === null) session.set(step, 'accepted');
      else if (isKnownCopy(session, step, made)) session.set(step, 'failed', { code: 'unchanged' });
      else session.set(step, 'accepted', { left: made });
      continue;
    }
    if (error instanceof WithdrawnError) {
      session.restore(step);
      continue;
    }
    const failure = readFailure(error);
    const { code, msg, mayHaveTakenEffect } = failure;
    if (code === 'unexpected') context.onFault(error);
    const isAccounts = await context.accountStatus.reportFailure(accountId, failure);
    const isRepeated = isAccounts || (isTransient(failure) && shouldRetry(session));
    if (!isRepeatable && mayHaveTakenEffect) {
      session.set(step, 'unanswered', { code, msg, conclusiveAtMs: context.clock() + lateEffectMs });
      problem ??= failure;
    } else if (isRepeated) {
      if (!mayHaveTakenEffect) session.restore(step);
      if (isAccounts) problem ??= failure;
      else toRepeat.set(step.index, failure);
    } else if (mayHaveTakenEffect || step.state === 'sending' || (acceptsMissing && code === 'not-found')) {
      // Like everything else, the effect is read back.
      session.set(step, 'accepted', { code, msg, conclusiveAtMs: 0 });
    } else session.set(step, 'failed', { code, msg });
  }
  return problem;
}

/** Waits for the account, or longer after each of the job's own failures in a row. */
export async function scheduleRetry(
  { context, session }: Pick<PhaseContext, 'context' | 'session'>,
  { code, msg }: Pick<Failure, 'code' | 'msg'>,
): Promise<void> {
  if (await context.accountStatus.reportFailure(session.job.accountId, { code, msg }))
    return waitForAccount(context, session);
  const failures = session.job.failures + 1;
  const retryAtMs = context.clock() + calculateDelayMs(bulkJobRetry, failures, context.random);
  await session.write({ job: { state: 'waiting', problem: code, failures, retryAtMs, isBlocked: false } });
}

/** The job's own failures still count. */
export async function waitForAccount({ accountStatus }: BulkContext, session: JobSession): Promise<void> {
  const { failure, untilMs: retryAtMs = null } = accountStatus.peek(session.job.accountId) ?? {};
  const problem = failure?.code ?? 'network';
  await session.write({ job: { state: 'waiting', problem, retryAtMs, isBlocked: true } });
}
