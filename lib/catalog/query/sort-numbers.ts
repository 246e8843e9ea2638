/** A radix sort, faster than `sort()` for many numbers. Pure. */

/** Three digits hold 32 bits. */
const digitBits = 11;
const digitMask = 2 ** digitBits - 1;
/** Below, comparison is faster. */
const minCount = 2_000;

/** Ascending. May modify or return the given array. */
export function sortNumbers(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  if (numbers.length < minCount) return numbers.sort();
  let [from, to] = [numbers, new Uint32Array(numbers.length)];
  // The lowest digit first. Equal digits keep their order.
  for (let shift = 0; shift < 32; shift += digitBits) {
    const positions = firstPositions(from, shift);
    for (let at = 0; at < from.length; at += 1) {
      const number = from[at] ?? 0;
      const digit = (number >>> shift) & digitMask;
      const position = positions[digit] ?? 0;
      to[position] = number;
      positions[digit] = position + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** By digit: how many numbers have a lower one. */
function firstPositions(numbers: Uint32Array, shift: number): Uint32Array {
  const counts = new Uint32Array(digitMask + 1);
  for (let at = 0; at < numbers.length; at += 1) {
    const digit = ((numbers[at] ?? 0) >>> shift) & digitMask;
    counts[digit] = (counts[digit] ?? 0) + 1;
  }
  let position = 0;
  for (let digit = 0; digit <= digitMask; digit += 1) {
    const count = counts[digit] ?? 0;
    counts[digit] = position;
    position += count;
  }
  return counts;
}
