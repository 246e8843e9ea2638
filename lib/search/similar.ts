/** Typos are rarer than short words that are similar by chance. */
export const maxChanges = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2);

/** Counts insertions, deletions, replacements and swaps of neighbours. Returns `limit + 1` if there are more. */
export function measureDistance(one: string, other: string, limit: number): number {
  let [before, previous] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwap) distance = Math.min(distance, (before[column - 2] ?? 0) + 1);
      current.push(distance);
      if (distance < least) least = distance;
    }
    if (least > limit) return limit + 1;
    [before, previous] = [previous, current];
  }
  return Math.min(previous[other.length] ?? 0, limit + 1);
}
