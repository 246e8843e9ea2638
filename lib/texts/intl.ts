/** The user's locale if it has the texts' language (`en-GB` for English), otherwise that language. */
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

/** The first `Intl` object takes longer than everything else before the first paint. */
export function lazily<T extends object>(make: () => T): () => T {
  let value: T | null = null;
  return () => {
    value ??= make();
    return value;
  };
}
