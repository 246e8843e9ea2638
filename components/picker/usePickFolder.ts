/** The folder that a picker request goes into: what a rule suggests or the default, until the user chooses. */
import { useState } from 'preact/hooks';
import type { FolderRef, FolderShortlist } from '../../lib/folders/folder.ts';
import type { OpenedPickerRequest } from '../../lib/protocol.ts';
import { selectedFolder } from '../folders/FolderPanel.tsx';
import type { TreeEvent } from '../folders/tree.ts';
import { type LiveFolderTree, useFolderTree } from '../folders/useFolderTree.ts';

export interface PickFolder {
  readonly live: LiveFolderTree;
  readonly folder: FolderRef;
  /** A rule has chosen the folder, and the user has not. */
  readonly isByRule: boolean;
  readonly canUpload: boolean;
}

export function usePickFolder(
  { accountId, suggestion, newFolderName }: OpenedPickerRequest,
  shortlist: FolderShortlist,
): PickFolder {
  const tree = useFolderTree(accountId, (suggestion?.folder ?? shortlist.default).id, newFolderName);
  const [isChosen, setChosen] = useState(false);

  const live: LiveFolderTree = {
    ...tree,
    apply(event: TreeEvent) {
      if (event.type === 'selected' || event.type === 'filtered') setChosen(true);
      tree.apply(event);
    },
    create(name, parentId) {
      setChosen(true);
      return tree.create(name, parentId);
    },
  };
  const isByRule = suggestion !== null && !isChosen;
  // A rule's folder may lie deeper than what is listed.
  return {
    live,
    folder: isByRule ? suggestion.folder : selectedFolder(live),
    isByRule,
    canUpload: live.canChoose || (isByRule && live.newName === null),
  };
}
