/** `#i18n`: the texts, read from the browser at once where they are packed, one by one in development. */
import { browser } from 'wxt/browser';
import { fillIn } from '../../lib/texts/fill-in.ts';
import { createFinder } from './number-texts.ts';

// WXT's type knows the messages that there would be without packing.
const read = (name: string): string => (browser.i18n.getMessage as (name: string) => string)(name);

let find: ReturnType<typeof createFinder> | undefined;

/** @param key in a build the number that stands there for a literal, see `number-texts.ts` */
function t(key: string | number, values: Readonly<Record<string, string | number>> = {}): string {
  find ??= createFinder(read('keys'), read('texts'));
  const text = find(key) ?? read(`${key}`.replaceAll('.', '_'));
  return fillIn(text, values);
}

export const i18n = { t };
