/**
 * Verifies changes by reading them back: services accept requests and change nothing (docs/http-api.md, "Missing
 * operations"). Before an undo, checks that each file is still as the job left it.
 *
 * Titles come from file info, 50 a request. Folders come from listings only, so folders are listed until all files are
 * found. A mismatch is read twice: a service may show a change late.
 */
import type { FileEntry, FileInfo } from '../../api/index.ts';
import { readFailure } from '../../api/index.ts';
import { rootFolder } from '../../folders/folder.ts';
import { isWaitOver } from '../../timing/backoff.ts';
import type { StepNote } from '../job.ts';
import { isSameTitle } from '../same-title.ts';
import { type BulkClient, type CatalogUpdate, lane } from './bulk-context.ts';
import type { PhaseContext, Step } from './job-session.ts';

/** Time before a mismatch is read again. */
const secondReadDelayMs = 3_000;
/** Files of one info request, and of one write while listing. */
const infoBatchSize = 50;
const listBatchSize = 200;

/** Files that are listed before a move. */
const maxListedBefore = 2_000;

/** A step and the service's value: the title, or the folder the file was found in; null where it was not found. */
interface Observation {
  readonly step: Step;
  readonly value: string | null;
  /** Why it was not found: the service's failure at this file, else null. */
  readonly problem?: string | null;
  readonly entry?: FileEntry;
}

/** Undo: checks that each file is as the job left it. */
export async function precheckUndo(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  if (session.job.undoes === null) return true;
  const { doubtUntil } = await context.store.extra(session.job.undoes);
  if (session.has('precheck') && !(await hasSettled(phase, doubtUntil))) return false;
  const steps: Step[] = [];
  for (const step of session.stepsIn('precheck', 'sending')) {
    // No way back to a folder the catalog did not know, or to an empty title, which services refuse.
    if (step.to !== '') steps.push(step);
    else session.set(step, 'failed', { code: session.job.kind === 'rename' ? 'refused' : 'folder-gone' });
  }
  // A step in `sending` may have taken effect.
  const markReverted = (step: Step) =>
    session.set(step, step.state === 'sending' ? 'verified' : 'already-done');
  const others: Step[] = [];
  for await (const seen of observe(phase, steps, ({ from }) => from)) {
    await updateCatalog(phase, seen);
    for (const { step, value, problem } of seen) {
      if (value !== null && hasValue(phase, value, step.from)) session.set(step, 'todo');
      else if (session.job.kind !== 'rename') others.push(step);
      else if (value === null) session.set(step, 'failed', { code: problem ?? 'not-found' });
      else if (hasValue(phase, value, step.to ?? '')) markReverted(step);
      else session.set(step, 'failed', { code: 'changed-since' });
    }
    await session.write();
    if (!session.isActive) return false;
  }
  for await (const seen of observe(phase, others, ({ to }) => to ?? '')) {
    await updateCatalog(phase, seen);
    for (const { step, value } of seen) {
      if (value === null) session.set(step, 'failed', { code: 'changed-since' });
      else markReverted(step);
    }
    await session.write();
    if (!session.isActive) return false;
  }
  return true;
}

/** Reads what an undo restores: it may have changed elsewhere since the catalog was read. */
export async function readBefore({ session, client }: PhaseContext): Promise<boolean> {
  const { kind, undoes } = session.job;
  if (kind === 'clone' || undoes !== null || session.extra.before !== undefined) return true;
  const before: Record<number, string> = {};
  const steps = session.stepsIn('todo');
  if (kind !== 'rename') for (const { index } of await listMovedElsewhere(client, steps)) before[index] = '';
  else
    for await (const found of infosInBatches(client, steps, ({ fileCode }) => fileCode)) {
      for (const { step, info } of found)
        if (info?.found && info.title !== step.from) before[step.index] = info.title;
      if (!session.isActive) return false;
    }
  await session.write({ extra: { before } });
  return session.isActive;
}

/**
 * Steps whose file is no longer in the folder of the catalog: no undo can tell where it was. As far as some pages of listings
 * show it; moving does not wait for more.
 */
async function listMovedElsewhere({ files }: BulkClient, steps: readonly Step[]): Promise<readonly Step[]> {
  const elsewhere: Step[] = [];
  let count = 0;
  for (const [folderId, group] of Map.groupBy(steps, ({ from }) => from)) {
    const missing = new Map(group.map((step) => [step.fileCode, step]));
    if (folderId === '') continue;
    try {
      for await (const { fileCode } of files.iterate({ folderId }, lane)) {
        count += 1;
        if (missing.delete(fileCode) && missing.size === 0) break;
        if (count > maxListedBefore) return elsewhere;
      }
    } catch (error) {
      const { code } = readFailure(error);
      if (code === 'unexpected') throw error;
      // A folder that cannot be read holds no move.
      if (code !== 'not-found') continue;
    }
    elsewhere.push(...missing.values());
  }
  return elsewhere;
}

/** Checks that each file is as requested. */
export async function verifyChanges(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  const isFirst = session.has('accepted');
  const steps = session.stepsIn(isFirst ? 'accepted' : 'unconfirmed');
  if (steps.length === 0) return true;
  if (!(await hasSettled(phase, session.extra.doubtUntil))) return false;
  await session.write({ job: { state: 'checking', problem: null, retryAt: null } });
  for await (const seen of observe(phase, steps, ({ to }) => to ?? '')) {
    await updateCatalog(phase, seen);
    const mismatches: Observation[] = [];
    for (const each of seen) {
      const { step, value } = each;
      if (value !== null && hasValue(phase, value, step.to ?? ''))
        session.set(step, 'verified', cloneNote(step));
      else if (isFirst) session.set(step, 'unconfirmed', step.note);
      else mismatches.push(each);
    }
    await recordReasons(phase, mismatches);
    await session.write();
    if (!session.isActive) return false;
  }
  if (!session.has('unconfirmed')) return true;
  await session.write({ job: { retryAt: context.clock() + secondReadDelayMs } });
  return false;
}

