/** Validates stored values. */

/** A type (`String`), a type guard, a value, alternatives (an array), or the shapes of fields. */
type Shape =
  | ((value: unknown) => unknown)
  | (string | null | undefined | readonly Shape[] | { readonly [field: string]: Shape });

export type Shaped<S> = S extends (value: unknown) => value is infer Guarded
  ? Guarded
  : S extends (value: unknown) => infer T
    ? T
    : S extends readonly (infer Each)[]
      ? Shaped<Each>
      : { readonly [K in keyof S]: Shaped<S[K]> };

export function hasShape<const S extends Shape>(value: unknown, shape: S): value is Shaped<S>;
export function hasShape(value: unknown, shape: Shape): boolean {
  if (shape === String) return typeof value === 'string';
  if (shape === Boolean) return typeof value === 'boolean';
  if (shape === Number) return Number.isFinite(value);
  if (typeof shape === 'function') return shape(value) === true;
  if (Array.isArray(shape)) return shape.some((each) => hasShape(value, each));
  if (typeof shape !== 'object' || shape === null) return value === shape;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(shape).every(([field, each]) => hasShape(Reflect.get(value, field), each));
}

export const listOf =
  <const S extends Shape>(shape: S) =>
  (value: unknown): value is readonly Shaped<S>[] =>
    Array.isArray(value) && value.every((each) => hasShape(each, shape));
