/** Titles that nearly match. */
import { describe, expect, it } from 'vitest';
import { findClosest } from '../../../../lib/catalog/query/closest.ts';
import { search } from '../../../../lib/catalog/query/search.ts';
import { createSample } from './contents-sample.ts';

const titles = ['The lantern inside', 'Lanterns of the sea', 'Harbour festival', 'Festival 2025', 'Seal'];
const sample = createSample(titles.map((title, at) => ({ title, folderId: `${at % 2}` })));
const always = async () => true;

async function closest(typed: string, folderId?: string) {
  const known = search(sample.contents, typed, { folderId });
  const fileIds = await findClosest(sample.contents, typed, { folderId }, known, always);
  return Array.from(fileIds, (fileId) => sample.files.get(fileId)?.title);
}

describe('the closest titles', () => {
  it.each<[string, string, readonly string[]]>([
    ['swapped letters', 'lantren', ['The lantern inside', 'Lanterns of the sea']],
    ['a plural', 'festivals', ['Harbour festival', 'Festival 2025']],
    ['a little word too many', 'lanterns in', ['The lantern inside', 'Lanterns of the sea']],
    ['a wrong letter in one of two words', 'harbuor festival', ['Harbour festival']],
    ['nothing alike', 'quicksand', []],
    ['a short word', 'sae', []],
  ])('%s', async (_, typed, expected) => {
    expect((await closest(typed)).toSorted()).toEqual([...expected].toSorted());
  });

  it('exclude the titles found before, and respect the filter', async () => {
    expect(await closest('lanterns')).toEqual(['The lantern inside']);
    expect(await closest('lantren', '1')).toEqual(['Lanterns of the sea']);
  });

  it('are none when the search is cancelled', async () => {
    const known = new Uint32Array();
    expect(await findClosest(sample.contents, 'lantren', {}, known, async () => false)).toHaveLength(0);
  });
});
