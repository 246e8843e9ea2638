/** A folder tree that asks the service for a folder's inside when it is opened for the first time. */
import { useCallback, useEffect, useReducer, useRef } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import { problemOf } from '../problem.ts';
import { useServices } from '../services.ts';
import { type FolderTreeState, newTree, reduceTree, type TreeEvent } from './tree.ts';

export interface LiveFolderTree {
  readonly tree: FolderTreeState;
  /** Opens, closes or selects; what an opened folder holds is asked for by itself. */
  readonly apply: (event: TreeEvent) => void;
  /** Asks again for what could not be had. */
  readonly reload: (folderId: string) => Promise<void>;
  /** Creates a folder at the service and selects it; rejects with a `ProblemError`. */
  readonly create: (name: string, parentId: string) => Promise<FolderRef>;
}

/** `accountId`: whose folders; the current account's where none is named. */
export function useFolderTree(accountId?: string): LiveFolderTree {
  const { send } = useServices();
  const [tree, dispatch] = useReducer(reduceTree, newTree);
  const known = useRef(tree);
  known.current = tree;

  const load = useCallback(
    async (id: string) => {
      dispatch({ type: 'asked', id });
      try {
        dispatch({ type: 'listed', id, folders: await send('folders.list', { folderId: id, accountId }) });
      } catch (error) {
        dispatch({ type: 'failed', id, problem: problemOf(error) });
      }
    },
    [send, accountId],
  );

  const apply = useCallback(
    (event: TreeEvent) => {
      dispatch(event);
      if (event.type !== 'opened') return;
      const node = known.current.nodes.get(event.id);
      if (node && node.children === null && !node.loading) void load(event.id);
    },
    [load],
  );

  const create = useCallback(
    async (name: string, parentId: string) => {
      // A folder that was never opened would show the new one alone, as if it held nothing else.
      if (known.current.nodes.get(parentId)?.children === null) await load(parentId);
      const folder = await send('folders.create', { name, parentId, accountId });
      dispatch({ type: 'created', parentId, folder });
      return folder;
    },
    [send, load, accountId],
  );

  useEffect(() => void load(newTree.selectedId), [load]);

  return { tree, apply, reload: load, create };
}
