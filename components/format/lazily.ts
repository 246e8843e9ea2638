/** `Intl` objects are dear to make: the first one of a page takes longer than all else that it does before its first paint. */

/** What `make` gives, made when it is asked for first. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
