/** `#i18n`: the texts, read from the browser at once where they are packed, one by one in development. */
import { browser } from 'wxt/browser';
import { unpackMessages } from './pack.ts';

// WXT's type knows the messages that there would be without packing.
const read = (name: string): string => (browser.i18n.getMessage as (name: string) => string)(name);

let texts: Map<string, string> | undefined;

function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  texts ??= unpackMessages(read('keys'), read('texts'));
  const text = texts.get(key) ?? read(key.replaceAll('.', '_'));
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

export const i18n = { t };
