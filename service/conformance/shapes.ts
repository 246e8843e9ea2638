/** The types of docs/http-api.md, "Values", as functions that say what is wrong with a value (or nothing, when it fits). */

export type Shape = (value: unknown) => string | undefined;
type ObjectShape = Shape & { readonly fields: Readonly<Record<string, Shape>> };

const matching =
  (what: string, pattern: RegExp): Shape =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : `${show(value)} is no ${what}`;

export const text: Shape = matching('string', /^/);
export const filledText: Shape = matching('string with something in it', /./);
export const code: Shape = matching('code', /^[\w-]+$/);
export const integerText: Shape = matching('integer in a string', /^-?\d+$/);
export const moneyText: Shape = matching('decimal with 5 fractional digits in a string', /^-?\d+\.\d{5}$/);
export const dateTime: Shape = matching('YYYY-MM-DD HH:MM:SS', /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
export const day: Shape = matching('YYYY-MM-DD', /^\d{4}-\d{2}-\d{2}$/);
export const absoluteUrl: Shape = matching('absolute URL', /^https?:\/\/[^/]+/);
export const relativePath: Shape = matching('relative path', /^\/?[^:]+$/);

/** A number, or one in a string. */
export const number: Shape = (value) =>
  (typeof value === 'number' && Number.isFinite(value)) || /^-?\d+(\.\d+)?$/.test(String(filled(value)))
    ? undefined
    : `${show(value)} is no number`;

/** A number, or a word in its place. */
export const numberOrWord: Shape = (value) =>
  typeof value === 'number' || filled(value) !== undefined
    ? undefined
    : `${show(value)} is no number or word`;

export const integer: Shape = (value) =>
  Number.isSafeInteger(value) ? undefined : `${show(value)} is no integer`;

/** Beyond 2^53, too: what JSON makes of it is rounded. */
export const anyInteger: Shape = (value) =>
  Number.isInteger(value) ? undefined : `${show(value)} is no integer`;

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

/** An object with these fields and no other. */
export const object =
  (fields: Record<string, Shape>): Shape =>
  (value) => {
    const problem = objectWith(fields)(value);
    if (problem !== undefined) return problem;
    const extra = Object.keys(value as object).filter((name) => !Object.hasOwn(fields, name));
    return extra.length === 0 ? undefined : `"${extra.join('", "')}" is not documented`;
  };

/** An object with these fields, and perhaps others. */
export function objectWith(fields: Record<string, Shape>): ObjectShape {
  const shape: Shape = (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${show(value)} is no object`;
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
    if (!Array.isArray(value)) return `${show(value)} is no array`;
    for (const [index, entry] of value.entries()) {
      const problem = shape(entry);
      if (problem !== undefined) return `entry ${index}: ${problem}`;
    }
    return undefined;
  };

/** An array with something in it, so that the entries' shape was really looked at. */
export const filledArrayOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.length === 0 ? 'the array is empty' : arrayOf(shape)(value);

/** @throws Error that says what is wrong and where. */
export function expectShape(what: string, value: unknown, shape: Shape): void {
  const problem = shape(value);
  if (problem !== undefined) throw new Error(`${what}: ${problem}`);
}

export function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** A string that is not empty. */
const filled = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

function show(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 200);
}