/** Whether no request that was given up can still arrive; else the job waits for that. */
async function hasSettled({ context, session }: PhaseContext, doubtUntil = 0): Promise<boolean> {
  if (isWaitOver(doubtUntil, context.clock())) return true;
  await session.write({ job: { state: 'checking', problem: null, retryAt: doubtUntil } });
  return false;
}

/** A clone's code stays in its step's note. */
function cloneNote({ note }: Step): Partial<StepNote> | undefined {
  return note?.left ? { left: note.left } : undefined;
}

/** Records why each of these is not as requested after the second read. */
async function recordReasons(phase: PhaseContext, unlike: readonly Observation[]): Promise<void> {
  const { context, session, client } = phase;
  const { kind, accountId } = session.job;
  // The failure that left the outcome open is the better reason.
  const unchanged = (step: Step) => ({
    ...cloneNote(step),
    code: step.note?.code ?? 'unchanged',
    msg: step.note?.msg ?? null,
  });
  if (kind === 'rename') {
    for (const { step, value, problem } of unlike) {
      if (value === null) session.set(step, 'failed', { code: problem ?? 'not-found' });
      else if (value === step.from) session.set(step, 'failed', unchanged(step));
      else session.set(step, 'mismatch', { code: 'mismatch', left: value });
    }
    return;
  }
  const steps = unlike.map(({ step }) => step);
  for await (const found of infosInBatches(client, steps, (step) => currentCode(phase, step))) {
    const update = { gone: [] as string[], patches: [] as { fileCode: string; folderId: string }[] };
    for (const { step, info } of found) {
      const { fileCode, from: folderId } = step;
      if (info?.found === false && info.msg !== null) {
        update.gone.push(info.fileCode);
        session.set(step, 'failed', { ...cloneNote(step), code: 'not-found', msg: info.msg });
        continue;
      }
      // The catalog has it as moved since the service accepted it. An answer without the file proves nothing.
      if (info?.found && kind !== 'clone') update.patches.push({ fileCode, folderId });
      session.set(step, 'failed', unchanged(step));
    }
    await context.updateCatalog(accountId, update);
  }
}

/** Updates the catalog with the service's values. */
async function updateCatalog(
  { context, session }: PhaseContext,
  seen: readonly Observation[],
): Promise<void> {
  const { kind, accountId } = session.job;
  const update: CatalogUpdate =
    kind === 'rename'
      ? {
          patches: seen.flatMap(({ step: { fileCode }, value }) =>
            value === null ? [] : { fileCode, title: value },
          ),
        }
      : { files: seen.flatMap(({ entry, value }) => (entry ? { ...entry, folderId: value } : [])) };
  await context.updateCatalog(accountId, update);
}

function hasValue({ session }: PhaseContext, value: string, wanted: string): boolean {
  return session.job.kind === 'rename' ? isSameTitle(value, wanted) : value === wanted;
}

/** The code of a step's file; for a clone, of the copy. */
function currentCode({ session }: PhaseContext, { fileCode, note }: Step): string {
  return session.job.kind === 'clone' ? (note?.left ?? fileCode) : fileCode;
}

/** Yields each step once. */
async function* observe(
  phase: PhaseContext,
  steps: readonly Step[],
  folderOf: (step: Step) => string,
): AsyncGenerator<readonly Observation[]> {
  const { session, client } = phase;
  if (session.job.kind === 'rename') {
    for await (const found of infosInBatches(client, steps, ({ fileCode }) => fileCode)) {
      yield found.map(({ step, info }) =>
        info?.found ? { step, value: info.title } : { step, value: null, problem: info?.error?.code ?? null },
      );
    }
    return;
  }
  for (const [folderId, group] of Map.groupBy(steps, folderOf)) {
    const wanted = new Map(group.map((step) => [currentCode(phase, step), step]));
    let seen: Observation[] = [];
    try {
      for await (const entry of client.files.iterate({ folderId }, lane)) {
        const step = wanted.get(entry.fileCode);
        if (step === undefined) continue;
        wanted.delete(entry.fileCode);
        seen.push({ step, value: folderId, entry });
        if (wanted.size === 0) break;
        if (seen.length < listBatchSize) continue;
        yield seen;
        seen = [];
      }
    } catch (error) {
      // A deleted folder contains nothing.
      if (folderId === rootFolder.id || readFailure(error).code !== 'not-found') throw error;
    }
    yield [...seen, ...[...wanted.values()].map((step) => ({ step, value: null }))];
  }
}

async function* infosInBatches(
  client: BulkClient,
  steps: readonly Step[],
  code: (step: Step) => string,
): AsyncGenerator<readonly { readonly step: Step; readonly info: FileInfo | undefined }[]> {
  for (let at = 0; at < steps.length; at += infoBatchSize) {
    const slice = steps.slice(at, at + infoBatchSize);
    const infos = new Map(
      (await client.files.info(slice.map(code), lane)).map((info) => [info.fileCode, info]),
    );
    yield slice.map((step) => ({ step, info: infos.get(code(step)) }));
  }
}
