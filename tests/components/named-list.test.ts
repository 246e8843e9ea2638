/** Names and days in sentences about numbers that fall short. */
import { describe, expect, it } from 'vitest';
import { stayingSentence } from '../../components/bulk/sentences.ts';
import { namedList } from '../../components/format/named-list.ts';
import { daysText } from '../../components/reports/texts.ts';
import { nothingNotice, outcomeNotice } from '../../components/send/outcome.ts';

const movies = { id: '11', name: 'Movies' };

describe('a list of names', () => {
  it('has the first three, shortened, and how many more there are', () => {
    expect(namedList(['a'])).toBe('“a”');
    expect(namedList(['a', 'b', 'c', 'd', 'e'])).toBe('“a”, “b”, “c”, 2 more');
    expect(namedList(['x'.repeat(50)])).toBe(`“${'x'.repeat(39)}…”`);
  });
});

describe('what became of links', () => {
  it('says which are there already and which lines are no links', () => {
    const duplicates = [1, 2, 3, 4].map((n) => `https://a.example/${n}.iso`);
    const sent = { queued: 2, duplicates, invalid: ['?'] };
    expect(outcomeNotice(sent, movies, async () => {}).text).toBe(
      '2 links are queued for Movies. ' +
        '4 links are already queued, uploading or in your account: “1.iso”, “2.iso”, “3.iso”, 1 more. ' +
        'This isn’t a link: “?”',
    );
    expect(nothingNotice(['a', 'b', 'c', 'd', 'e']).text).toMatch(/: “a”, “b”, “c”, 2 more$/);
  });
});

describe('files that stay where they are', () => {
  const files = (...folderIds: readonly string[]) =>
    folderIds.map((folderId, n) => ({ fileCode: `code${n}`, title: n === 0 ? '' : `film ${n}`, folderId }));

  it('are named; none and all have sentences of their own', () => {
    expect(stayingSentence(files('12', '0'), movies)).toBe('');
    expect(stayingSentence(files('11', '11'), movies)).toBe('All 2 files are already in Movies.');
    expect(stayingSentence(files('11', '0', '11'), movies)).toBe('Already in Movies: “code0”, “film 2”.');
  });
});

describe('days', () => {
  it('that follow each other are one range, and the fourth range is counted', () => {
    const days = (...numbers: readonly number[]) =>
      numbers.map((n) => `2026-11-${String(n).padStart(2, '0')}`);
    expect(daysText(days(3))).toBe('Nov 3');
    expect(daysText(days(3, 4, 5, 9))).toBe('Nov 3\u2009–\u20095, Nov 9');
    expect(daysText(days(1, 3, 5, 7, 8))).toBe('Nov 1, Nov 3, Nov 5, 2 more');
  });
});
