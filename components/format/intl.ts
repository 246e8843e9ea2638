/** `Intl` for the user: in which language, and when its objects are created. */

/**
 * The locale for numbers and times: the user's own where it speaks the language of the texts (`en-GB` for English),
 * else the texts' language, so that no sentence mixes two languages.
 */
export function formatLocale(textLanguage: string, preferred: readonly string[]): string {
  const speaks = (tag: string) =>
    tag.split('-')[0]?.toLowerCase() === textLanguage.split('-')[0]?.toLowerCase();
  return preferred.find((tag) => speaks(tag) && isLocale(tag)) ?? textLanguage;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** Creates a value on first use. A page's first `Intl` object takes longer than all else before its first paint. */
export function lazily<T extends object>(make: () => T): () => T {
  let value: T | null = null;
  return () => {
    value ??= make();
    return value;
  };
}
