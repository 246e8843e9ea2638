/** Folders by the words of their names. Pure. */
import { createMatcher, createSearchText } from '../../search/words.ts';
import type { CatalogFolder } from '../file.ts';
import { pathTo } from '../folders.ts';
import type { CatalogContents } from './contents.ts';

/** Folded names of `contents.foldersByName`, at the same places: folding costs more than searching. */
const searchTexts = new WeakMap<CatalogContents, readonly string[]>();

/** Folds all names, ahead of the first key. */
export function prepareFolderSearch(contents: CatalogContents): readonly string[] {
  const known = searchTexts.get(contents);
  const texts = known ?? contents.foldersByName.map(({ name }) => createSearchText(name));
  searchTexts.set(contents, texts);
  return texts;
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
  const texts = prepareFolderSearch(contents);
  const matches = createMatcher(typed);
  const start = createSearchText(typed).trim();
  const isInside = ({ parentId }: CatalogFolder) =>
    insideId === '0' || pathTo(contents.folders, parentId).some(({ id }) => id === insideId);
  const [starting, others]: [CatalogFolder[], CatalogFolder[]] = [[], []];
  for (const [at, folder] of contents.foldersByName.entries()) {
    const text = texts[at] ?? '';
    if (matches(text) && isInside(folder)) (text.startsWith(start) ? starting : others).push(folder);
  }
  return [...starting, ...others];
}
