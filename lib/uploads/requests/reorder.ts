import type { Upload } from '../upload.ts';

/**
 * New `order` values that put `ids`, in the given order, before another upload. Unknown ids are ignored. Only moved uploads get new values,
 * unless the gap between two numbers is too small: then everything after it is renumbered.
 *
 * @param beforeId null, unknown, or itself moved: to the end
 */
export function reorder(
  queue: readonly Pick<Upload, 'id' | 'order'>[],
  ids: readonly string[],
  beforeId: string | null,
): ReadonlyMap<string, number> {
  const moving = new Set(ids);
  const moved = [...moving].flatMap((id) => queue.find((upload) => upload.id === id) ?? []);
  const staying = queue.filter(({ id }) => !moving.has(id));
  const found = staying.findIndex(({ id }) => id === beforeId);
  const at = found === -1 ? staying.length : found;
  const low = staying[at - 1]?.order ?? (staying[at]?.order ?? 1) - 1 - moved.length;
  const high = staying[at]?.order ?? low + moved.length + 1;
  const step = (high - low) / (moved.length + 1);
  const orders = new Map(moved.map(({ id }, index) => [id, low + step * (index + 1)]));

  const numbers = [low, ...orders.values(), high];
  const isAscending = numbers.every(
    (number, index) => index === 0 || number > (numbers[index - 1] ?? number),
  );
  if (isAscending) return orders;
  const rest = [...moved, ...staying.slice(at)];
  return new Map(rest.map(({ id }, index) => [id, Math.floor(low) + 1 + index]));
}
