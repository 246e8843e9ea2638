import { describe, expect, test } from 'vitest';
import {
  judgeByFiles,
  judgeByTransfers,
  nextLookFor,
  orphaned,
  type SeenTransfer,
} from '../../../lib/outbox/evidence.ts';
import type { OutboxItem } from '../../../lib/outbox/item.ts';
import { sampleItem } from './samples.ts';

const sent = { state: 'unsure', sentAt: 1_000 } as const;
const nobody: ReadonlySet<string> = new Set();

function transfer(fileCode: string, url: string, changes: Partial<SeenTransfer> = {}): SeenTransfer {
  return { fileCode, url, folderId: '0', firstSeenAt: null, ...changes };
}

function found(
  items: readonly OutboxItem[],
  transfers: readonly SeenTransfer[],
  claimed = nobody,
  sending: OutboxItem[] = [],
) {
  return Object.fromEntries(judgeByTransfers(items, transfers, claimed, sending));
}

describe('by transfers', () => {
  const url = 'https://a.example/some%20film.mp4?part=1';

  test.each([
    ['as it was sent', url],
    ['decoded', 'https://a.example/some film.mp4?part=1'],
    ['decoded twice', decodeURIComponent(encodeURI(url))],
    ['with space around', `  ${url}\n`],
    ['without its fragment', url],
    ['with entities', url.replace('?', '?').concat('')],
  ])('an address echoed %s is found', (_, echoed) => {
    const item = sampleItem({ ...sent, url: `${url}#t=10` });
    expect(found([item], [transfer('x', echoed)])).toEqual({ one: { kind: 'found', fileCode: 'x' } });
  });

  test('the address of another link is not', () => {
    expect(
      found([sampleItem({ ...sent, url })], [transfer('x', 'https://a.example/some%20film.mp4?part=2')]),
    ).toEqual({});
  });

  test('an address that was cut may be the link’s: neither found nor absent; one cut within the host is not', () => {
    const item = sampleItem({ ...sent, url });
    expect(found([item], [transfer('x', 'https://a.example/some film')])).toEqual({ one: { kind: 'open' } });
    expect(found([item], [transfer('x', 'https://a.exam')])).toEqual({});
  });

  test('a transfer that another item has claimed is not', () => {
    const item = sampleItem({ ...sent, url });
    expect(found([item], [transfer('x', url)], new Set(['x']))).toEqual({});
  });

  test('one that was there before the item was sent proves nothing, not even an absence', () => {
    const item = sampleItem({ ...sent, url });
    expect(found([item], [transfer('x', url, { firstSeenAt: 999 })])).toEqual({ one: { kind: 'open' } });
    expect(found([item], [transfer('x', url, { firstSeenAt: 1_000 })])).toEqual({
      one: { kind: 'found', fileCode: 'x' },
    });
  });

  test('one that may be that of an equal link on its way right now is nobody’s yet', () => {
    const item = sampleItem({ ...sent, url });
    const other = sampleItem({ id: 'two', state: 'sending', url });
    expect(found([item], [transfer('x', url)], nobody, [other])).toEqual({ one: { kind: 'open' } });
  });

  test('of two equal links the first gets the one transfer there is', () => {
    const items = [sampleItem({ ...sent, url }), sampleItem({ ...sent, id: 'two', position: 2, url })];
    expect(found(items, [transfer('x', url)])).toEqual({ one: { kind: 'found', fileCode: 'x' } });
  });

  test('of two equal transfers each link gets the one in its folder', () => {
    const items = [
      sampleItem({ ...sent, url, folder: { id: '5', name: 'Five' } }),
      sampleItem({ ...sent, id: 'two', url, folder: { id: '6', name: 'Six' } }),
    ];
    const transfers = [
      transfer('in-six', url, { folderId: '6' }),
      transfer('in-five', url, { folderId: '5' }),
    ];
    expect(found(items, transfers)).toEqual({
      one: { kind: 'found', fileCode: 'in-five' },
      two: { kind: 'found', fileCode: 'in-six' },
    });
  });
});

