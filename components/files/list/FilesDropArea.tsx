/** What is dropped on a folder goes into it, and what is dropped or pasted elsewhere into the folder that is shown. */
import { DropArea, type DropAreaProps } from '../../drop/DropArea.tsx';
import { type FilesContext, folderRefOf } from '../model/useFiles.ts';
import { draggedRows } from './drag.ts';

export interface FilesDropAreaProps extends Pick<DropAreaProps, 'onFiles'> {
  readonly files: FilesContext;
}

export function FilesDropArea({ files, onFiles }: FilesDropAreaProps) {
  const { account, snapshot, route, outcome, isPrivate, shortlist } = files;
  return (
    <DropArea
      {...{ outcome, isPrivate, onFiles }}
      accountId={account.id}
      folder={route.folderId === null ? null : folderRefOf(snapshot, route.folderId)}
      defaultFolder={shortlist.default}
      rows={draggedRows(files)}
      withPaste
    />
  );
}
