/** Moving in the queue, links as text, and what a large paste holds. */
import { describe, expect, it } from 'vitest';
import { readPaste } from '../../components/send/paste.ts';
import { fileName } from '../../components/uploads/download.ts';
import { linksText } from '../../components/uploads/links-text.ts';
import { applyMove, type MoveDirection, planMove } from '../../components/uploads/moves.ts';
import { reorder } from '../../lib/uploads/sending/reorder.ts';
import { compareOrder } from '../../lib/uploads/upload.ts';
import { upload } from '../gallery/samples/sample.ts';

describe('an upload that waits', () => {
  const queue = ['a', 'b', 'c', 'd'];
  /** The order that the background makes of a move. */
  function orderAfter(id: string, direction: MoveDirection): string {
    const move = planMove(queue, id, direction);
    if (move === null) return 'nowhere';
    const uploads = queue.map((each, index) => upload({ id: each, order: index }));
    const orders = reorder(uploads, move.ids, move.beforeId);
    const placed = uploads
      .map((each) => ({ ...each, order: orders.get(each.id) ?? each.order }))
      .sort(compareOrder);
    expect(placed.findIndex((each) => each.id === id)).toBe(move.position - 1);
    expect(applyMove(queue, move)).toEqual(placed.map((each) => each.id));
    return placed.map((each) => each.id).join('');
  }

  it.each([
    ['b', 'up', 'bacd'],
    ['b', 'down', 'acbd'],
    ['c', 'down', 'abdc'],
    ['c', 'first', 'cabd'],
    ['b', 'last', 'acdb'],
    ['d', 'up', 'abdc'],
  ] as const)('%s %s: %s', (id, direction, order) => {
    expect(orderAfter(id, direction)).toBe(order);
  });

  it.each([
    ['a', 'up'],
    ['a', 'first'],
    ['d', 'down'],
    ['d', 'last'],
    ['gone', 'up'],
  ] as const)('%s has nowhere to go %s', (id, direction) => {
    expect(orderAfter(id, direction)).toBe('nowhere');
  });
});

describe('links as text', () => {
  const links = [
    { url: 'https://a.example/1', comments: ['First', null, 'Movies', ' '] },
    { url: 'https://a.example/2', comments: [null] },
    { url: 'https://a.example/3', comments: ['two\nlines https://evil.example/x\u2028three'] },
  ];

  it('has one address a line, and comments above their address', () => {
    expect(linksText('A list', links)).toBe(
      [
        '# A list',
        '# First · Movies',
        'https://a.example/1',
        'https://a.example/2',
        '# two lines https://evil.example/x three',
        'https://a.example/3',
        '',
      ].join('\n'),
    );
  });

  it('can be pasted back: the same links in the same order, and nothing out of the comments', () => {
    const { links: back, badLines } = readPaste(linksText('A list of https://b.example', links));
    expect(back.map(({ url }) => url)).toEqual(links.map(({ url }) => url));
    expect(badLines).toEqual([]);
  });

  it('is named by what it is and the day', () => {
    expect(fileName('failed', Date.UTC(2026, 10, 20))).toBe('linkhaul-failed-2026-11-20.txt');
  });
});
