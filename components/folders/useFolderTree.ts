/** A tree of the catalog's folders, completed by the service's listing of each opened one. */
import { useCallback, useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { useBlocked } from '#page/account-hooks.ts';
import { rootId } from '../../lib/folders/folder.ts';
import type { MessageResponse } from '../../lib/protocol.ts';
import { pageProbe } from '../../lib/timing/policies.ts';
import { calculateDelayMs } from '../../lib/timing/retry.ts';
import { isUnreachable } from '../../lib/uploads/waits.ts';
import { useOnEnd } from '../hooks/useOnEnd.ts';
import { usePageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { createTree, type FolderTreeState, isSelectionShown, reduceTree, type TreeEvent } from './tree.ts';

/**
 * @param suggestedId selected once known
 * @param offeredName opens the form for a new folder
 */
export function useFolderTree(accountId: string, suggestedId?: string, offeredName: string | null = null) {
  const { send } = usePageApi();
  /** Null: the form for a new folder is closed. */
  const [newName, setNewName] = useState(offeredName);
  const [tree, dispatch] = useReducer(reduceTree, suggestedId, createTree);
  const latestTree = useRef(tree);
  latestTree.current = tree;

  const load = useCallback(
    async (id: string, isAgain = false) => {
      dispatch({ type: 'requested', id, isAgain });
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
    void load(rootId);
    // Without the catalog, folders are found as they are listed.
    const show = (folders: MessageResponse<'folders.known'>) => dispatch({ type: 'known', ...folders });
    send('folders.known', { accountId }).then(show, () => {});
  }, [load]);

  useListedAgain(accountId, tree, load);

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

/** Doesn't rely on the account's status, which only the popup and the manager check during an outage. */
function useListedAgain(
  accountId: string,
  { nodes }: FolderTreeState,
  load: (id: string, isAgain: boolean) => Promise<void>,
): void {
  const failed = [...nodes.values()].filter(({ problem }) => problem !== null);
  const unreachable = failed.flatMap(({ folder, problem }) =>
    isUnreachable(problem?.code) ? folder.id : [],
  );
  const key = unreachable.join(' ');
  const [attempts, setAttempts] = useState(0);
  useEffect(() => setAttempts(0), [key]);
  useEffect(() => {
    if (key === '') return;
    const listAgain = async () => {
      await Promise.all(unreachable.map((id) => load(id, true)));
      setAttempts((count) => count + 1);
    };
    const timer = setTimeout(listAgain, calculateDelayMs(pageProbe, attempts + 1, Math.random));
    return () => clearTimeout(timer);
  }, [key, attempts, load]);

  useOnEnd(useBlocked().has(accountId), () => {
    for (const { folder } of failed) void load(folder.id, true);
  });
}

export type LiveFolderTree = ReturnType<typeof useFolderTree>;
