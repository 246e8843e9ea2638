/** Folders that are called alike are told apart by their parents. Pure. */
import type { FolderRef } from './folder.ts';

/**
 * The names of parents, by the ids of those folders that others beside them are called like. Of the root and of unknown ones: empty.
 *
 * @param known all folders of the account, as far as they are known
 */
export function findParentNames(
  shown: readonly FolderRef[],
  known: readonly (FolderRef & { readonly parentId: string })[],
): ReadonlyMap<string, string> {
  const byId = new Map(known.map((folder) => [folder.id, folder]));
  const twins = getSameNamed(shown);
  return new Map(
    twins.flatMap(({ id }) => {
      const parent = byId.get(id)?.parentId;
      return parent === undefined ? [] : [[id, byId.get(parent)?.name ?? '']];
    }),
  );
}

export const getSameNamed = (shown: readonly FolderRef[]): readonly FolderRef[] =>
  shown.filter(({ id, name }) => shown.some((other) => other.id !== id && other.name === name));
