/** The compiler checks keys and placeholders against `locales/en.json`. */

import { type GeneratedI18nStructure, i18n } from '#i18n';
import { readHosts } from '../lib/links/address-title.ts';
import { joinFacts as join } from '../lib/texts/fill-in.ts';
import { createFormat } from '../lib/texts/format.ts';
import { formatLocale, lazily } from '../lib/texts/intl.ts';
import type { EpochMs } from '../lib/timing/units.ts';

type Texts = GeneratedI18nStructure;
type Values = Readonly<Record<string, string | number>>;

/** Without placeholders. */
export type PlainKey = {
  [K in keyof Texts]: Texts[K] extends { namedSubstitutions: unknown } ? never : K;
}[keyof Texts];

/** Depends on a count. Its forms are below it, named as in `Intl.PluralRules`. */
type PluralKey = keyof Texts extends infer K ? (K extends `${infer Base}.other` ? Base : never) : never;

type KeyWithValues = Exclude<keyof Texts, PlainKey>;
type Names<K extends KeyWithValues> = Texts[K] extends {
  namedSubstitutions: readonly (infer Name extends string)[];
}
  ? Name
  : never;

/** Our two uses of `i18n.t`, which the compiler checks much faster than all of its overloads. */
interface Translate {
  (key: PlainKey): string;
  <K extends KeyWithValues>(key: K, values: Readonly<Record<Names<K>, string | number>>): string;
}

/** `t` for a key that is built at run time. */
export const translate = (key: string, values?: Values): string =>
  readHosts((i18n.t as (key: string, values?: Values) => string)(key, values));

export const t = translate as Translate;

/** Of the texts. Differs from the browser's without a translation. */
export const language = t('meta.language');
export const direction = t('meta.direction') === 'rtl' ? 'rtl' : 'ltr';

export const format = createFormat(formatLocale(language, navigator.languages));

/** "just now" within a minute. */
export const formatPast = (at: EpochMs, now: EpochMs): string =>
  now - at < 60_000 ? t('common.justNow') : format.relative(at, now);

const rules = lazily(() => new Intl.PluralRules(language));

type ExtraValues<K extends string> = K extends keyof Texts
  ? Texts[K] extends { namedSubstitutions: readonly (infer Name extends string)[] }
    ? Exclude<Name, 'count'>
    : never
  : never;
type PluralValues<K extends string> = [ExtraValues<K>] extends [never]
  ? []
  : [values: Readonly<Record<ExtraValues<K>, string | number>>];

/** `{count}` is the formatted number. */
export function plural<K extends PluralKey>(
  key: K,
  count: number,
  ...values: PluralValues<`${K}.other`>
): string {
  return translate(`${key}.${rules().select(count)}`, { ...values[0], count: format.number(count) });
}

type Parts = readonly (string | false | null)[];

export const joinSentences = (sentences: Parts): string =>
  sentences.filter(Boolean).join(t('common.sentences', { first: '', second: '' }));

export const joinFacts = (facts: Parts): string => join(facts, direction === 'rtl');
