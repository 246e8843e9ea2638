/** The types of docs/http-api.md, "Values". A shape returns what is wrong with a value, or undefined if it fits. */

export type Shape = (value: unknown) => string | undefined;
type ObjectShape = Shape & { readonly fields: Readonly<Record<string, Shape>> };

const matching =
  (what: string, pattern: RegExp): Shape =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : `${show(value)} is not ${what}`;

export const text: Shape = matching('a string', /^/);
export const filledText: Shape = matching('a non-empty string', /./);
export const code: Shape = matching('a code', /^[\w-]+$/);
export const integerText: Shape = matching('an integer in a string', /^-?\d+$/);
export const moneyText: Shape = matching('a decimal with 5 fractional digits in a string', /^-?\d+\.\d{5}$/);
export const dateTime: Shape = matching('YYYY-MM-DD HH:MM:SS', /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
export const day: Shape = matching('YYYY-MM-DD', /^\d{4}-\d{2}-\d{2}$/);
export const absoluteUrl: Shape = matching('an absolute URL', /^https?:\/\/[^/]+/);
export const relativePath: Shape = matching('a relative path', /^\/?[^:]+$/);

export const number: Shape = (value) =>
  (typeof value === 'number' && Number.isFinite(value)) || /^-?\d+(\.\d+)?$/.test(String(filled(value)))
    ? undefined
    : `${show(value)} is not a number`;

export const numberOrWord: Shape = (value) =>
  typeof value === 'number' || filled(value) !== undefined
    ? undefined
    : `${show(value)} is not a number or word`;

export const integer: Shape = (value) =>
  Number.isSafeInteger(value) ? undefined : `${show(value)} is not an integer`;

/** Accepts numbers above 2^53, which JSON parsing rounds. */
export const anyInteger: Shape = (value) =>
  Number.isInteger(value) ? undefined : `${show(value)} is not an integer`;

export const either =
  (...shapes: Shape[]): Shape =>
  (value) => {
    const problems = shapes.map((shape) => shape(value));
    return problems.includes(undefined) ? undefined : problems.join(' and ');
  };

export const exactly =
  (wanted: unknown): Shape =>
  (value) =>
    value === wanted ? undefined : `${show(value)} is not ${show(wanted)}`;

export const object =
  (fields: Record<string, Shape>): Shape =>
  (value) => {
    const problem = objectWith(fields)(value);
    if (problem !== undefined) return problem;
    const extra = Object.keys(value as object).filter((name) => !Object.hasOwn(fields, name));
    return extra.length === 0 ? undefined : `"${extra.join('", "')}" is not documented`;
  };

export function objectWith(fields: Record<string, Shape>): ObjectShape {
  const shape: Shape = (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${show(value)} is not an object`;
    for (const [name, shape] of Object.entries(fields)) {
      if (!Object.hasOwn(value, name)) return `there is no "${name}" in ${show(value)}`;
      const problem = shape(Reflect.get(value, name));
      if (problem !== undefined) return `"${name}": ${problem}`;
    }
    return undefined;
  };
  return Object.assign(shape, { fields });
}

export const arrayOf =
  (shape: Shape): Shape =>
  (value) => {
    if (!Array.isArray(value)) return `${show(value)} is not an array`;
    for (const [index, entry] of value.entries()) {
      const problem = shape(entry);
      if (problem !== undefined) return `entry ${index}: ${problem}`;
    }
    return undefined;
  };

/** Not empty, so that the shape of the entries is really checked. */
export const filledArrayOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.length === 0 ? 'the array is empty' : arrayOf(shape)(value);

export function expectShape(what: string, value: unknown, shape: Shape): void {
  const problem = shape(value);
  if (problem !== undefined) throw new Error(`${what}: ${problem}`);
}

export function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

const filled = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function show(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 200);
}
