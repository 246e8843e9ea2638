/** For files and the clipboard. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '');
