/** Drops go into the folder under the pointer. Others, and pastes, go into the folder shown. */
import { getOwnHosts } from '../../../lib/accounts/public-address.ts';
import { findCode } from '../../../lib/bulk/parse-codes.ts';
import type { FolderRef } from '../../../lib/folders/folder.ts';
import { DropArea, type DropAreaProps } from '../../drop/DropArea.tsx';
import { moveFiles, moveFolder } from '../model/commands.ts';
import { getFolderRef } from '../model/targets.ts';
import { useFilesContext } from '../model/useFiles.ts';

export function FilesDropArea({ onFiles }: Pick<DropAreaProps, 'onFiles'>) {
  const files = useFilesContext();
  const { account, snapshot, route, feedback, shortlist, openDialog, dragged } = files;
  const hosts = getOwnHosts(account);

  /** Offers clones instead of uploads for links of files in the account. */
  function takeOwnLinks(text: string, folder: FolderRef | null): boolean {
    const words = text.split(/\s+/u).filter((word) => word !== '');
    const codes = words.map((word) => (/^https?:/iu.test(word) ? findCode(word, hosts) : null));
    const isOwn = codes.length > 0 && codes.every((code) => code !== null && snapshot.fileId(code) !== null);
    if (isOwn) openDialog({ what: 'paste', text: words.join('\n'), folder: folder ?? undefined });
    return isOwn;
  }

  return (
    <DropArea
      feedback={feedback}
      onFiles={onFiles}
      accountId={account.id}
      getFolder={() => (route.folderId === null ? null : getFolderRef(snapshot, route.folderId))}
      defaultFolder={shortlist.default}
      rows={{
        isDragged: () => dragged.current !== null,
        onDrop(folder) {
          const moved = dragged.current;
          dragged.current = null;
          if (moved === null) return;
          if ('folder' in moved) void moveFolder(files, moved.folder, folder);
          else void moveFiles(files, moved.files, folder);
        },
      }}
      takeText={takeOwnLinks}
      canPaste
    />
  );
}
