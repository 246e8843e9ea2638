/** The folder that links will go into: an account's default until another of its folders is chosen. */
import { useState } from 'preact/hooks';
import type { FolderRef, FolderShortlist } from '../../lib/folders/folder.ts';

/**
 * A choice belongs to its account: in any other one the folder would be another, or none. Gives the folder, how to choose one,
 * and the one that was chosen: without it the user's rules decide.
 */
export function useFolderChoice(
  accountId: string,
  shortlist: FolderShortlist,
): readonly [FolderRef, (folder: FolderRef) => void, FolderRef | undefined] {
  const [chosen, choose] = useState<{ readonly accountId: string; readonly folder: FolderRef } | null>(null);
  const own = chosen?.accountId === accountId ? chosen.folder : undefined;
  return [own ?? shortlist.default, (folder) => choose({ accountId, folder }), own];
}
