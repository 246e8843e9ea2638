/** Replaces WXT's `#i18n` outside of an extension, with the texts of `locales/en.json`. */
import en from '../../locales/en.json' with { type: 'json' };

export type { GeneratedI18nStructure } from '../../.wxt/i18n/index.ts';

type Messages = { readonly [name: string]: string | Messages };

function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const message = key.split('.').reduce<string | Messages | undefined>(getMessage, en);
  if (typeof message !== 'string') throw new Error(`There is no text “${key}”.`);
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

function getMessage(messages: string | Messages | undefined, name: string): string | Messages | undefined {
  return typeof messages === 'object' ? messages[name] : undefined;
}

export const i18n = { t };
