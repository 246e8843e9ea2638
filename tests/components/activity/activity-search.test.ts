import { describe, expect, it } from 'vitest';
import { groupByDay, groupRows, toItems, toRows } from '../../../components/activity/activity-rows.ts';
import type { OutcomeFilter } from '../../../components/activity/activity-search.ts';
import {
  countOutcomes,
  createActivitySearch,
  findUnresolvedFailures,
} from '../../../components/activity/activity-search.ts';
import { entrySentence } from '../../../components/activity/wording.ts';
import { createDates } from '../../../components/format/dates.ts';
import type { ActivityKind } from '../../../lib/activity/activity.ts';
import { entry, someActivity } from '../../gallery/samples/batch.ts';

const search = createActivitySearch(toRows(someActivity), ({ folderName }) => folderName ?? 'My files');
const titles = (...asked: Parameters<typeof search>) => search(...asked).map(({ latest }) => latest.title);

describe('the search', () => {
  it('finds words in title, address, folder, file code and the service’s message', () => {
    expect(titles('BUNNY big', 'all')).toEqual(['big-buck-bunny']);
    expect(titles('my files', 'all')).toEqual(['spring']);
    expect(titles('not allowed', 'all')).toEqual(['holiday.mkv']);
    expect(titles('downloads.example', 'all')).toHaveLength(someActivity.length);
    expect(titles(someActivity[1]?.fileCode ?? '?', 'all')).toEqual(['elephants-dream']);
  });

  it('includes refused uploads in the filter for failed ones', () => {
    expect(search('', 'failed').map(({ latest }) => latest.kind)).toEqual([
      'refused',
      'failed',
      'failed',
      'refused',
    ]);
    expect(titles('', 'arrived')).toEqual(['elephants-dream', 'spring', 'tears-of-steel']);
    expect(titles('bunny', 'failed')).toEqual([]);
  });
});

/** Newest first, in minutes ago. */
const ofUpload = (uploadId: string, ...kinds: readonly ActivityKind[]) =>
  kinds.map((kind, at) => entry(kind, at, { uploadId }));
const found = (outcome: OutcomeFilter, ...kinds: readonly ActivityKind[]) =>
  createActivitySearch(toRows(ofUpload('u', ...kinds)), () => '')('', outcome).length === 1;

describe('a row', () => {
  it('is one upload with all its stages, and is found by each of them', () => {
    const other = entry('sent', 1);
    const [done, sent] = [
      entry('done', 0, { uploadId: 'u', title: 'Spring' }),
      entry('sent', 2, { uploadId: 'u', msg: 'Queued as 7' }),
    ];
    const rows = toRows([done, other, sent]);
    expect(rows.map(({ latest, earlier }) => [latest, earlier])).toEqual([
      [done, [sent]],
      [other, []],
    ]);
    expect(createActivitySearch(rows, () => '')('queued spring', 'all')).toEqual([rows[0]]);
  });

  it('continues in the newly chosen folder, however often it changes', () => {
    const folder = { id: '9', name: 'Zebra' };
    const entries = [
      entry('sent', 0, { uploadId: 'c' }),
      entry('replaced', 1, { uploadId: 'b', replacedBy: { id: 'c', folder } }),
      entry('sent', 2, { uploadId: 'b' }),
      entry('replaced', 3, {
        uploadId: 'a',
        folderName: null,
        folderId: '0',
        replacedBy: { id: 'b', folder },
      }),
      entry('sent', 4, { uploadId: 'a' }),
    ];
    const [row, ...others] = toRows(entries);
    expect(others).toEqual([]);
    expect(row?.earlier).toHaveLength(4);
    expect(row?.earlier[2] && entrySentence(row.earlier[2])).toBe('Moved from “My files” to “Zebra”');
  });

  it('is a separate job if it refers to no upload', () => {
    expect(
      toRows([entry('moved', 1, { uploadId: null }), entry('moved', 2, { uploadId: null })]),
    ).toHaveLength(2);
  });

  it.each([
    ['arrived', ['done', 'sent']],
    ['sent', ['sent', 'failed', 'sent']],
    ['failed', ['failed', 'sent']],
    ['failed', ['dismissed', 'failed', 'sent']],
    ['failed', ['refused']],
    ['cancelled', ['dismissed', 'failed', 'sent']],
    ['uncertain', ['dismissed', 'uncertain']],
  ] as const)('has the outcome %s: %j', (outcome, kinds) => expect(found(outcome, ...kinds)).toBe(true));

  it.each([
    ['failed', ['sent', 'failed', 'sent']],
    ['failed', ['done', 'sent', 'failed', 'sent']],
    ['failed', ['done', 'failed']],
    ['sent', ['done', 'sent']],
    ['uncertain', ['done', 'uncertain']],
  ] as const)('no longer has the outcome %s: %j', (outcome, kinds) =>
    expect(found(outcome, ...kinds)).toBe(false),
  );
});

it('counts the uploads of rows that were sent together, each once', () => {
  const rows = toRows([
    ...ofUpload('a', 'done', 'sent'),
    ...ofUpload('b', 'dismissed', 'failed', 'sent'),
    ...ofUpload('c', 'cancelled'),
    ...ofUpload('d', 'sent', 'failed', 'sent'),
    ...ofUpload('e', 'done'),
  ]);
  expect(countOutcomes(rows)).toEqual([
    ['arrived', 2],
    ['failed', 1],
    ['sent', 1],
    ['cancelled', 1],
  ]);
});

describe('a group', () => {
  const [a, b, c] = [
    entry('done', 0, { uploadId: 'a', batchId: 'x' }),
    entry('sent', 1, { uploadId: 'b' }),
    entry('failed', 60 * 24, { uploadId: 'c', batchId: 'x' }),
  ];
  const alone = entry('sent', 60 * 25, { uploadId: 'd', batchId: 'y' });

  it('groups uploads sent together at the position of the newest, but not a single upload', () => {
    expect(groupRows(toRows([a, b, c, alone]))).toEqual([
      { id: 'batch x', rows: [...toRows([a]), ...toRows([c])] },
      ...toRows([b]),
      ...toRows([alone]),
    ]);
  });

  it('opens on its own day', () => {
    const items = toItems(toRows([a, b, c]), (id) => id === 'batch x');
    expect(items.map(({ item }) => item.id)).toEqual(['batch x', 'a', 'c', 'b']);
    expect(items.map(({ atMs }) => atMs)).toEqual([a.atMs, a.atMs, a.atMs, b.atMs]);
    expect(toItems(toRows([a, b, c]), () => false).map(({ item }) => item.id)).toEqual(['batch x', 'b']);
  });
});

describe('grouping by day', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
  const of = (time: number) => ({ ...entry('done', 0), atMs: time });

  it('ends a day at local midnight', () => {
    const entries = [of(at(20, 1)), of(at(19, 23)), of(at(19, 2)), of(at(12, 2))];
    expect(groupByDay(entries).map((day) => day.items)).toEqual([
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
