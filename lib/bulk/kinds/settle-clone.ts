/**
 * Decides whether a clone without a response was created. Only one clone is in flight at a time, so a file that is new in the folder since
 * the request is either this clone or not ours.
 *
 * **Found**: exactly one new file has the original's title, and nothing else claims it. **Absent**: no new file can be it, in a listing
 * that was read after the request must have ended. **Open**: anything else, and any folder that can't be read completely. The user decides.
 */
import type { FileEntry } from '../../api/index.ts';
import { isSameTitle } from '../../titles/is-same-title.ts';
import type { BulkStore } from '../bulk-store.ts';
import { isTransient, lane, listFolderFiles } from '../run/bulk-context.ts';
import { type PhaseContext, type Step, shouldRetry } from '../run/job-session.ts';

type Verdict = { readonly kind: 'found'; readonly fileCode: string } | { readonly kind: 'absent' | 'open' };

/**
 * @param newFiles files that weren't in the folder before and that nothing else explains
 * @param title the original's. Null if it isn't the account's own file
 */
export function judgeClone(
  newFiles: readonly Pick<FileEntry, 'fileCode' | 'title'>[],
  title: string | null,
): Verdict {
  const matches = title === null ? newFiles : newFiles.filter((file) => isSameTitle(file.title, title));
  const [match] = matches;
  if (match === undefined) return { kind: 'absent' };
  return title !== null && matches.length === 1
    ? { kind: 'found', fileCode: match.fileCode }
    : { kind: 'open' };
}

export async function settleClone(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  const [step] = session.stepsIn('unanswered');
  if (step === undefined) return true;
  const startedAtMs = context.clock();
  const { msg = null, conclusiveAtMs = null } = step.note ?? {};
  const code = step.note?.code ?? 'network';
  const verdict = await searchForClone(phase, step);
  if (conclusiveAtMs !== null && conclusiveAtMs > startedAtMs && verdict.kind !== 'found') {
    // The service may still be working on it.
    await session.write({ job: { retryAtMs: conclusiveAtMs } });
    return false;
  }
  if (verdict.kind === 'found') session.set(step, 'accepted', { left: verdict.fileCode });
  else if (verdict.kind === 'open') session.set(step, 'uncertain', { code: 'uncertain', msg });
  else if (isTransient({ code }) && shouldRetry(session)) session.set(step, 'todo');
  else session.set(step, 'failed', { code, msg });
  await session.write();
  // The job starts again, with the files that are now in the folder as known.
  return false;
}

async function searchForClone(
  { context, session, client }: PhaseContext,
  { fileCode, to }: Step,
): Promise<Verdict> {
  const { seen = null } = session.extra;
  const listed = seen && (await listFolderFiles(client, to ?? ''));
  if (listed === null || seen === null) return { kind: 'open' };
  const explained = new Set([...seen, ...(await clonedCodes(context.store, session.job.accountId))]);
  const newFiles = listed.filter((file) => !explained.has(file.fileCode));
  const codes = newFiles.map((file) => file.fileCode);
  const claimed = await context.findClaimed(session.job.accountId, codes);
  const [original] = newFiles.length === 0 ? [] : await client.files.info([fileCode], lane);
  const title = original?.found ? original.title : null;
  const unclaimed = newFiles.filter((file) => !claimed.has(file.fileCode));
  return judgeClone(unclaimed, title);
}

/** Another job may have created some meanwhile. */
async function clonedCodes(store: BulkStore, accountId: string): Promise<readonly string[]> {
  const jobs = (await store.list()).filter((job) => job.kind === 'clone' && job.accountId === accountId);
  const steps = await Promise.all(jobs.map(({ key }) => store.steps(key)));
  return steps.flat().flatMap(({ note }) => note?.left ?? []);
}
