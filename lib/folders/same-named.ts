/** Folders that are called alike are told apart by their parents. Pure. */
import { type FolderRef, rootFolder } from './folder.ts';

/**
 * The names of parents, by the ids of those folders that others beside them are called like: of the root empty; null where the
 * parent isn't known, or is called like that of another one. These are told apart by their ids.
 *
 * @param known all folders of the account, as far as they are known
 */
export function findParentNames(
  shown: readonly FolderRef[],
  known: readonly (FolderRef & { readonly parentId: string })[],
): ReadonlyMap<string, string | null> {
  const byId = new Map(known.map((folder) => [folder.id, folder]));
  const twins = getSameNamed(shown).map(({ id, name }) => {
    const parentId = byId.get(id)?.parentId;
    return { id, name, parentId, parentName: parentId && (byId.get(parentId)?.name ?? '') };
  });
  const isAlone = (twin: (typeof twins)[number]) =>
    twins.every(
      ({ id, name, parentName }) => id === twin.id || name !== twin.name || parentName !== twin.parentName,
    );
  return new Map(twins.map((twin) => [twin.id, isAlone(twin) ? (twin.parentName ?? null) : null]));
}

/** The root and folders without a name are shown by other words. */
export const getSameNamed = (shown: readonly FolderRef[]): readonly FolderRef[] =>
  shown.filter(
    ({ id, name }) =>
      id !== rootFolder.id &&
      name.trim() !== '' &&
      shown.some((other) => other.id !== id && other.name === name),
  );
