/** Replaces WXT's `#i18n`: texts of `?locale=`, by default English. */
import { fillIn } from '../../lib/texts/fill-in.ts';

export type { GeneratedI18nStructure } from '../../.wxt/i18n/index.ts';

interface Messages {
  readonly [name: string]: string | Messages;
}

const locales = import.meta.glob<Messages>('../../locales/*.json', { eager: true, import: 'default' });
const locale = new URLSearchParams(globalThis.location?.search).get('locale') ?? 'en';
const messages = locales[`../../locales/${locale}.json`];
const getText = locale === 'widest' ? readWidest() : (key: string) => findText(messages, key);

function t(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const text = getText(key);
  if (text === undefined) throw new Error(`There is no text “${key}” in “${locale}”.`);
  return fillIn(text, values);
}

function findText(messages: string | Messages | undefined, key: string): string | undefined {
  const found = key.split('.').reduce(getMessage, messages);
  return typeof found === 'string' ? found : undefined;
}

function getMessage(messages: string | Messages | undefined, name: string): string | Messages | undefined {
  return typeof messages === 'object' ? messages[name] : undefined;
}

/**
 * No real language: its texts, numbers and dates are the widest of all languages that are written from left to right, and each text
 * contains the widest word of its translations. What has room in it has room in them.
 */
function readWidest(): (key: string) => string | undefined {
  const languages = Object.values(locales).filter((each) => findText(each, 'meta.direction') === 'ltr');
  const tags = languages.map((each) => findText(each, 'meta.language'));
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  if (canvas) canvas.font = '14px DejaVu Sans, sans-serif';
  const widthOf = (text: string) => canvas?.measureText(text).width ?? 0;
  const findWidest = (texts: readonly string[]) =>
    texts.reduce((one, other) => (widthOf(other) > widthOf(one) ? other : one), '');

  for (const name of ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat'] as const) {
    const Format = Intl[name] as new (tag: unknown, options: unknown) => Intl.DateTimeFormat;
    Reflect.set(Intl, name, function widestFormat(_: string, options: unknown) {
      const formats = tags.map((tag) => new Format(tag, options));
      return {
        format: (...values: [Date]) => findWidest(formats.map((each) => each.format(...values))),
        formatRange: (...values: [Date, Date]) =>
          findWidest(formats.map((each) => each.formatRange(...values))),
        formatToParts: (value: Date) => formats[0]?.formatToParts(value),
      };
    });
  }

  // Japanese and Chinese text breaks anywhere.
  const wordsOf = (text: string) => text.split(/[\s\u3000-\u9fff\uff00-\uffef]+|\S*\{\S*/);
  const widest = new Map<string, string>();
  return (key) => {
    if (key.startsWith('meta.')) return findText(locales['../../locales/en.json'], key);
    const known = widest.get(key);
    if (known !== undefined) return known;
    const [, base, form] = /^(.+)\.(one|few|many|other)$/.exec(key) ?? [];
    const keys = form ? ['one', 'few', 'many', 'other'].map((each) => `${base}.${each}`) : [key];
    const texts = languages.flatMap((each) => keys.flatMap((one) => findText(each, one) ?? []));
    if (texts.length === 0) return undefined;
    const text = findWidest(texts);
    const made = text.replace(findWidest(wordsOf(text)), findWidest(texts.flatMap(wordsOf)));
    widest.set(key, made);
    return made;
  };
}

export const i18n = { t };
