/**
 * Stores numbers that ascend in long runs in about a byte each: as differences, 7 bits per byte, lowest first. A zero starts a new run.
 * Pure.
 */

/** @param numbers below 2 ** 28 */
export function packRuns(numbers: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 5);
  let [end, previous] = [0, -1];
  for (const number of numbers) {
    let rest = number - previous;
    if (rest <= 0) {
      end += 1;
      rest = number;
    }
    for (; rest > 0x7f; rest >>>= 7, end += 1) bytes[end] = rest | 0x80;
    bytes[end] = rest;
    end += 1;
    previous = number;
  }
  return bytes.slice(0, end);
}

/** @param count how many numbers were packed */
export function unpackRuns(bytes: Uint8Array, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let [at, previous] = [0, -1];
  for (let index = 0; index < count; index += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === 0) {
      previous = 0;
      at += 1;
      byte = bytes[at] ?? 0;
    }
    let difference = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      at += 1;
      byte = bytes[at] ?? 0;
      difference |= (byte & 0x7f) << shift;
    }
    at += 1;
    previous += difference;
    numbers[index] = previous;
  }
  return numbers;
}
