import { describe, expect, it } from 'vitest';
import { applyMove, type MoveDirection, planMove } from '../../../components/uploads/move-row.ts';
import { reorder } from '../../../lib/uploads/requests/reorder.ts';
import { compareOrder } from '../../../lib/uploads/upload.ts';
import { upload } from '../../gallery/samples/sample.ts';

describe('moving a queued upload', () => {
  const queue = ['a', 'b', 'c', 'd'];
  /** As the background applies it. */
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
  ] as const)('%s can’t be moved %s', (id, direction) => {
    expect(orderAfter(id, direction)).toBe('nowhere');
  });
});
