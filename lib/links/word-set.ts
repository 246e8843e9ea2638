/** Keeps tables of words readable. */
export const createWordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Whether there is anything to read in it. */
export const hasLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);
