/** Undoes changes by their ids (`lib/undo-id.ts`), for every page. Each domain keeps what it needs for that. */
import type { Undoable } from '../../protocol.ts';
import { type Inverse, readUndoId, toUndoId } from '../../undo-id.ts';
import type { Removal } from '../../uploads/changes.ts';
import type { Upload } from '../../uploads/upload.ts';
import type { Handler, Needs } from '../parts.ts';
import type { BrowserPorts } from '../ports.ts';
import { GoneError } from '../problems.ts';
import { moveFolder, renameFolder } from './account-files.ts';
import { choose } from './choose.ts';

interface Undone extends Undoable {
  readonly kept?: number;
}

export type UndoNeeds = Needs<
  'bulk' | 'catalog' | 'catalogStore' | 'clients' | 'ports' | 'scheduler' | 'shortlists' | 'uploads'
>;

const undoers: {
  readonly [K in Inverse['kind']]: (
    context: UndoNeeds,
    inverse: Extract<Inverse, { readonly kind: K }>,
  ) => Promise<Undone>;
} = {
  async job({ bulk, scheduler }, { jobId }) {
    // Stops the job if it runs.
    const undoing = await scheduler.runAction(
      ['bulk'],
      async () => (await bulk.undo(jobId)) ?? ((await bulk.stop(jobId)) ? bulk.undo(jobId) : null),
    );
    if (undoing === null) throw new GoneError();
    return { undo: [toUndoId({ kind: 'job', jobId: undoing })] };
  },
  async undoSend(context, { uploadIds }) {
    const removalId = context.ports.createId();
    const failures: unknown[] = [];
    const removal = { removalId, wasJustSent: true };
    const { length: kept } = await undoSends(context, uploadIds, removal, (error) => failures.push(error));
    // It isn't too late, so the page gets the reason and can ask again.
    if (kept === uploadIds.length && failures.length === kept) throw failures[0];
    return { undo: kept < uploadIds.length ? [toUndoId({ kind: 'restore', removalId })] : [], kept };
  },
  async remove({ uploads, ports, scheduler }, { uploadIds }) {
    const removalId = ports.createId();
    const removed = await scheduler.runAction(['send', 'poll'], () =>
      uploads.removeAll(uploadIds, { removalId }),
    );
    const undo = removed.size > 0 ? [toUndoId({ kind: 'restore', removalId })] : [];
    return { undo, kept: uploadIds.length - removed.size };
  },
  async restore({ uploads, scheduler }, { removalId }) {
    const { ids, wasJustSent, lost } = await scheduler.runAction(['send', 'poll'], () =>
      uploads.restore(removalId),
    );
    if (ids.length === 0) throw new GoneError();
    return { undo: [toUndoId({ kind: wasJustSent ? 'undoSend' : 'remove', uploadIds: ids })], kept: lost };
  },
  choose: (context, { uploadId, folder, title }) =>
    choose(context, { choices: [{ id: uploadId, folder, title }] }),
  renameFolder,
  moveFolder,
};

const undoOne = <I extends Inverse>(context: UndoNeeds, inverse: I): Promise<Undone> =>
  (undoers[inverse.kind] as (context: UndoNeeds, inverse: I) => Promise<Undone>)(context, inverse);

/** @returns uploads that can't be undone any more */
export const undoSends = (
  { uploads, scheduler }: Needs<'scheduler' | 'uploads'>,
  ids: readonly string[],
  removal?: Removal,
  onFailure?: (error: unknown) => void,
): Promise<readonly Upload[]> =>
  scheduler.runAction(['send', 'poll'], () => uploads.undoSends(ids, removal, onFailure));

/** Rejects if none of it can be undone. */
export const undo: Handler<'changes.undo', UndoNeeds> = async (context, { ids }) => {
  const results = await Promise.allSettled(ids.map((id) => undoOne(context, readUndoId(id))));
  const undone = results.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const failed = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (undone.length === 0) throw failed[0] ?? new GoneError();
  return {
    undo: undone.flatMap((each) => each.undo),
    kept: undone.reduce((sum, { kept = 0 }) => sum + kept, failed.length),
  };
};

/** Removes uploads so that they can be restored. */
export async function withUndo(
  { createId }: Pick<BrowserPorts, 'createId'>,
  remove: (removal: Removal) => Promise<unknown>,
): Promise<Undoable> {
  const removalId = createId();
  await remove({ removalId });
  return { undo: [toUndoId({ kind: 'restore', removalId })] };
}
