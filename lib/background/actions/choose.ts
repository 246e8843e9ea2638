/** Changes the folder or title of an upload: of its record until the file has arrived, then of the file. */
import type { BulkWork } from '../../bulk/work.ts';
import { type Inverse, toUndoId } from '../../undo-id.ts';
import { asChosen, type Choice, type Upload } from '../../uploads/upload.ts';
import type { Handler, Needs } from '../parts.ts';
import { GoneError } from '../problems.ts';
import { startWorks, type WorkNeeds } from './account-work.ts';

export type ChooseNeeds = WorkNeeds & Needs<'uploads'>;

/**
 * Rejects with `GoneError` if the upload no longer exists. Also if its file has arrived and the upload is private (jobs are stored), or
 * should get the service's name again.
 */
export const choose: Handler<'uploads.choose', ChooseNeeds> = async (context, { id, ...choice }) => {
  const { uploads, scheduler, shortlists, ports } = context;
  const before = await scheduler.runAction(['send', 'poll'], () => uploads.choose(id, choice));
  if (before === undefined || (before.private && before.arrivedAtMs !== null)) throw new GoneError();
  if (before.arrivedAtMs !== null) {
    // We don't know how the service had named its file.
    if (choice.title === null && before.title !== null && !choice.folder) throw new GoneError();
    return { undo: await startWorks(context, before.accountId, planWork(before, choice)) };
  }
  if (choice.folder && !before.private)
    await shortlists.recordUse(before.accountId, choice.folder).catch(ports.onFault);
  const { folder, title } = asChosen(before);
  const inverse: Inverse = {
    kind: 'choose',
    uploadId: id,
    ...(choice.folder && { folder }),
    ...(choice.title !== undefined && { title }),
  };
  return { undo: [toUndoId(inverse)] };
};

function planWork({ fileCode, title, url, folder }: Upload, choice: Choice): readonly BulkWork[] {
  if (fileCode === null) return [];
  const file = { fileCode, title: title ?? url, folderId: folder.id };
  const isMoved = choice.folder !== undefined && choice.folder.id !== folder.id;
  const target = isMoved ? choice.folder : folder;
  return [
    ...(isMoved ? [{ kind: 'move', files: [file], folder: target } as const] : []),
    ...(choice.title && choice.title !== title
      ? [
          {
            kind: 'rename',
            files: [{ ...file, folderId: target.id }],
            titles: [choice.title],
          } as const,
        ]
      : []),
  ];
}
