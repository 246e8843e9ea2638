/** Folders by the words of their names. Pure. */
import { createMatcher, createSearchText } from '../../search/words.ts';
import type { CatalogFolder } from '../file.ts';
import { pathTo } from '../folder-changes.ts';
import type { CatalogContents } from './contents.ts';

const foldedNames = new WeakMap<CatalogContents, readonly string[]>();

/** The names of `contents.foldersByName`, folded once: that costs more than searching them. */
export function foldedFolderNames(contents: CatalogContents): readonly string[] {
  const names = foldedNames.get(contents) ?? contents.foldersByName.map(({ name }) => createSearchText(name));
  foldedNames.set(contents, names);
  return names;
}

/**
 * Folders with every word of the text in their names; those that begin with it come first, then by name.
 *
 * @param insideId only those inside of this folder
 */
export function searchFolders(
  contents: CatalogContents,
  typed: string,
  insideId = '0',
): readonly CatalogFolder[] {
  const names = foldedFolderNames(contents);
  const matches = createMatcher(typed);
  const start = createSearchText(typed).trim();
  const isInside = ({ parentId }: CatalogFolder) =>
    insideId === '0' || pathTo(contents.folders, parentId).some(({ id }) => id === insideId);
  const [starting, others]: [CatalogFolder[], CatalogFolder[]] = [[], []];
  for (const [at, folder] of contents.foldersByName.entries()) {
    const name = names[at] ?? '';
    if (matches(name) && isInside(folder)) (name.startsWith(start) ? starting : others).push(folder);
  }
  return [...starting, ...others];
}
