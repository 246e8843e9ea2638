/** Reads files back: by file info or, for folders, by listings, because only those contain the folder. */
import { type FileEntry, type FileInfo, isApiError, readFailure } from '../../api/index.ts';
import { rootId } from '../../folders/folder.ts';
import type { StepNote } from '../job.ts';
import { type BulkClient, lane } from '../run/bulk-context.ts';
import type { PhaseContext, Step } from '../run/job-session.ts';
import type { Observation } from './job-kind.ts';

/** Per request for info, and per write while listing. */
const infoBatchSize = 50;
const listBatchSize = 200;
/** Listed before a move. */
const maxListedBefore = 2_000;

type FoundInfos = readonly { readonly step: Step; readonly info: FileInfo | undefined }[];

/** The file that a step created, or the one it changes. */
const ownCode = ({ fileCode }: Step): string => fileCode;

export async function* readInfos(
  { client }: PhaseContext,
  steps: readonly Step[],
  getCode = ownCode,
): AsyncGenerator<FoundInfos> {
  for (let at = 0; at < steps.length; at += infoBatchSize) {
    const slice = steps.slice(at, at + infoBatchSize);
    const answer = await client.files.info(slice.map(getCode), lane);
    const infos = new Map(answer.map((info) => [info.fileCode, info]));
    yield slice.map((step) => ({ step, info: infos.get(getCode(step)) }));
  }
}

/** The service says so. A response without the file proves nothing. */
export const isGone = (info: FileInfo | undefined): info is Extract<FileInfo, { found: false }> =>
  info?.found === false && info.msg !== null;

/** Lists each folder until all of its files are found. */
export async function* observeFolders(
  { context, session, client }: PhaseContext,
  steps: readonly Step[],
  folderOf: (step: Step) => string,
  getCode = ownCode,
): AsyncGenerator<readonly Observation[]> {
  const { accountId } = session.job;
  for (const [folderId, group] of Map.groupBy(steps, folderOf)) {
    const wanted = new Map(group.map((step) => [getCode(step), step]));
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
      if (folderId === rootId || !isApiError(error, 'not-found')) throw error;
    }
    await context.updateCatalog(accountId, { files });
    yield [...seen, ...[...wanted.values()].map((step) => ({ step, value: null }))];
  }
}

/**
 * Steps whose file has left the catalog's folder, as far as some pages show. An undo can't know where it was.
 * @param isEmptyIfUnknown a folder that the service doesn't know counts as empty
 */
export async function listMovedAway(
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
        // An unreadable entry may be any of them.
        if (entry.done && entry.value.skipped > 0) missing.clear();
        if (entry.done) break;
        count += 1;
        missing.delete(entry.value.fileCode);
        if (count > maxListedBefore) return moved;
      }
    } catch (error) {
      const { code } = readFailure(error);
      if (code === 'unexpected') throw error;
      // One unreadable folder doesn't block a move.
      if (code !== 'not-found' || !isEmptyIfUnknown) continue;
    }
    moved.push(...missing.values());
  }
  return moved;
}

/** Keeps what a step created, or what the service chose instead. */
export const keptNote = ({ note }: Step): Partial<StepNote> | undefined =>
  note?.left ? { left: note.left } : undefined;

/** The failure that left the outcome open is the better reason. */
export const unchangedNote = (step: Step): Partial<StepNote> => ({
  ...keptNote(step),
  code: step.note?.code ?? 'unchanged',
  msg: step.note?.msg ?? null,
});

/**
 * Why files aren't in the requested folder.
 * @param isMoved the catalog has them there, and gets them back
 */
export async function explainFolders(
  phase: PhaseContext,
  mismatches: readonly Observation[],
  isMoved: boolean,
  getCode = ownCode,
): Promise<void> {
  const { context, session } = phase;
  const steps = mismatches.map(({ step }) => step);
  for await (const found of readInfos(phase, steps, getCode)) {
    const update = { gone: [] as string[], patches: [] as { fileCode: string; folderId: string }[] };
    for (const { step, info } of found) {
      const { fileCode, from: folderId } = step;
      if (isGone(info)) {
        update.gone.push(info.fileCode);
        session.set(step, 'failed', { ...keptNote(step), code: 'not-found', msg: info.msg });
        continue;
      }
      if (info?.found && isMoved) update.patches.push({ fileCode, folderId });
      session.set(step, 'failed', unchangedNote(step));
    }
    await context.updateCatalog(session.job.accountId, update);
  }
}
