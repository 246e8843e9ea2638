/** Above the folder for what is to be deleted. */
import { Notice } from '../../notice/Notice.tsx';
import { deleteNotice } from '../model/to-delete.ts';
import type { FilesContext } from '../model/useFiles.ts';

export function ToDeleteHint({ files }: { files: FilesContext }) {
  const { route, shortlist } = files;
  return shortlist.toDelete !== undefined && route.folderId === shortlist.toDelete.id ? (
    <div class="files-hint">
      <Notice {...deleteNotice(files)} />
    </div>
  ) : null;
}
