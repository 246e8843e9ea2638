/**
 * Runs each time a job starts or resumes: checks that the service and the target folder exist. These reads also show whether a failure is
 * over.
 */
import { assertFolderExists, readFailure } from '../../api/index.ts';
import { abandonedRequestMs } from '../../timing/policies.ts';
import { getJobKind } from '../kinds/kinds.ts';
import { lane } from './bulk-context.ts';
import type { PhaseContext } from './job-session.ts';

export async function prepareJob(phase: PhaseContext): Promise<boolean> {
  const { session, client } = phase;
  await markUnanswered(phase);
  const open = session.stepsIn('todo', 'precheck', 'sending', 'unanswered');
  if (open.length === 0) return true;

  const { folder } = session.job;
  try {
    if (folder === null) await client.files.list({ perPage: 1 }, lane);
    else await assertFolderExists(client, folder.id, lane);
  } catch (error) {
    const { code, msg } = readFailure(error);
    if (folder === null || code !== 'not-found') throw error;
    for (const step of open) {
      // Without the folder there is no evidence.
      if (step.state === 'unanswered') session.set(step, 'uncertain', { code: 'uncertain', msg });
      // Each request would be refused for the same reason.
      else session.set(step, 'failed', { code: 'folder-gone', msg });
    }
  }
  const extra = (await getJobKind(session.job).prepare?.(phase)) ?? {};
  await session.write({ job: { state: 'working', problem: null, retryAtMs: null }, extra });
  return session.isActive;
}

/** The process ended while these were sent. Repeats their requests if possible. */
async function markUnanswered({ context, session }: PhaseContext): Promise<void> {
  const steps = session.stepsIn('sending');
  if (steps.length === 0) return;
  const conclusiveAtMs = context.clock() + abandonedRequestMs;
  if (getJobKind(session.job).isRepeatable) {
    // Failed requests are already in doubt (`sendRequests`).
    if (session.job.state !== 'waiting') await session.write({ extra: { uncertainUntilMs: conclusiveAtMs } });
    return;
  }
  for (const step of steps) session.set(step, 'unanswered', { code: 'aborted', conclusiveAtMs });
  await session.write();
}
