/** Stored columns of numbers: 4 bytes per value if all fit, otherwise 8. Empty or missing if all are unknown. */

export type NumberColumnData = Uint32Array | Float64Array;

/** In 4-byte columns. In 8-byte columns, unknown is NaN. */
const unknown = 0xffffffff;

export function packNumbers(values: readonly (number | null)[]): NumberColumnData {
  if (values.every((value) => value === null)) return new Uint32Array();
  const isSmall = values.every(
    (value) => value === null || (Number.isInteger(value) && value >= 0 && value < unknown),
  );
  return isSmall
    ? Uint32Array.from(values, (value) => value ?? unknown)
    : Float64Array.from(values, (value) => value ?? Number.NaN);
}

/** NaN: unknown. */
export function unpackNumbers(numbers: NumberColumnData | undefined, length: number): Float64Array {
  if (numbers instanceof Float64Array) return numbers;
  if (numbers === undefined || numbers.length === 0) return new Float64Array(length).fill(Number.NaN);
  const values = new Float64Array(numbers);
  for (let at = numbers.indexOf(unknown); at !== -1; at = numbers.indexOf(unknown, at + 1))
    values[at] = Number.NaN;
  return values;
}

export function numberAt(numbers: NumberColumnData | undefined, at: number): number | null {
  const value = numbers?.[at];
  return value === undefined || Number.isNaN(value) || (value === unknown && numbers instanceof Uint32Array)
    ? null
    : value;
}
