import { isAccountError, isApiError } from '../../api/index.ts';
import { lane } from '../run/bulk-context.ts';
import type { PhaseContext, Step } from '../run/job-session.ts';
import type { BulkWork } from '../work.ts';
import type { JobKind } from './job-kind.ts';
import { isGone, listMovedAway, readInfos, unchangedNote } from './read-files.ts';

/** `from` is the folder, `to` is empty. A file stays in the catalog until its absence was read. */
export const deletion: JobKind<Extract<BulkWork, { kind: 'delete' }>> = {
  plan: ({ files }) => files.map(({ folderId: from, ...file }) => ({ ...file, from, to: '' })),
  subject: () => ({}),
  maxInFlight: 6,
  isRepeatable: true,
  acceptsMissing: true,
  isFoundByFolder: false,
  emptyReason: 'folder-gone',
  async send({ files }, fileCode, _, options) {
    await files.delete(fileCode, options);
    return null;
  },
  async *observe(phase, steps) {
    const { context, session } = phase;
    for await (const found of readInfos(phase, steps)) {
      const gone = found.flatMap(({ step, info }) => (isGone(info) ? step.fileCode : []));
      await context.updateCatalog(session.job.accountId, { gone });
      yield found.map(({ step, info }) => ({
        step,
        value: info?.found ? info.fileCode : isGone(info) ? '' : null,
        problem: info?.found === false ? info.error?.code : undefined,
      }));
    }
  },
  isSame: (value, wanted) => value === wanted,
  async explain(phase, mismatches) {
    const { context, session } = phase;
    const open = mismatches.flatMap(({ step, value }) => (value === null ? step : []));
    const gone = await findGone(phase, open);
    for (const { step, value, problem } of mismatches) {
      if (gone.has(step.fileCode)) session.set(step, 'verified');
      else if (problem !== undefined) session.set(step, 'failed', { code: problem });
      else if (value === null && step.note === undefined)
        session.set(step, 'failed', { code: 'unconfirmed' });
      else session.set(step, 'failed', unchangedNote(step));
    }
    await context.updateCatalog(session.job.accountId, { gone: [...gone] });
  },
};

/**
 * Which files are gone, when their details are missing or fail, which proves nothing. A file is gone if the service lists it as deleted, if
 * a complete listing of its folder lacks it after the service accepted the deletion, or if file check doesn't know it.
 */
async function findGone(
  { context, session, client }: PhaseContext,
  steps: readonly Step[],
): Promise<ReadonlySet<string>> {
  const isWanted = new Set(steps.map(({ fileCode }) => fileCode));
  const gone = new Set<string>();
  if (client.capabilities.hasDeletedList && steps.length > 0) {
    const hours = Math.ceil((context.clock() - session.job.startedAtMs) / 3_600_000) + 24;
    try {
      for (const { fileCode } of await client.files.deleted({ hours }, lane))
        if (isWanted.has(fileCode)) gone.add(fileCode);
    } catch (error) {
      if (isAccountError(error)) throw error;
    }
  }
  const accepted = steps.filter(({ fileCode, note }) => note === undefined && !gone.has(fileCode));
  for (const { fileCode } of await listMovedAway(client, accepted, false)) gone.add(fileCode);
  for (const { fileCode } of steps) {
    if (gone.has(fileCode)) continue;
    try {
      await client.files.check(fileCode, lane);
    } catch (error) {
      if (isAccountError(error)) throw error;
      if (isApiError(error, 'not-found')) gone.add(fileCode);
    }
  }
  return gone;
}
