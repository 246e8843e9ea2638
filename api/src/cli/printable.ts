/** Makes text from outside safe for a terminal. Pure. */

/** These move the cursor or hide what follows. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One line that the terminal doesn't interpret. */
export const printable = (text: string): string => text.replace(unsafe, escapeCharacter);

/** In one line. The escapes are JSON's own, so a parser reads the same value. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(unsafe, escapeCharacter);

const wide = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

const countColumns = (character: string): number =>
  /^[\p{M}\u200b-\u200d]/u.test(character) ? 0 : wide.test(character) ? 2 : 1;

/** With an ellipsis if it was cut. */
export function cutToFit(text: string, columns: number): string {
  let used = 0;
  let kept = '';
  for (const character of text) {
    used += countColumns(character);
    if (used > columns) {
      while (kept !== '' && used > columns - 1) {
        const last = [...kept].at(-1) ?? '';
        kept = kept.slice(0, -last.length);
        used = [...kept].reduce((sum, each) => sum + countColumns(each), 0);
      }
      return columns > 0 ? `${kept}…` : '';
    }
    kept += character;
  }
  return kept;
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Such as "2.4 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** `part` is from 0 to 1. */
export function drawBar(part: number, width: number): string {
  const full = Math.round(Math.min(Math.max(part || 0, 0), 1) * width);
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}]`;
}
