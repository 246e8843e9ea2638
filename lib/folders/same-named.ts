/** Tells folders with the same name apart by their parents. Pure. */
import { type FolderRef, rootId } from './folder.ts';

/**
 * By folder id, the names of parents of folders that share their name. The root's name is empty. Null if the parent is unknown, or its name
 * is shared too: then the ids tell the folders apart.
 *
 * @param known all folders of the account, as far as known
 */
export function findParentNames(
  shown: readonly FolderRef[],
  known: readonly (FolderRef & { readonly parentId: string })[],
): ReadonlyMap<string, string | null> {
  const byId = new Map(known.map((folder) => [folder.id, folder]));
  const namesakes = getSameNamed(shown).map(({ id, name }) => {
    const parentId = byId.get(id)?.parentId;
    return { id, name, parentId, parentName: parentId && (byId.get(parentId)?.name ?? '') };
  });
  const isAlone = (namesake: (typeof namesakes)[number]) =>
    namesakes.every(
      ({ id, name, parentName }) =>
        id === namesake.id || name !== namesake.name || parentName !== namesake.parentName,
    );
  return new Map(
    namesakes.map((namesake) => [namesake.id, isAlone(namesake) ? (namesake.parentName ?? null) : null]),
  );
}

/** The root and folders without a name are displayed differently. */
export const getSameNamed = (shown: readonly FolderRef[]): readonly FolderRef[] =>
  shown.filter(
    ({ id, name }) =>
      id !== rootId && name.trim() !== '' && shown.some((other) => other.id !== id && other.name === name),
  );
