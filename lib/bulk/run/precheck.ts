/**
 * What comes before the first request that changes anything, each time that a job is taken up: a look whether the
 * service, and the folder that things go to, are there at all. After a failure it is also what shows that it is over.
 */

import { mustBeThere } from '../../folders/there.ts';
import { doubtful, failed, sending, todo, toLook, unsure } from '../job.ts';
import { type Go, lane, readFailure } from './context.ts';
import { readFolder } from './folder-files.ts';
import { settleTime } from './requests.ts';

/** Milliseconds that a request of a process that died may still be under way; somewhat more than a client waits. */
export const longestFlight = 30_000;

export async function prepare(go: Go): Promise<boolean> {
  const { desk, client } = go;
  await recover(go);
  const open = desk.having(todo, toLook, sending, doubtful);
  if (open.length === 0) return true;

  const { kind, folder } = desk.job;
  try {
    if (folder === null) await client.files.list({ perPage: 1 }, lane);
    else await mustBeThere(client, folder.id, lane);
  } catch (error) {
    const { code, msg } = readFailure(error);
    if (folder === null || code !== 'not-found') throw error;
    const inDoubt = desk.having(doubtful);
    for (const step of await desk.steps(open)) {
      // Whether it was made, nothing can show any more.
      if (inDoubt.includes(step.index)) desk.set(step, unsure, { code: 'unsure', msg });
      // Asked for one by one, thousands would be refused for the same reason.
      else desk.set(step, failed, { code: 'folder-gone', msg });
    }
  }
  const isClone = kind === 'clone' && desk.having(doubtful).length === 0 && desk.having(todo).length > 0;
  const seen = isClone && folder !== null ? await readFolder(client, folder.id) : undefined;
  await desk.write({
    job: { state: 'working', problem: null, retryAt: null },
    ...(seen !== undefined && { extra: { seen: seen?.map(({ fileCode }) => fileCode) ?? null } }),
  });
  return desk.goesOn;
}

/** A clone that was being asked for when the process died is in doubt; what can be repeated is simply repeated. */
async function recover({ context, desk }: Go): Promise<void> {
  const steps = desk.job.kind === 'clone' ? await desk.steps(desk.having(sending)) : [];
  if (steps.length === 0) return;
  const at = context.clock() + longestFlight + settleTime;
  for (const step of steps) desk.set(step, doubtful, { code: 'aborted', at });
  await desk.write();
}
