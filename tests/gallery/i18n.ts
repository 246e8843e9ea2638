/** Stands for WXT's `#i18n` where there is no extension around the components: the texts of `locales/en.json`. */
import en from '../../locales/en.json' with { type: 'json' };

export type { GeneratedI18nStructure } from '../../.wxt/i18n/index.ts';

type Messages = { readonly [name: string]: string | Messages };

function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const message = key.split('.').reduce<string | Messages | undefined>(inside, en);
  if (typeof message !== 'string') throw new Error(`There is no text “${key}”.`);
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

function inside(messages: string | Messages | undefined, name: string): string | Messages | undefined {
  return typeof messages === 'object' ? messages[name] : undefined;
}

export const i18n = { t };
