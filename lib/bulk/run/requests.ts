/**
 * Asks the service for one step after the other.
 *
 * A few moves or renames are under way together: they can be repeated safely. A clone cannot, so there is one at a
 * time: then everything that is new in the folder can be told apart when its answer does not come.
 */
import { backoff } from '../../timing/backoff.ts';
import { asked, doubtful, failed, isActive, sending, todo } from '../job.ts';
import { type Go, isTransient, lane, readFailure } from './context.ts';
import type { Step } from './job-session.ts';

/** Requests that are under way together. */
const mostInFlight = 6;
/** Milliseconds between two writes at least, while several requests are under way. */
const cadence = 250;
/** So often a step may fail although the service is there, before it is given up. */
const mostTries = 4;
/** Milliseconds after which a request that was given up has had its effect, or never will. */
export const settleTime = 10_000;
/** Milliseconds from which the waits for a quota grow, and up to which. */
const quota = { first: 60_000, longest: 3_600_000 };

interface Landed {
  readonly step: Step;
  /** The code of the clone; null for other work. */
  readonly made?: string | null;
  readonly error?: unknown;
}

type Problem = ReturnType<typeof readFailure>;

export async function act(go: Go): Promise<boolean> {
  const { context, desk } = go;
  const most = desk.job.kind === 'clone' ? 1 : mostInFlight;
  /** Steps whose outcome has not been taken in yet: an answer may come at any moment, also while others are dealt with. */
  const flying = new Map<number, Promise<void>>();
  const landed: Landed[] = [];
  let problem: Problem | null = null;

  for (;;) {
    const results = landed.splice(0);
    await learn(go, results);
    problem = account(go, results) ?? problem;
    for (const { step } of results) flying.delete(step.index);
    const isGood = results.some(({ error }) => error === undefined);
    const take = problem === null && context.online() ? most - flying.size : 0;
    const taken = await desk.write({ take, flying, ...(isGood && { job: { failures: 0 } }) });
    for (const step of await desk.steps(taken)) {
      const flight = ask(go, step)
        .then((made) => void landed.push({ step, made }))
        .catch((error: unknown) => void landed.push({ step, error }));
      flying.set(step.index, flight);
    }
    if (flying.size === 0) break;
    const flights = [...flying.values()];
    await Promise.race([Promise.all(flights), Promise.all([context.wait(cadence), Promise.race(flights)])]);
  }
  if (problem !== null && isTransient(problem)) await hold(go, problem);
  return problem === null && desk.goesOn && context.online();
}

/** The job was stopped or removed while its request waited for a slot. */
class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}

async function ask({ context, desk, client: { files } }: Go, { fileCode, to }: Step): Promise<string | null> {
  const { key, kind } = desk.job;
  if (to === null) throw new TypeError('The folder that this file goes to has not been made.');
  async function beforeSend() {
    const job = await context.store.get(key);
    if (job === undefined || !isActive(job)) throw new Withdrawn();
  }
  const options = { ...lane, beforeSend };
  if (kind === 'clone') return (await files.clone(fileCode, { folderId: to }, options)).fileCode;
  await (kind === 'rename' ? files.rename(fileCode, to, options) : files.move(fileCode, to, options));
  return null;
}

/** The catalog hears of what the service said yes to, before that counts as done; the reading back may correct it. */
async function learn({ context, desk }: Go, landed: readonly Landed[]): Promise<void> {
  const { accountId, kind } = desk.job;
  if (kind === 'clone') return;
  const patches = landed.flatMap(({ step: { fileCode, to }, error }) => {
    if (error !== undefined || to === null) return [];
    return kind === 'rename' ? { fileCode, title: to } : { fileCode, folderId: to };
  });
  if (patches.length > 0) await context.learn(accountId, { patches });
}

/** Sets the marks; gives what keeps the rest from being asked for. */
function account({ context, desk, tries }: Go, landed: readonly Landed[]): Problem | null {
  const problems: Problem[] = [];
  for (const { step, made = null, error } of landed) {
    if (error === undefined) {
      desk.set(step, asked, made === null ? undefined : { left: made });
      continue;
    }
    if (error instanceof Withdrawn) {
      desk.putBack(step);
      continue;
    }
    const failure = readFailure(error);
    const { code, msg } = failure;
    if (code === 'unexpected') context.onFault(error);
    const { mayHaveTakenEffect } = failure;
    const isInDoubt = desk.job.kind === 'clone' && mayHaveTakenEffect;
    if (isInDoubt) desk.set(step, doubtful, { code, msg, at: context.clock() + settleTime });
    else if (isTransient(failure) && mayTryAgain(tries, step.index, code))
      desk.set(step, mayHaveTakenEffect ? sending : todo);
    // Whether it was done after all is read back like everything else.
    else
      desk.set(step, mayHaveTakenEffect ? asked : failed, { code, msg, at: mayHaveTakenEffect ? 0 : null });
    if (isInDoubt || isTransient(failure)) problems.push(failure);
  }
  return problems.find(({ code }) => code === 'unauthorized') ?? problems[0] ?? null;
}

/** Failures that are only about this step are counted, so that one poisoned file does not hold up the rest for ever. */
export function mayTryAgain(tries: Map<number, number>, index: number, code: string): boolean {
  if (code === 'rate-limited' || code === 'quota-exceeded' || code === 'unauthorized') return true;
  const count = (tries.get(index) ?? 0) + 1;
  tries.set(index, count);
  return count < mostTries;
}

/** The job waits: for the account to be mended, or for a while that grows with every failure in a row. */
export async function hold(
  { context, desk }: Pick<Go, 'context' | 'desk'>,
  { code }: { readonly code: string },
): Promise<void> {
  const failures = desk.job.failures + 1;
  const wait = backoff(failures, context.random, code === 'quota-exceeded' ? quota : undefined);
  const retryAt = code === 'unauthorized' ? null : context.clock() + wait;
  await desk.write({ job: { state: 'waiting', problem: code, failures, retryAt } });
}
