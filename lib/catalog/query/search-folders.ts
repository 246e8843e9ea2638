import { rootId } from '../../folders/folder.ts';
import { createMatcher, createSearchText } from '../../search/words.ts';
import type { CatalogFolder } from '../file.ts';
import { pathTo } from '../folder-changes.ts';
import { type CatalogContents, foldersByName, onceFor } from './contents.ts';

/** Folded once, because folding costs more than searching. */
export const foldedFolderNames = onceFor((contents) =>
  foldersByName(contents).map(({ name }) => createSearchText(name)),
);

export function searchFolders(
  contents: CatalogContents,
  typed: string,
  insideId = rootId,
): readonly CatalogFolder[] {
  const names = foldedFolderNames(contents);
  const matches = createMatcher(typed);
  const start = createSearchText(typed).trim();
  const isInside = ({ parentId }: CatalogFolder) =>
    insideId === rootId || pathTo(contents.folders, parentId).some(({ id }) => id === insideId);
  const [starting, others]: [CatalogFolder[], CatalogFolder[]] = [[], []];
  for (const [at, folder] of foldersByName(contents).entries()) {
    const name = names[at] ?? '';
    if (matches(name) && isInside(folder)) (name.startsWith(start) ? starting : others).push(folder);
  }
  return [...starting, ...others];
}
