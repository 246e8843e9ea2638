/** Where items stand after a move. Pure. */
import type { OutboxItem } from './item.ts';

/**
 * New positions that put some items, in the order given, before another one. Only the moved ones get new positions,
 * unless there is no room left between two numbers: then everything after the gap moves on.
 *
 * @param items the waiting items in their order
 * @param ids what is moved; unknown ids are left out
 * @param beforeId where to; null, or an id that is unknown or itself moved: to the end
 */
export function newPositions(
  items: readonly OutboxItem[],
  ids: readonly string[],
  beforeId: string | null,
): ReadonlyMap<string, number> {
  const moving = new Set(ids);
  const moved = [...moving].flatMap((id) => items.find((item) => item.id === id) ?? []);
  const staying = items.filter(({ id }) => !moving.has(id));
  const found = staying.findIndex(({ id }) => id === beforeId);
  const at = found === -1 ? staying.length : found;
  const low = staying[at - 1]?.position ?? (staying[at]?.position ?? 1) - 1 - moved.length;
  const high = staying[at]?.position ?? low + moved.length + 1;
  const step = (high - low) / (moved.length + 1);
  const positions = new Map(moved.map(({ id }, index) => [id, low + step * (index + 1)]));

  const numbers = [low, ...positions.values(), high];
  const isAscending = numbers.every(
    (number, index) => index === 0 || number > (numbers[index - 1] ?? number),
  );
  if (isAscending) return positions;
  const order = [...moved, ...staying.slice(at)];
  return new Map(order.map(({ id }, index) => [id, Math.floor(low) + 1 + index]));
}
