/**
 * Verifies changes by reading them back: services accept requests and change nothing (docs/http-api.md, "Missing operations").
 * Titles and absence come from file info. Folders come from listings only, so folders are listed until all files are found. A
 * mismatch is read twice: a service may show a change late.
 */
import {
  type ApiErrorCode,
  type FileEntry,
  type FileInfo,
  isAccountError,
  isApiError,
  readFailure,
} from '../../api/index.ts';
import { rootFolder } from '../../folders/folder.ts';
import { bulkReadBack } from '../../timing/policies.ts';
import { isSameTitle } from '../../titles/is-same-title.ts';
import type { StepNote } from '../job.ts';
import { type BulkClient, lane } from './bulk-context.ts';
import type { JobSession, PhaseContext, Step } from './job-session.ts';

/** Files of one info request, and of one write while listing. */
const infoBatchSize = 50;
const listBatchSize = 200;
/** How long what was read before a change counts. */
const freshForMs = 5 * 60_000;
/** Files that are listed before a move. */
const maxListedBefore = 2_000;

/**
 * A step and the service's value: the title, or the folder the file was found in; of a deletion, empty where the file is gone.
 * Null: it was not found.
 */
interface Observation {
  readonly step: Step;
  readonly value: string | null;
  /** Why it was not found, where the service failed at this file. */
  readonly problem?: ApiErrorCode | undefined;
}

const isFresh = ({ context, session }: PhaseContext): boolean =>
  context.clock() - (session.extra.readAtMs ?? 0) < freshForMs;

