/** A folder tree: what the catalog knows, and the service's listing of each folder that is opened. */
import { useCallback, useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { rootFolder } from '../../lib/folders/folder.ts';
import type { MessageResponse } from '../../lib/protocol.ts';
import { usePageApi } from '../page-api.ts';
import { problemOf } from '../problem/problem.ts';
import { createTree, isSelectionShown, reduceTree, type TreeEvent } from './tree.ts';

/**
 * @param accountId the current account by default
 * @param suggestedId the folder that is selected once it is known
 * @param offeredName opens the form for a new folder
 */
export function useFolderTree(accountId?: string, suggestedId?: string, offeredName: string | null = null) {
  const { send } = usePageApi();
  /** Offered as the name of a new folder; null: its form is closed. */
  const [newName, setNewName] = useState(offeredName);
  const [tree, dispatch] = useReducer(reduceTree, suggestedId, createTree);
  const latestTree = useRef(tree);
  latestTree.current = tree;

  const load = useCallback(
    async (id: string) => {
      dispatch({ type: 'requested', id });
      try {
        dispatch({ type: 'listed', id, folders: await send('folders.list', { folderId: id, accountId }) });
      } catch (error) {
        dispatch({ type: 'failed', id, problem: problemOf(error) });
      }
    },
    [send, accountId],
  );

  /** Opens, closes, selects or filters; opening a folder requests its listing. */
  const apply = useCallback(
    (event: TreeEvent) => {
      dispatch(event);
      if (event.type !== 'opened') return;
      const node = latestTree.current.nodes.get(event.id);
      if (node && !node.isListed && !node.isLoading) void load(event.id);
    },
    [load],
  );

  /** Creates a folder at the service and selects it; rejects with a `ProblemError`. */
  const create = useCallback(
    async (name: string, parentId: string) => {
      // A folder that was never opened would show the new one alone, as if it held nothing else.
      if (latestTree.current.nodes.get(parentId)?.isListed === false) await load(parentId);
      const folder = await send('folders.create', { name, parentId, accountId });
      dispatch({ type: 'created', parentId, folder });
      return folder;
    },
    [send, load, accountId],
  );

  useEffect(() => {
    void load(rootFolder.id);
    // Without the catalog, folders are found as they are listed.
    const show = (folders: MessageResponse<'folders.known'>) => dispatch({ type: 'known', ...folders });
    send('folders.known', { accountId }).then(show, () => {});
  }, [load]);

  // A filter is for all folders: those that neither the catalog nor a listing has shown are listed one after another.
  useEffect(() => {
    const nodes = [...tree.nodes.values()];
    if (tree.filter.trim() === '' || nodes.some(({ isLoading }) => isLoading)) return;
    const next = nodes.find(({ children, problem }) => children === null && problem === null);
    if (next) void load(next.folder.id);
  }, [tree, load]);

  /** The selection is in sight, and no new folder is about to take its place. */
  const canChoose = newName === null && isSelectionShown(tree);
  return { tree, canChoose, newName, setNewName, apply, reload: load, create };
}

export type LiveFolderTree = ReturnType<typeof useFolderTree>;
