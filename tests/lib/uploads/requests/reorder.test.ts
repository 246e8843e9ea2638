import { expect, test } from 'vitest';
import { reorder } from '../../../../lib/uploads/requests/reorder.ts';
import { compareOrder } from '../../../../lib/uploads/upload.ts';

const queue = [1, 2, 3, 4].map((order) => ({ id: `${order}`, order }));
type Place = (typeof queue)[number];

const moved = (places: readonly Place[], ids: readonly string[], beforeId: string | null) => {
  const orders = reorder(places, ids, beforeId);
  return places.map(({ id, order }) => ({ id, order: orders.get(id) ?? order })).sort(compareOrder);
};
const joinIds = (places: readonly Place[]) => places.map(({ id }) => id).join('');

test.each([
  ['to the front', ['3'], '1', '3124'],
  ['to the end', ['1'], null, '2341'],
  ['between', ['4'], '2', '1423'],
  ['several, in the order given', ['4', '2'], '1', '4213'],
  ['before one of the moved: to the end', ['2', '3'], '3', '1423'],
  ['unknown ones: nothing', ['9'], '1', '1234'],
  ['where it is', ['2'], '3', '1234'],
] as const)('%s', (_, ids, beforeId, expected) =>
  expect(joinIds(moved(queue, ids, beforeId))).toBe(expected),
);

test('the same position can be used any number of times', () => {
  let list = queue;
  for (let time = 0; time < 200; time += 1) {
    const last = list.at(-1)?.id ?? '';
    const expected = [list[0]?.id, last, ...list.slice(1, -1).map(({ id }) => id)].join('');
    list = moved(list, [last], list[1]?.id ?? null);
    expect(joinIds(list)).toBe(expected);
  }
});
