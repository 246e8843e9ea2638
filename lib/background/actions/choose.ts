/** Changes folders or titles of uploads: in their records until the files have arrived, then of the files. */
import type { BulkWork } from '../../bulk/work.ts';
import type { FolderRef } from '../../folders/folder.ts';
import { type Inverse, toUndoId } from '../../undo-id.ts';
import { type Choice, type Upload, type UploadChoice, withChosenFields } from '../../uploads/upload.ts';
import type { Handler, Needs } from '../parts.ts';
import { GoneError } from '../problems.ts';
import { startAllWork, type WorkNeeds } from './account-work.ts';

export type ChooseNeeds = WorkNeeds & Needs<'uploads'>;

/** As it was before the choice. */
interface ChosenFile {
  readonly upload: Upload;
  readonly choice: Choice;
}

/**
 * Rejects with `GoneError` if nothing can be changed. A file that has arrived can't if its upload is private (jobs are stored), or if it
 * should get the service's name again.
 */
export const choose: Handler<'uploads.choose', ChooseNeeds> = async (context, { choices }) => {
  const known = await context.uploads.read(choices.map(({ id }) => id));
  const arrived = new Set(known.flatMap(({ id, arrivedAtMs }) => (arrivedAtMs === null ? [] : id)));
  const { files = [], links = [] } = Object.groupBy(choices, ({ id }) =>
    arrived.has(id) ? 'files' : 'links',
  );
  // Files first: if their job can't start, nothing has changed yet.
  const undo = [await change(context, files), await change(context, links)].filter((ids) => ids !== null);
  if (undo.length === 0) throw new GoneError();
  return { undo: undo.flat() };
};

/** @returns ids that undo the change. Null if none of the uploads can be changed */
async function change(
  context: ChooseNeeds,
  choices: readonly UploadChoice[],
): Promise<readonly string[] | null> {
  const { uploads, scheduler, shortlists, ports } = context;
  if (choices.length === 0) return null;
  const choiceById = new Map(choices.map((each) => [each.id, each]));
  const known = await scheduler.runAction(['send', 'poll'], () => uploads.choose(choices));
  const undo: string[] = [];
  const files: ChosenFile[] = [];
  const used = new Map<string, readonly [accountId: string, folder: FolderRef]>();
  for (const upload of known) {
    const choice: Choice = choiceById.get(upload.id) ?? {};
    if (upload.arrivedAtMs !== null) {
      if (canChange(upload, choice)) files.push({ upload, choice });
      continue;
    }
    undo.push(toUndoId(createInverse(upload, choice)));
    if (choice.folder && !upload.private)
      used.set(`${upload.accountId} ${choice.folder.id}`, [upload.accountId, choice.folder]);
  }
  for (const target of used.values()) await shortlists.recordUse(...target).catch(ports.onFault);
  for (const [accountId, ofAccount] of Map.groupBy(files, ({ upload }) => upload.accountId))
    undo.push(...(await startAllWork(context, accountId, planWork(ofAccount))));
  return undo.length + files.length === 0 ? null : undo;
}

/** Jobs are stored, which private uploads must not be. We don't know how the service had named a file. */
const canChange = ({ private: isPrivate, title }: Upload, choice: Choice): boolean =>
  !isPrivate && !(choice.title === null && title !== null && !choice.folder);

function createInverse(before: Upload, choice: Choice): Inverse {
  const { id, folder, title } = withChosenFields(before);
  return {
    kind: 'choose',
    uploadId: id,
    ...(choice.folder && { folder }),
    ...(choice.title !== undefined && { title }),
  };
}

/** One job for each folder, and one for all titles. Leaves out what is so already. */
export function planWork(chosen: readonly ChosenFile[]): readonly BulkWork[] {
  const files = chosen.flatMap(({ upload, choice }) => {
    const { fileCode, title, url, folder } = upload;
    if (fileCode === null) return [];
    const target = choice.folder ?? folder;
    const newTitle = choice.title && choice.title !== title ? choice.title : null;
    return [{ file: { fileCode, title: title ?? url, folderId: folder.id }, target, newTitle }];
  });
  const moved = files.filter(({ file, target }) => file.folderId !== target.id);
  const moves = [...Map.groupBy(moved, ({ target }) => target.id).values()].flatMap((group): BulkWork[] => {
    const [first] = group;
    return first ? [{ kind: 'move', files: group.map(({ file }) => file), folder: first.target }] : [];
  });
  const renamed = files.flatMap(({ file, target, newTitle }) =>
    newTitle === null ? [] : [{ file: { ...file, folderId: target.id }, newTitle }],
  );
  if (renamed.length === 0) return moves;
  return [
    ...moves,
    {
      kind: 'rename',
      files: renamed.map(({ file }) => file),
      titles: renamed.map(({ newTitle }) => newTitle),
    },
  ];
}
