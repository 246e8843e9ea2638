/** Keeps tables of words readable. */
export const createWordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
