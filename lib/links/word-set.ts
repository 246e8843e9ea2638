/** A set of the words in a text, to keep tables readable. Pure. */
export const createWordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