/** Undo: checks that each file is as the job left it, again after a wait. */
export async function precheckUndo(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  if (session.job.undoes === null) return true;
  const { uncertainUntilMs } = await context.store.extra(session.job.undoes);
  if (session.has('precheck') && !(await hasSettled(phase, uncertainUntilMs))) return false;
  const isDue = !isFresh(phase);
  const steps: Step[] = [];
  for (const step of session.stepsIn('precheck', 'sending', ...(isDue ? (['todo'] as const) : []))) {
    // No way back to a folder the catalog did not know, or to an empty title, which services refuse.
    if (step.to !== '') steps.push(step);
    else session.set(step, 'failed', { code: session.job.kind === 'rename' ? 'refused' : 'folder-gone' });
  }
  // A step in `sending` may have taken effect.
  const markReverted = (step: Step) =>
    session.set(step, step.state === 'sending' ? 'verified' : 'already-done');
  const others: Step[] = [];
  for await (const seen of observe(phase, steps, ({ from }) => from)) {
    for (const { step, value, problem } of seen) {
      if (value !== null && hasValue(session, value, step.from)) session.set(step, 'todo');
      else if (session.job.kind !== 'rename') others.push(step);
      else if (value === null) session.set(step, 'failed', { code: problem ?? 'not-found' });
      else if (hasValue(session, value, step.to ?? '')) markReverted(step);
      else session.set(step, 'failed', { code: 'changed-since' });
    }
    await session.write();
    if (!session.isActive) return false;
  }
  for await (const seen of observe(phase, others, ({ to }) => to ?? '')) {
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

/** Reads what an undo restores, again after a wait: it may have changed elsewhere since it was read. */
export async function readBefore(phase: PhaseContext): Promise<boolean> {
  const { context, session, client } = phase;
  const { kind, undoes } = session.job;
  const steps = session.stepsIn('todo');
  if (kind === 'clone' || kind === 'delete' || undoes !== null || steps.length === 0 || isFresh(phase))
    return true;
  const { before: known } = session.extra;
  const before: Record<number, string> = { ...known };
  if (kind === 'rename') {
    for await (const found of infosInBatches(phase, steps)) {
      for (const { step, info } of found)
        if (info?.found && info.title !== step.from && !(known && isOurs(step, info.title)))
          before[step.index] = info.title;
      if (!session.isActive) return false;
    }
  } else {
    const moved = await listMovedAway(client, steps);
    // What is in the target, an earlier request has moved.
    const inTarget = moved.map((step) => ({ ...step, from: step.to ?? '' }));
    for (const { index } of known ? await listMovedAway(client, inTarget) : moved) before[index] = '';
  }
  await session.write({ extra: { before, readAtMs: context.clock() } });
  return session.isActive;
}

/** Whether an earlier request has made a title: the wanted one, or the service's own instead. */
const isOurs = ({ to, note }: Step, title: string): boolean => title === to || title === note?.left;

/**
 * Steps whose file has left the catalog's folder, as far as some pages show: no undo can tell where it was.
 * @param isEmptyIfUnknown whether a folder that the service does not know counts as one without files
 */
async function listMovedAway(
  { files }: BulkClient,
  steps: readonly Step[],
  isEmptyIfUnknown = true,
): Promise<readonly Step[]> {
  const moved: Step[] = [];
  let count = 0;
  for (const [folderId, group] of Map.groupBy(steps, ({ from }) => from)) {
    const missing = new Map(group.map((step) => [step.fileCode, step]));
    if (folderId === '') continue;
    try {
      const entries = files.iterate({ folderId }, lane);
      while (missing.size > 0) {
        const entry = await entries.next();
        // An entry that could not be read may be any of them.
        if (entry.done && entry.value.skipped > 0) missing.clear();
        if (entry.done) break;
        count += 1;
        missing.delete(entry.value.fileCode);
        if (count > maxListedBefore) return moved;
      }
    } catch (error) {
      const { code } = readFailure(error);
      if (code === 'unexpected') throw error;
      // A folder that cannot be read holds no move.
      if (code !== 'not-found' || !isEmptyIfUnknown) continue;
    }
    moved.push(...missing.values());
  }
  return moved;
}

export async function verifyChanges(phase: PhaseContext): Promise<boolean> {
  const { context, session } = phase;
  const isFirst = session.has('accepted');
  const steps = session.stepsIn(isFirst ? 'accepted' : 'unconfirmed');
  if (steps.length === 0) return true;
  if (!(await hasSettled(phase, session.extra.uncertainUntilMs))) return false;
  await session.write({ job: { state: 'checking', problem: null, retryAtMs: null } });
  for await (const seen of observe(phase, steps, ({ to }) => to ?? '')) {
    const mismatches: Observation[] = [];
    for (const each of seen) {
      const { step, value } = each;
      if (value !== null && hasValue(session, value, step.to ?? ''))
        session.set(step, 'verified', cloneNote(step));
      else if (isFirst) session.set(step, 'unconfirmed', step.note);
      else mismatches.push(each);
    }
    await recordReasons(phase, mismatches);
    await session.write();
    if (!session.isActive) return false;
  }
  if (!session.has('unconfirmed')) return true;
  await session.write({ job: { retryAtMs: context.clock() + bulkReadBack.firstMs } });
  return false;
}

/** Whether no request that was given up can still arrive; else the job waits for that. */
async function hasSettled({ context, session }: PhaseContext, uncertainUntilMs = 0): Promise<boolean> {
  if (uncertainUntilMs <= context.clock()) return true;
  await session.write({ job: { state: 'checking', problem: null, retryAtMs: uncertainUntilMs } });
  return false;
}

/** A clone's code stays in its step's note. */
const cloneNote = ({ note }: Step): Partial<StepNote> | undefined =>
  note?.left ? { left: note.left } : undefined;

/** Records why each of these is not as requested after the second read. */
async function recordReasons(phase: PhaseContext, mismatches: readonly Observation[]): Promise<void> {
  const { context, session } = phase;
  const { kind, accountId } = session.job;
  // The failure that left the outcome open is the better reason.
  const unchanged = (step: Step) => ({
    ...cloneNote(step),
    code: step.note?.code ?? 'unchanged',
    msg: step.note?.msg ?? null,
  });
  if (kind === 'delete') {
    const open = mismatches.filter(({ value }) => value === null);
    const gone = await findGone(
      phase,
      open.map(({ step }) => step),
    );
    for (const { step, value, problem } of mismatches) {
      if (gone.has(step.fileCode)) session.set(step, 'verified');
      else if (problem !== undefined) session.set(step, 'failed', { code: problem });
      else if (value === null && step.note === undefined)
        session.set(step, 'failed', { code: 'unconfirmed' });
      else session.set(step, 'failed', unchanged(step));
    }
    return context.updateCatalog(accountId, { gone: [...gone] });
  }
  if (kind === 'rename') {
    for (const { step, value, problem } of mismatches) {
      if (value === null) session.set(step, 'failed', { code: problem ?? 'not-found' });
      else if (value === step.from) session.set(step, 'failed', unchanged(step));
      else session.set(step, 'mismatch', { code: 'mismatch', left: value });
    }
    return;
  }
  const steps = mismatches.map(({ step }) => step);
  for await (const found of infosInBatches(phase, steps)) {
    const update = { gone: [] as string[], patches: [] as { fileCode: string; folderId: string }[] };
    for (const { step, info } of found) {
      const { fileCode, from: folderId } = step;
      if (isGone(info)) {
        update.gone.push(info.fileCode);
        session.set(step, 'failed', { ...cloneNote(step), code: 'not-found', msg: info.msg });
        continue;
      }
      // The catalog has it as moved since the service accepted it.
      if (info?.found && kind !== 'clone') update.patches.push({ fileCode, folderId });
      session.set(step, 'failed', unchanged(step));
    }
    await context.updateCatalog(accountId, update);
  }
}

/**
 * The details of these files are passed over or fail, which proves nothing of a deletion. Gone is what the service lists as deleted,
 * what a whole listing of its folder lacks after the service has accepted the deletion, and what file check does not know.
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

const hasValue = ({ job }: JobSession, value: string, wanted: string): boolean =>
  job.kind === 'rename' ? isSameTitle(value, wanted) : value === wanted;

const currentCode = ({ job }: JobSession, { fileCode, note }: Step): string =>
  job.kind === 'clone' ? (note?.left ?? fileCode) : fileCode;

/** Yields each step once, after the catalog has the service's values. */
async function* observe(
  phase: PhaseContext,
  steps: readonly Step[],
  folderOf: (step: Step) => string,
): AsyncGenerator<readonly Observation[]> {
  const { context, session, client } = phase;
  const { kind, accountId } = session.job;
  if (kind === 'delete') {
    for await (const found of infosInBatches(phase, steps)) {
      const gone = found.flatMap(({ step, info }) => (isGone(info) ? step.fileCode : []));
      await context.updateCatalog(accountId, { gone });
      yield found.map(({ step, info }) => ({
        step,
        value: info?.found ? info.fileCode : isGone(info) ? '' : null,
        problem: info?.found === false ? info.error?.code : undefined,
      }));
    }
    return;
  }
  if (kind === 'rename') {
    for await (const found of infosInBatches(phase, steps)) {
      const patches = found.flatMap(({ info }) =>
        info?.found ? { fileCode: info.fileCode, title: info.title } : [],
      );
      await context.updateCatalog(accountId, { patches });
      yield found.map(({ step, info }) =>
        info?.found ? { step, value: info.title } : { step, value: null, problem: info?.error?.code },
      );
    }
    return;
  }
  for (const [folderId, group] of Map.groupBy(steps, folderOf)) {
    const wanted = new Map(group.map((step) => [currentCode(session, step), step]));
    let seen: Observation[] = [];
    let files: FileEntry[] = [];
    try {
      for await (const entry of client.files.iterate({ folderId }, lane)) {
        const step = wanted.get(entry.fileCode);
        if (step === undefined) continue;
        wanted.delete(entry.fileCode);
        seen.push({ step, value: folderId });
        files.push({ ...entry, folderId });
        if (wanted.size === 0) break;
        if (seen.length < listBatchSize) continue;
        await context.updateCatalog(accountId, { files });
        yield seen;
        seen = [];
        files = [];
      }
    } catch (error) {
      // A deleted folder contains nothing.
      if (folderId === rootFolder.id || !isApiError(error, 'not-found')) throw error;
    }
    await context.updateCatalog(accountId, { files });
    yield [...seen, ...[...wanted.values()].map((step) => ({ step, value: null }))];
  }
}

/** The service says so; an answer without the file proves nothing. */
const isGone = (info: FileInfo | undefined): info is Extract<FileInfo, { found: false }> =>
  info?.found === false && info.msg !== null;

async function* infosInBatches(
  { session, client }: PhaseContext,
  steps: readonly Step[],
): AsyncGenerator<readonly { readonly step: Step; readonly info: FileInfo | undefined }[]> {
  const codeOf = (step: Step) => currentCode(session, step);
  for (let at = 0; at < steps.length; at += infoBatchSize) {
    const slice = steps.slice(at, at + infoBatchSize);
    const answer = await client.files.info(slice.map(codeOf), lane);
    const infos = new Map(answer.map((info) => [info.fileCode, info]));
    yield slice.map((step) => ({ step, info: infos.get(codeOf(step)) }));
  }
}
