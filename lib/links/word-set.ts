/** A set of the words of a text, for tables that are read more easily so. Pure. */
export const createWordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
