/** Plans the job of a move or clone. Without a job, the note says why. */
import { type FolderContentsSource, moveContents } from '../../lib/bulk/move-contents.ts';
import type { BulkFile, BulkWork } from '../../lib/bulk/work.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { namedList } from '../format/named-list.ts';
import { folderName, titleOf } from '../format/names.ts';
import { joinFacts, plural, t } from '../text.ts';

export type MoveTask =
  | { readonly kind: 'move' | 'clone'; readonly files: readonly BulkFile[] }
  /** The tree comes from the catalog. */
  | { readonly kind: 'move-contents'; readonly source: FolderRef; readonly tree: FolderContentsSource };

export interface PlannedWork {
  readonly work: BulkWork | null;
  readonly note: string;
}

export function planWork(task: MoveTask, folder: FolderRef): PlannedWork {
  const name = folderName(folder);
  switch (task.kind) {
    case 'clone': {
      const fileCodes = task.files.map(({ fileCode }) => fileCode);
      const titles = task.files.map(({ title }) => title);
      return { work: { kind: 'clone', fileCodes, titles, folder }, note: '' };
    }
    case 'move': {
      const files = task.files.filter(({ folderId }) => folderId !== folder.id);
      const note = alreadyThereSentence(task.files, folder);
      return { work: files.length === 0 ? null : { kind: 'move', files, folder }, note };
    }
    case 'move-contents': {
      const work = moveContents(task.tree, task.source, folder);
      if (work === 'same') return { work: null, note: t('bulk.contents.same', { folder: name }) };
      if (work === 'inside') {
        const source = folderName(task.source);
        return { work: null, note: t('bulk.contents.inside', { folder: name, source }) };
      }
      const { files, folders } = work;
      if (files.length + folders.length === 0) return { work: null, note: t('bulk.contents.empty') };
      const parts = [plural('bulk.files', files.length), plural('bulk.folders', folders.length)];
      return { work, note: joinFacts(parts) };
    }
  }
}

/** Empty if the move leaves none out. */
function alreadyThereSentence(files: readonly BulkFile[], folder: FolderRef): string {
  const staying = files.filter(({ folderId }) => folderId === folder.id);
  const name = folderName(folder);
  if (staying.length === 0) return '';
  if (staying.length === files.length) return plural('files.alreadyThere', files.length, { folder: name });
  return t('files.staysThere', { folder: name, list: namedList(staying.map(titleOf)) });
}
