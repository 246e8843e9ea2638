/** Replaces WXT's `#i18n`: texts of `?locale=`, by default English. */
import { fillIn } from '../../lib/texts/fill-in.ts';

export type { GeneratedI18nStructure } from '../../.wxt/i18n/index.ts';

interface Messages {
  readonly [name: string]: string | Messages;
}

const locales = import.meta.glob<Messages>('../../locales/*.json', { eager: true, import: 'default' });
const locale = new URLSearchParams(globalThis.location?.search).get('locale') ?? 'en';
const messages = locales[`../../locales/${locale}.json`];

function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const message = key.split('.').reduce<string | Messages | undefined>(getMessage, messages);
  if (typeof message !== 'string') throw new Error(`There is no text “${key}” in “${locale}”.`);
  return fillIn(message, values);
}

function getMessage(messages: string | Messages | undefined, name: string): string | Messages | undefined {
  return typeof messages === 'object' ? messages[name] : undefined;
}

export const i18n = { t };
