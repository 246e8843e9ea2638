/**
 * Reads changes back, because services accept requests and change nothing (docs/http-api.md, "Missing operations"). A mismatch is read
 * twice, because a service may show a change late.
 */
import { bulkReadBack } from '../../timing/policies.ts';
import type { Observation } from '../kinds/job-kind.ts';
import { getJobKind } from '../kinds/kinds.ts';
import { keptNote } from '../kinds/read-files.ts';
import type { PhaseContext, Step } from './job-session.ts';

/** How long a value that was read before a change stays valid. */
const freshForMs = 5 * 60_000;

const isFresh = ({ context, session }: PhaseContext): boolean =>
  context.clock() - (session.extra.readAtMs ?? 0) < freshForMs;

/** Whether each file is as the job left it. Reads twice if necessary. */
export async function precheckUndo(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  if (session.job.undoes === null) return true;
  const kind = getJobKind(session.job);
  const { uncertainUntilMs } = await context.store.extra(session.job.undoes);
  if (session.has('precheck') && !(await awaitLateEffects(phase, uncertainUntilMs))) return false;
  const isDue = !isFresh(phase);
  const steps: Step[] = [];
  for (const step of session.stepsIn('precheck', 'sending', ...(isDue ? (['todo'] as const) : []))) {
    // An unknown folder or an empty title can't be restored.
    if (step.to !== '') steps.push(step);
    else session.set(step, 'failed', { code: kind.emptyReason });
  }
  // A step in `sending` may have taken effect.
  const markReverted = (step: Step) =>
    session.set(step, step.state === 'sending' ? 'verified' : 'already-done');
  const others: Step[] = [];
  for await (const seen of kind.observe(phase, steps, ({ from }) => from)) {
    for (const { step, value, problem } of seen) {
      if (value !== null && kind.isSame(value, step.from)) session.set(step, 'todo');
      else if (kind.isFoundByFolder) others.push(step);
      else if (value === null) session.set(step, 'failed', { code: problem ?? 'not-found' });
      else if (kind.isSame(value, step.to ?? '')) markReverted(step);
      else session.set(step, 'failed', { code: 'changed-since' });
    }
    await session.write();
    if (!session.isActive) return false;
  }
  for await (const seen of kind.observe(phase, others, ({ to }) => to ?? '')) {
    for (const { step, value } of seen) {
      if (value === null) session.set(step, 'failed', { code: 'changed-since' });
      else markReverted(step);
    }
    await session.write();
    if (!session.isActive) return false;
  }
  if (isDue) await session.write({ extra: { readAtMs: context.clock() } });
  return session.isActive;
}

/** Reads what an undo restores, again after a wait, because it may have changed since. */
export async function readBefore(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  const kind = getJobKind(session.job);
  const steps = session.stepsIn('todo');
  if (!kind.readBefore || session.job.undoes !== null || steps.length === 0 || isFresh(phase)) return true;
  const { before: known } = session.extra;
  const before = { ...known, ...(await kind.readBefore(phase, steps)) };
  if (!session.isActive) return false;
  await session.write({ extra: { before, readAtMs: context.clock() } });
  return session.isActive;
}

export async function verifyChanges(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  const kind = getJobKind(session.job);
  const isFirst = session.has('accepted');
  const steps = session.stepsIn(isFirst ? 'accepted' : 'unconfirmed');
  if (steps.length === 0) return true;
  if (!(await awaitLateEffects(phase, session.extra.uncertainUntilMs))) return false;
  await session.write({ job: { state: 'checking', problem: null, retryAtMs: null } });
  for await (const seen of kind.observe(phase, steps, ({ to }) => to ?? '')) {
    const mismatches: Observation[] = [];
    for (const each of seen) {
      const { step, value } = each;
      if (value !== null && kind.isSame(value, step.to ?? '')) session.set(step, 'verified', keptNote(step));
      else if (isFirst) session.set(step, 'unconfirmed', step.note);
      else mismatches.push(each);
    }
    if (mismatches.length > 0) await kind.explain(phase, mismatches);
    await session.write();
    if (!session.isActive) return false;
  }
  if (!session.has('unconfirmed')) return true;
  await session.write({ job: { retryAtMs: context.clock() + bulkReadBack.firstMs } });
  return false;
}

/** Makes the job wait while a request that was given up may still take effect. */
async function awaitLateEffects({ context, session }: PhaseContext, uncertainUntilMs = 0): Promise<boolean> {
  if (uncertainUntilMs <= context.clock()) return true;
  await session.write({ job: { state: 'checking', problem: null, retryAtMs: uncertainUntilMs } });
  return false;
}
