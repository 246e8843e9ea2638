/** A tree of the catalog's folders, completed by the service's listing of each opened one. */
import { useCallback, useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { rootFolder } from '../../lib/folders/folder.ts';
import type { MessageResponse } from '../../lib/protocol.ts';
import { useOnRecovery, usePageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { createTree, isSelectionShown, reduceTree, type TreeEvent } from './tree.ts';

/**
 * @param accountId default: the current account
 * @param suggestedId selected once known
 * @param offeredName opens the form for a new folder
 */
export function useFolderTree(accountId?: string, suggestedId?: string, offeredName: string | null = null) {
  const { send } = usePageApi();
  /** Null: the form for a new folder is closed. */
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
        dispatch({ type: 'failed', id, problem: toProblem(error) });
      }
    },
    [send, accountId],
  );

  const apply = useCallback(
    (event: TreeEvent) => {
      dispatch(event);
      if (event.type !== 'opened') return;
      const node = latestTree.current.nodes.get(event.id);
      if (node && !node.isListed && !node.isLoading) void load(event.id);
    },
    [load],
  );

  /** Also selects it. Rejects with a `ProblemError`. */
  const create = useCallback(
    async (name: string, parentId: string) => {
      // Otherwise the parent would seem to contain only the new folder.
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

  useOnRecovery(() => {
    for (const { folder, problem } of tree.nodes.values()) if (problem !== null) void load(folder.id);
  });

  // A filter applies to all folders, so unknown ones are listed in turn.
  useEffect(() => {
    const nodes = [...tree.nodes.values()];
    if (tree.filter.trim() === '' || nodes.some(({ isLoading }) => isLoading)) return;
    const next = nodes.find(({ children, problem }) => children === null && problem === null);
    if (next) void load(next.folder.id);
  }, [tree, load]);

  // A new folder would replace the selection.
  const canChoose = newName === null && isSelectionShown(tree);
  return { tree, canChoose, newName, setNewName, apply, reload: load, create };
}

export type LiveFolderTree = ReturnType<typeof useFolderTree>;