describe('by the newest files', () => {
  const film = sampleItem({ ...sent, title: 'Big_Buck.Bunny.mp4' });
  const untitled = sampleItem({ ...sent, id: 'two', url: 'https://a.example/watch?v=2' });
  const listing = (...titles: string[]) => ({
    files: titles.map((title, at) => ({ fileCode: `file${at}`, title })),
    complete: true,
    onlyNew: true,
  });
  const judge = (item: OutboxItem, seen = listing(), others: OutboxItem[] = [], explained = nobody) =>
    judgeByFiles([item], others, seen, explained).get(item.id);

  test('no new file at all: absent', () => {
    expect(judge(film)).toEqual({ kind: 'absent' });
    expect(judge(untitled)).toEqual({ kind: 'absent' });
  });

  test('one with the title, as services rewrite it: found', () => {
    expect(judge(film, listing('other', 'Big Buck Bunny'))).toEqual({ kind: 'found', fileCode: 'file1' });
  });

  test('one with the name that the address ends in: found', () => {
    const item = sampleItem({ ...sent, url: 'https://a.example/files/lecture%2007.mp4?x=1' });
    expect(judge(item, listing('lecture 07'))).toEqual({ kind: 'found', fileCode: 'file0' });
  });

  test('two with the title: open', () => {
    expect(judge(film, listing('Big Buck Bunny', 'big_buck_bunny'))).toEqual({ kind: 'open' });
  });

  test('one that another doubtful item may claim as well: open', () => {
    const rival = { ...film, id: 'rival' };
    expect(judge(film, listing('Big Buck Bunny'), [rival])).toEqual({ kind: 'open' });
  });

  test('one that may have been there before, because the service ignores the time: open', () => {
    expect(judge(film, { ...listing('Big Buck Bunny'), onlyNew: false })).toEqual({ kind: 'open' });
  });

  test('others, under titles that are not the one we offered: absent', () => {
    expect(judge(film, listing('Sintel', 'Tears of Steel'))).toEqual({ kind: 'absent' });
  });

  test('a title that was cut is not another title: open', () => {
    expect(judge(film, listing('Big Buck'))).toEqual({ kind: 'open' });
  });

  test('others, while no title was offered: open, unless they are explained', () => {
    expect(judge(untitled, listing('Sintel'))).toEqual({ kind: 'open' });
    expect(judge(untitled, listing('Sintel'), [], new Set(['file0']))).toEqual({ kind: 'absent' });
  });

  test('others, while no title was offered, of what the service turned away: absent, unless the title is the likely one', () => {
    const doubt = { cause: 'turned-away', since: 1, missedAt: 1, looks: 0, nextLookAt: 1 } as const;
    const away = sampleItem({ ...sent, url: 'https://a.example/lecture-07.mp4', doubt });
    expect(judge(away, listing('Sintel'))).toEqual({ kind: 'absent' });
    expect(judge(away, listing('lecture 07', 'lecture_07'))).toEqual({ kind: 'open' });
    expect(judge(away, listing('lecture 07'))).toEqual({ kind: 'found', fileCode: 'file0' });
    const nameless = sampleItem({ ...sent, url: 'https://a.example/', doubt });
    expect(judge(nameless, listing('Sintel'))).toEqual({ kind: 'open' });
  });

  test('a file that is found for one item explains it for the others', () => {
    const verdicts = judgeByFiles([film, untitled], [], listing('Big Buck Bunny'), nobody);
    expect(verdicts.get('one')).toEqual({ kind: 'found', fileCode: 'file0' });
    expect(verdicts.get('two')).toEqual({ kind: 'absent' });
  });

  test('more files than were read: never absent', () => {
    expect(judge(film, { ...listing(), complete: false })).toEqual({ kind: 'open' });
  });
});

describe('when a look in vain counts', () => {
  const second = 1_000;
  const doubtful = (since: number, missedAt: number | null, changes: Partial<OutboxItem> = {}) =>
    sampleItem({
      ...{ ...sent, sentAt: since - second, failure: 'network', ...changes },
      doubt: { cause: 'no-answer', since, missedAt, looks: 0, nextLookAt: since },
    });

  test('too early: the request may still be at work', () => {
    expect(nextLookFor(doubtful(100 * second, null), 105 * second, 106 * second)).toEqual({
      ...{ after: 'early', at: 110 * second },
    });
  });

  test('of what was answered, sooner: only an earlier arrival of it may still be at work', () => {
    for (const cause of ['turned-away', 'already-queued'] as const) {
      const item = doubtful(100 * second, null);
      const answered = { ...item, doubt: item.doubt && { ...item.doubt, cause } };
      expect(nextLookFor(answered, 104 * second, 104 * second)).toEqual({ after: 'early', at: 105 * second });
      expect(nextLookFor(answered, 105 * second, 106 * second)).toEqual({
        after: 'missed',
        at: 116 * second,
      });
    }
  });

  test('of an orphan, even later: nobody saw the end of its request', () => {
    const orphan = doubtful(100 * second, null, { failure: orphaned });
    expect(nextLookFor(orphan, 111 * second, 111 * second)).toEqual({ after: 'early', at: 139 * second });
    const old = doubtful(100 * second, null, { failure: orphaned, sentAt: 1 * second });
    expect(nextLookFor(old, 111 * second, 111 * second)).toMatchObject({ after: 'missed' });
  });

  test('the first that counts is followed by one that can decide, a while after its answer', () => {
    const item = doubtful(100 * second, null);
    expect(nextLookFor(item, 111 * second, 113 * second)).toEqual({ after: 'missed', at: 123 * second });
    const missed = doubtful(100 * second, 113 * second);
    expect(nextLookFor(missed, 120 * second, 120 * second)).toEqual({ after: 'missed', at: 123 * second });
    expect(nextLookFor(missed, 123 * second, 124 * second)).toBeNull();
  });

  test('with a clock that was set back, everything begins anew', () => {
    expect(nextLookFor(doubtful(100 * second, null), 50 * second, 50 * second)).toEqual({
      ...{ after: 'early', at: 60 * second },
    });
    const missed = doubtful(100 * second, 300 * second);
    expect(nextLookFor(missed, 200 * second, 201 * second)).toEqual({ after: 'missed', at: 211 * second });
  });
});
