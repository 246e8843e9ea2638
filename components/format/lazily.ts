/** Creates a value on first use. A page's first `Intl` object takes longer than all else before its first paint. */
export function lazily<T extends object>(make: () => T): () => T {
  let value: T | null = null;
  return () => {
    value ??= make();
    return value;
  };
}
