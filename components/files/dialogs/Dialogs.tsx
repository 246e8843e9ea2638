/** What is asked before something is done with files. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FolderShortlist } from '../../../lib/folders/folder.ts';
import type { Settings } from '../../../lib/settings/settings.ts';
import { CloneDialog, MoveDialog, RenamePatternDialog } from '../../bulk/LazyDialogs.ts';
import { createFolder } from '../model/commands.ts';
import { nameOf, titleOf } from '../model/file-format.ts';
import { nothing } from '../model/selection.ts';
import { bulkFiles, type Files, type FileTarget, refOf } from '../model/useFiles.ts';
import { CopyLinks } from './LazyCopyLinks.ts';
import { NewFolder } from './NewFolder.tsx';

export interface DialogsProps {
  readonly files: Files;
  readonly settings: Settings | null;
  readonly shortlist: FolderShortlist;
}

export function Dialogs({ files, settings, shortlist }: DialogsProps) {
  const { asking, ask, select, snapshot, account } = files;
  const onClose = () => ask(null);
  const moving = { accountId: account.id, pinnedIds: shortlist.pinned.map(({ id }) => id), onClose };
  switch (asking?.what) {
    case 'move':
      // Where the files go, they are not chosen any more.
      return (
        <MoveDialog
          {...moving}
          task={{ kind: 'move', files: bulkFiles(asking.files) }}
          onStarted={() => select(nothing)}
        />
      );
    case 'clone':
      return <MoveDialog {...moving} task={{ kind: 'clone', files: bulkFiles(asking.files) }} />;
    case 'contents':
      return (
        <MoveDialog {...moving} task={{ kind: 'move-contents', source: asking.folder, tree: snapshot }} />
      );
    case 'rename':
      return <Rename files={files} targets={asking.files} onClose={onClose} />;
    case 'paste':
      return <Paste files={files} shortlist={shortlist} onClose={onClose} />;
    case 'folder':
      return (
        <NewFolder
          parent={nameOf(snapshot, asking.parentId)}
          onClose={onClose}
          onCreate={(name) => {
            onClose();
            void createFolder(files, asking.parentId, name);
          }}
        />
      );
    case 'copy':
      return <CopyLinks files={files} targets={asking.files} settings={settings} onClose={onClose} />;
    default:
      return null;
  }
}

interface RenameProps {
  readonly files: Files;
  readonly targets: readonly FileTarget[];
  readonly onClose: () => void;
}

function Rename({ files: { snapshot, account }, targets, onClose }: RenameProps) {
  // As they are now: what the catalog learns while the dialog is open must not number them anew.
  const named = useMemo(
    () =>
      targets.map(({ fileCode, title, folderId, row }) => {
        const file = row === null ? null : snapshot.file(row);
        const folderName = nameOf(snapshot, folderId);
        return {
          fileCode,
          title,
          folderId,
          folderName,
          uploaded: file?.uploaded ?? null,
          length: file?.length ?? null,
        };
      }),
    [targets],
  );
  return <RenamePatternDialog accountId={account.id} files={named} onClose={onClose} />;
}

interface PasteProps {
  readonly files: Files;
  readonly shortlist: FolderShortlist;
  readonly onClose: () => void;
}

function Paste({ files, shortlist, onClose }: PasteProps) {
  const { snapshot, account, route } = files;
  const folder = route.folderId === null ? null : refOf(snapshot, route.folderId);
  return (
    <CloneDialog
      accountId={account.id}
      hosts={useHosts(files)}
      shortlist={shortlist}
      folder={folder}
      titleOf={(fileCode) => {
        const row = snapshot.row(fileCode);
        const file = row === null ? null : snapshot.file(row);
        return file && titleOf(file);
      }}
      onClose={onClose}
    />
  );
}

/** The service's own host, and the one that its download pages stand on, as the newest file has it. */
function useHosts({ snapshot, account, addresses }: Files): readonly string[] {
  const own = new URL(account.baseUrl).host;
  const [hosts, setHosts] = useState<readonly string[]>([own]);
  useEffect(() => {
    const [newest] = snapshot.rows();
    if (newest === undefined) return;
    addresses(account.id, [newest]).then(
      ([first]) => {
        const shared = URL.parse(first?.download ?? '')?.host;
        if (shared) setHosts([...new Set([own, shared])]);
      },
      (error) => console.error('Reading addresses from the catalog failed', error),
    );
  }, [addresses, account.id]);
  return hosts;
}
