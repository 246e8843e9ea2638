/** The activity as it is shown. */
import { describe, expect, it } from 'vitest';
import {
  createActivitySearch,
  findUnresolvedFailures,
  groupByDay,
} from '../../../components/activity/activity-search.ts';
import { createDates } from '../../../components/format/dates.ts';
import { entry, someActivity } from '../../gallery/samples/batch.ts';

const search = createActivitySearch(someActivity, ({ folderName }) => folderName ?? 'My files');
const titles = (...asked: Parameters<typeof search>) => search(...asked).map(({ title }) => title);

describe('the search', () => {
  it('finds words in title, address, folder, file code and the service’s message', () => {
    expect(titles('BUNNY big', 'all')).toEqual(['big-buck-bunny']);
    expect(titles('my files', 'all')).toEqual(['spring']);
    expect(titles('not allowed', 'all')).toEqual(['holiday.mkv']);
    expect(titles('downloads.example', 'all')).toHaveLength(someActivity.length);
    expect(titles(someActivity[1]?.fileCode ?? '?', 'all')).toEqual(['elephants-dream']);
  });

  it('includes refused uploads in the filter for failed ones', () => {
    expect(search('', 'failed').map(({ kind }) => kind)).toEqual(['refused', 'failed', 'failed', 'refused']);
    expect(titles('', 'arrived')).toEqual(['elephants-dream', 'spring', 'tears-of-steel']);
    expect(titles('bunny', 'failed')).toEqual([]);
  });
});

describe('grouping by day', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
  const of = (time: number) => ({ ...entry('done', 0), atMs: time });

  it('ends a day at local midnight', () => {
    const entries = [of(at(20, 1)), of(at(19, 23)), of(at(19, 2)), of(at(12, 2))];
    expect(groupByDay(entries).map((day) => day.entries)).toEqual([
      [entries[0]],
      [entries[1], entries[2]],
      [entries[3]],
    ]);
    expect(groupByDay([])).toEqual([]);
  });

  it('names days relative to today', () => {
    const { day, time } = createDates('en-GB');
    const noon = at(20, 12);
    expect(day(at(20, 0), noon)).toBe('Today');
    expect(day(at(19, 23), noon)).toBe('Yesterday');
    expect(day(at(18, 23), noon)).toMatch(/^Wednesday,? 18 November$/);
    expect(day(new Date(2025, 10, 18).getTime(), noon)).toMatch(/^Tuesday,? 18 November 2025$/);
    expect(time(at(20, 9))).toBe('09:00');
  });

  it('uses the user’s language', () => {
    expect(createDates('de').day(at(19, 12), at(20, 12))).toBe('Gestern');
  });
});

describe('unresolved failures', () => {
  const url = 'https://a.example/1';

  it('are the latest failures, each link once, oldest first', () => {
    const [newer, older] = [entry('failed', 1), entry('refused', 2)];
    const again = entry('failed', 3, { url: newer.url });
    expect(findUnresolvedFailures([newer, older, again])).toEqual([older, newer]);
  });

  it('exclude links that were sent again or have arrived since', () => {
    expect(findUnresolvedFailures([entry('done', 1, { url }), entry('failed', 2, { url })])).toEqual([]);
    expect(findUnresolvedFailures([entry('sent', 1, { url }), entry('failed', 2, { url })])).toEqual([]);
    expect(findUnresolvedFailures([entry('failed', 1, { url }), entry('sent', 2, { url })])).toHaveLength(1);
  });

  it('keep accounts apart', () => {
    const other = entry('done', 1, { url, accountId: 'other' });
    expect(findUnresolvedFailures([other, entry('failed', 2, { url })])).toHaveLength(1);
  });
});
