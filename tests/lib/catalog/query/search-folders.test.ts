/** Finding folders by name. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CatalogFolder } from '../../../../lib/catalog/file.ts';
import { prepareSearch } from '../../../../lib/catalog/query/search.ts';
import { searchFolders } from '../../../../lib/catalog/query/search-folders.ts';
import { createSample } from './contents-sample.ts';

const name = fc
  .array(fc.constantFrom('old', 'Old', 'Öld', 'films', '2', '10'), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '));

/** Each folder is in the root or in an earlier one. */
const folders = fc.array(fc.record({ name, parent: fc.nat() }), { maxLength: 12 }).map((all) =>
  all.map(
    (each, at): CatalogFolder => ({
      id: `${at + 1}`,
      name: each.name,
      parentId: `${each.parent % (at + 1)}`,
      code: null,
    }),
  ),
);
const plain = (text: string) => text.toLowerCase().replaceAll('ö', 'o');
const compare = new Intl.Collator(undefined, { numeric: true }).compare;

it('finds folders with every word: those that start with the text first, then by name, prepared or not', () =>
  fc.assert(
    fc.asyncProperty(folders, name, fc.nat(12), fc.boolean(), async (all, typed, inside, isPrepared) => {
      const { contents } = createSample([], all);
      if (isPrepared) await prepareSearch(contents, async () => true);
      const isInside = ({ parentId }: CatalogFolder): boolean => {
        if (parentId === `${inside}`) return true;
        const parent = contents.folders.get(parentId);
        return parent !== undefined && isInside(parent);
      };
      const begins = (folder: CatalogFolder) => Number(plain(folder.name).startsWith(plain(typed)));
      const wanted = all
        .filter((folder) =>
          plain(typed)
            .split(' ')
            .every((word) => plain(folder.name).includes(word)),
        )
        .filter(isInside)
        .sort((one, other) => begins(other) - begins(one) || compare(one.name, other.name));
      expect(searchFolders(contents, typed, `${inside}`)).toEqual(wanted);
    }),
  ));
