/** The first few names in quotes, the rest as a number. */
import { format, plural, t } from '../text.ts';

const maxNamed = 3;
const maxLength = 40;

export function namedList(names: readonly string[]): string {
  const quoted = names.slice(0, maxNamed).map((name) => t('common.quoted', { text: shorten(name) }));
  return format.list(withMoreCount(quoted, names.length - quoted.length));
}

export const withMoreCount = (parts: readonly string[], moreCount: number): readonly string[] =>
  moreCount === 0 ? parts : [...parts, plural('common.more', moreCount)];

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text;
}
