/** A column of numbers as it is stored: four bytes for each where all of them fit, eight where not, none where all are unknown. */

export type Numbers = Uint32Array | Float64Array;

/** Stands for an unknown number among those of four bytes; among the others that is NaN. */
const unknown = 0xffffffff;

export function packed(values: readonly (number | null)[]): Numbers {
  if (values.every((value) => value === null)) return new Uint32Array();
  const isSmall = values.every(
    (value) => value === null || (Number.isInteger(value) && value >= 0 && value < unknown),
  );
  return isSmall
    ? Uint32Array.from(values, (value) => value ?? unknown)
    : Float64Array.from(values, (value) => value ?? Number.NaN);
}

/** NaN: unknown. */
export function unpacked(numbers: Numbers, length: number): Float64Array {
  if (numbers instanceof Float64Array) return numbers;
  const values = new Float64Array(length).fill(Number.NaN);
  for (const [at, value] of numbers.entries()) if (value !== unknown) values[at] = value;
  return values;
}
