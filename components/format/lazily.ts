/** Creates a value on first use. A page's first `Intl` object takes longer than all else before its first paint. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
