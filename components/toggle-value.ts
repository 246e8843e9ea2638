/** A set with the value in it if it was not, and without it if it was. */
export function toggleValue<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
