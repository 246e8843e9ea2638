/**
 * Sends the requests of a job's steps.
 *
 * Moves and renames can be repeated safely, so several are in flight. A clone cannot: one at a time, so that a new file in
 * the folder can be attributed to it when its answer is lost.
 */

import { readFailure } from '../../api/index.ts';
import { calculateBackoffMs } from '../../timing/backoff.ts';
import { accepted, failed, isActive, sending, todo, unanswered } from '../job.ts';
import { isTransient, lane } from './context.ts';
import type { PhaseContext, Step } from './job-session.ts';

/** Requests in flight at once. */
const maxInFlight = 6;
/** Least time between two writes while several requests are in flight. */
const minWriteIntervalMs = 250;
/** Failures of one step, with the service reachable, after which it is given up. */
const maxFailures = 4;
/** After this time a request that timed out has taken effect or never will. */
export const settleDelayMs = 10_000;
/** Backoff while a quota is exceeded. Milliseconds. */
const quotaBackoff = { first: 60_000, longest: 3_600_000 };

interface RequestResult {
  readonly step: Step;
  /** The code of the clone; null for other work. */
  readonly made?: string | null;
  readonly error?: unknown;
}

type Failure = ReturnType<typeof readFailure>;

export async function sendRequests(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  const limit = session.job.kind === 'clone' ? 1 : maxInFlight;
  /** Steps whose outcome is not recorded yet. Answers can arrive while others are recorded. */
  const inFlight = new Map<number, Promise<void>>();
  const arrived: RequestResult[] = [];
  let problem: Failure | null = null;

  for (;;) {
    const results = arrived.splice(0);
    await updateCatalog(phase, results);
    problem = recordResults(phase, results) ?? problem;
    for (const { step } of results) inFlight.delete(step.index);
    const isGood = results.some(({ error }) => error === undefined);
    const isInDoubt = results.some(
      ({ error }) => error !== undefined && readFailure(error).mayHaveTakenEffect,
    );
    const takeCount = problem === null && context.isOnline() ? limit - inFlight.size : 0;
    const taken = await session.write({
      ...{ takeCount, inFlight, ...(isGood && { job: { failures: 0 } }) },
      ...(isInDoubt && { extra: { doubtUntil: context.clock() + settleDelayMs } }),
    });
    for (const step of await session.steps(taken)) {
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
  if (problem !== null && isTransient(problem)) await scheduleRetry(phase, problem);
  return problem === null && session.isActive && context.isOnline();
}

/** The job was stopped or removed while its request waited for a slot. */
class WithdrawnError extends Error {
  override readonly name = 'Withdrawn';
}

async function sendRequest(
  { context, session, client: { files } }: PhaseContext,
  { fileCode, to }: Step,
): Promise<string | null> {
  const { key, kind } = session.job;
  if (to === null) throw new TypeError('The folder that this file goes to has not been made.');
  async function beforeSend() {
    const job = await context.store.get(key);
    if (job === undefined || !isActive(job)) throw new WithdrawnError();
  }
  const options = { ...lane, beforeSend };
  if (kind === 'clone') return (await files.clone(fileCode, { folderId: to }, options)).fileCode;
  await (kind === 'rename' ? files.rename(fileCode, to, options) : files.move(fileCode, to, options));
  return null;
}

/** Updates the catalog with what the service accepted, before it counts as done; reading back may correct it. */
async function updateCatalog(
  { context, session }: PhaseContext,
  results: readonly RequestResult[],
): Promise<void> {
  const { accountId, kind } = session.job;
  if (kind === 'clone') return;
  const patches = results.flatMap(({ step: { fileCode, to }, error }) => {
    if (error !== undefined || to === null) return [];
    return kind === 'rename' ? { fileCode, title: to } : { fileCode, folderId: to };
  });
  if (patches.length > 0) await context.updateCatalog(accountId, { patches });
}

/** Sets the marks. Returns the failure that stops further requests, or null. */
function recordResults(
  { context, session, failuresByStep: tries }: PhaseContext,
  results: readonly RequestResult[],
): Failure | null {
  const problems: Failure[] = [];
  for (const { step, made = null, error } of results) {
    if (error === undefined) {
      session.set(step, accepted, made === null ? undefined : { left: made });
      continue;
    }
    if (error instanceof WithdrawnError) {
      session.restoreMark(step);
      continue;
    }
    const failure = readFailure(error);
    const { code, msg } = failure;
    if (code === 'unexpected') context.onFault(error);
    const { mayHaveTakenEffect } = failure;
    const isInDoubt = session.job.kind === 'clone' && mayHaveTakenEffect;
    if (isInDoubt) session.set(step, unanswered, { code, msg, at: context.clock() + settleDelayMs });
    else if (isTransient(failure) && shouldRetry(tries, step.index, code))
      session.set(step, mayHaveTakenEffect ? sending : todo);
    // Whether it took effect is read back like everything else.
    else
      session.set(step, mayHaveTakenEffect ? accepted : failed, {
        code,
        msg,
        at: mayHaveTakenEffect ? 0 : null,
      });
    if (isInDoubt || isTransient(failure)) problems.push(failure);
  }
  return problems.find(({ code }) => code === 'unauthorized') ?? problems[0] ?? null;
}

/** Counts failures of a single step, so that one bad file does not block the rest. */
export function shouldRetry(tries: Map<number, number>, index: number, code: string): boolean {
  if (code === 'rate-limited' || code === 'quota-exceeded' || code === 'unauthorized') return true;
  const count = (tries.get(index) ?? 0) + 1;
  tries.set(index, count);
  return count < maxFailures;
}

/** The job waits: for new credentials, or with a backoff that grows with each failure in a row. */
export async function scheduleRetry(
  { context, session }: Pick<PhaseContext, 'context' | 'session'>,
  { code }: { readonly code: string },
): Promise<void> {
  const failures = session.job.failures + 1;
  const wait = calculateBackoffMs(
    failures,
    context.random,
    code === 'quota-exceeded' ? quotaBackoff : undefined,
  );
  const retryAt = code === 'unauthorized' ? null : context.clock() + wait;
  await session.write({ job: { state: 'waiting', problem: code, failures, retryAt } });
}
