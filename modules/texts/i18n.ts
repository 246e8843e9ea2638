/** `#i18n`: in a build, reads all texts at once from the packed message. In development, reads them one by one. */
import { browser } from 'wxt/browser';
import { fillIn } from '../../lib/texts/fill-in.ts';
import { createFinder } from './number-texts.ts';

// WXT's type only knows the unpacked messages.
const read = (name: string): string => (browser.i18n.getMessage as (name: string) => string)(name);

let find: ReturnType<typeof createFinder> | undefined;

/** @param key in a build, literals are replaced by numbers (`number-texts.ts`) */
function t(key: string | number, values: Readonly<Record<string, string | number>> = {}): string {
  find ??= createFinder(read('keys'), read('texts'));
  const text = find(key) ?? read(`${key}`.replaceAll('.', '_'));
  return fillIn(text, values);
}

export const i18n = { t };
