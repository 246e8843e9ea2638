/**
 * Settles whether a clone was made whose answer never came. There is one at a time, so whatever is new in the folder
 * since before it was sent is either this clone or somebody else's doing.
 *
 * **Found**: exactly one new file has the original's very title, and nobody else claims it.
 * **Absent**: no new file can be it, in a look that began late enough for the request to be over.
 * Anything else, and anything in a folder too large to be read, is **open**: the user decides.
 */
import type { FileEntry } from '../../api/index.ts';
import { isOver } from '../../timing/backoff.ts';
import { asked, doubtful, failed, todo, unsure } from '../job.ts';
import { isSameTitle } from '../same-title.ts';
import type { BulkStore } from '../store.ts';
import { type Go, isTransient, lane } from './context.ts';
import { readFolder } from './folder-files.ts';
import type { Step } from './job-session.ts';
import { mayTryAgain } from './requests.ts';

export type Verdict =
  | { readonly kind: 'found'; readonly fileCode: string }
  | { readonly kind: 'absent' | 'open' };

/**
 * @param fresh files that were not in the folder before, and that nothing explains
 * @param title the original's; null where it is not ours, so that nobody tells
 */
export function judge(
  fresh: readonly Pick<FileEntry, 'fileCode' | 'title'>[],
  title: string | null,
): Verdict {
  const matches = title === null ? fresh : fresh.filter((file) => isSameTitle(file.title, title));
  const [match] = matches;
  if (match === undefined) return { kind: 'absent' };
  return title !== null && matches.length === 1
    ? { kind: 'found', fileCode: match.fileCode }
    : { kind: 'open' };
}

export async function settle(go: Go): Promise<boolean> {
  const { context, desk } = go;
  const [step] = await desk.steps(desk.having(doubtful));
  if (step === undefined) return true;
  const startedAt = context.clock();
  const { code, msg = null, at } = desk.note(step.index) ?? {};
  const verdict = await look(go, step);
  if (typeof at === 'number' && !isOver(at, startedAt) && verdict.kind !== 'found') {
    // It may yet be at work.
    await desk.write({ job: { retryAt: at } });
    return false;
  }
  if (verdict.kind === 'found') desk.set(step, asked, { left: verdict.fileCode });
  else if (verdict.kind === 'open') desk.set(step, unsure, { code: 'unsure', msg });
  else if (isTransient({ code: code ?? 'network' }) && mayTryAgain(go.tries, step.index, ''))
    desk.set(step, todo);
  else desk.set(step, failed, { code: code ?? 'network', msg });
  await desk.write();
  // The job is taken up anew: what is in the folder by now belongs to nobody in doubt.
  return false;
}

async function look({ context, desk, client }: Go, { fileCode, to }: Step): Promise<Verdict> {
  const { seen = null } = desk.extra;
  const listed = seen && (await readFolder(client, to ?? ''));
  if (listed === null || seen === null) return { kind: 'open' };
  const explained = new Set([...seen, ...(await clonesOf(context.store, desk.job.accountId))]);
  const fresh = listed.filter((file) => !explained.has(file.fileCode));
  const codes = fresh.map((file) => file.fileCode);
  const claimed = await context.claimed(desk.job.accountId, codes);
  const [original] = fresh.length === 0 ? [] : await client.files.info([fileCode], lane);
  const title = original?.found ? original.title : null;
  return judge(
    fresh.filter((file) => !claimed.has(file.fileCode)),
    title,
  );
}

/** Codes of every clone that was made for an account: in the meantime another job may have made some. */
async function clonesOf(store: BulkStore, accountId: string): Promise<readonly string[]> {
  const jobs = (await store.list()).filter((job) => job.kind === 'clone' && job.accountId === accountId);
  const notes = await Promise.all(jobs.map(({ key }) => store.notes(key)));
  return notes.flatMap((each) => [...each.values()].flatMap(({ left }) => left ?? []));
}
