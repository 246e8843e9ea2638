/** Every text in use exists, every text is used, and all locales have matching texts. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outcomeFilters } from '../components/activity/activity-search.ts';
import { kindOrder } from '../components/collect/link-filter.ts';
import { formatNames } from '../components/files/dialogs/copy-formats.ts';
import { sortColumns } from '../components/files/model/route.ts';
import { groupNames } from '../components/uploads/groups.ts';
import { linkSources } from '../lib/links/collected-link.ts';
import { metrics } from '../lib/reports/report.ts';
import { type Setting, settingSections, settingTable } from '../lib/settings/settings.ts';
import { storedData } from '../lib/storage/stored-data.ts';
import { sourceFailures } from '../lib/uploads/source-fetch.ts';
import { separators } from '../modules/texts/number-texts.ts';

interface Messages {
  readonly [name: string]: string | Messages;
}

const locales = globSync('locales/*.json').map((file) => ({
  name: basename(file, '.json'),
  texts: flat(JSON.parse(readFileSync(file, 'utf8'))),
}));
const english = locales.find(({ name }) => name === 'en')?.texts ?? new Map<string, string>();

const sources = globSync('{components,entrypoints,lib,page}/**/*.{ts,tsx}').map((file) =>
  readFileSync(file, 'utf8'),
);
const config = readFileSync('wxt.config.ts', 'utf8');

/** Plural forms: "send.queued.one" is a form of "send.queued". */
const formOf = /\.(?:zero|one|two|few|many|other)$/u;
const withoutForm = (key: string) => key.replace(formOf, '');

describe('the texts in English', () => {
  const literals = new Set(
    sources.flatMap((text) => [...text.matchAll(/'([a-z]\w*(?:\.\w+)+)'/giu)].map(([, key]) => key)),
  );
  const inManifest = [...config.matchAll(/__MSG_(\w+)__/gu)].map(([, name = '']) => name.replace('_', '.'));
  const ofSettings = Object.entries<Setting>(settingTable).flatMap(([name, { section, values = [] }]) =>
    section === undefined ? [] : ['label', ...values].map((part) => `settings.${name}.${part}`),
  );
  const ofNames = Object.entries<readonly string[]>({
    account: ['connected', 'offline', 'unreachable', 'rejected', 'blocked'],
    'bulk.pattern.letters': ['keep', 'lower', 'upper', 'title'],
    'bulk.pattern.means': ['title', 'n', 'date', 'length', 'folder', 'site', 'page', 'code'],
    notification: [
      ...['done', 'failed', 'refused', 'uncertain', 'account', 'permission', 'takedowns'].flatMap((kind) => [
        kind,
        `${kind}Title`,
      ]),
      ...['failedBecause', 'refusedBecause'],
    ],
    'picker.known': ['queued', 'uploading', 'arrived'],
    stored: Object.keys(storedData),
    'uploads.announce': ['accepted', 'done', 'failed', 'refused', 'uncertain'],
    'uploads.causes': ['failed', 'refused', 'uncertain', 'stopped'],
    'uploads.rerouted': ['full', 'refused', 'failed', 'user'],
    'activity.filter': outcomeFilters,
    'collect.kind': kindOrder,
    'collect.source': linkSources,
    'files.column': sortColumns,
    'files.copy': [...formatNames, 'embed', 'own'],
    reports: metrics,
    source: sourceFailures,
    'rules.always': [...kindOrder, 'any'],
    'rules.subject': [...kindOrder, 'any'],
    'uploads.groups': groupNames,
  }).flatMap(([prefix, names]) => names.map((name) => `${prefix}.${name}`));
  const ofSections = settingSections.map((section) => `settings.sections.${section}`);
  const used = new Set([...literals, ...inManifest, ...ofSettings, ...ofNames, ...ofSections]);

  it('are all used', () => {
    const unused = [...english.keys()].filter((key) => !used.has(key) && !used.has(withoutForm(key)));
    expect(unused).toEqual([]);
  });

  it('are all defined', () => {
    const asked = sources.flatMap((text) =>
      [...text.matchAll(/\b(?:t|plural)\(\s*'([^']+)'/gu)].map(([, key = '']) => key),
    );
    expect(asked.length).toBeGreaterThan(100);
    const missing = [...asked, ...inManifest].filter(
      (key) => !english.has(key) && !english.has(`${key}.other`),
    );
    expect(missing).toEqual([]);
  });

  it('have a form for every count', () => {
    const bases = [...english.keys()].filter((key) => formOf.test(key)).map(withoutForm);
    const incomplete = bases.filter((base) => formsFor('en').some((form) => !english.has(`${base}.${form}`)));
    expect(incomplete).toEqual([]);
  });
});

/**
 * Fails if an English text changes, because its translations may be outdated. After checking them, run `npx vitest run
 * tests/locales.test.ts -u`.
 */
it('the translations match the current English texts', async () => {
  const lines = [...english].map(([key, text]) => `${key} ${JSON.stringify(text)}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('translated-english.txt');
});

describe.each(locales)('the locale $name', ({ name, texts }) => {
  it('has its language and direction', () => {
    const locale = new Intl.Locale(name.replace('_', '-'));
    expect(texts.get('meta.language')).toBe(locale.toString());
    expect(texts.get('meta.direction')).toBe(
      ['ar', 'fa', 'he', 'ur'].includes(locale.language) ? 'rtl' : 'ltr',
    );
  });

  it('has the English texts, in the plural forms of its language', () => {
    const wanted = [...english.keys()].flatMap((key) =>
      formOf.test(key) ? formsFor(name).map((form) => `${withoutForm(key)}.${form}`) : [key],
    );
    expect([...texts.keys()].sort()).toEqual([...new Set(wanted)].sort());
  });

  it('fills in the same placeholders', () => {
    const differing = [...texts].filter(([key, text]) => {
      const model = english.get(`${withoutForm(key)}.other`) ?? english.get(key) ?? '';
      const wanted = placeholders(model).filter((each) => each !== 'count' || !isForOneNumber(name, key));
      const filled = placeholders(text).filter((each) => each !== 'count' || wanted.includes('count'));
      return String(filled) !== String(wanted);
    });
    expect(differing).toEqual([]);
  });

  it('has no sentence with two periods: a time or a message may end with one already', () => {
    const doubled = /(?<!\.)\.\.(?!\.)|\{(?:when|time|msg|sentence)\}[”“»」]?\s*[.。।]/u;
    expect([...texts].filter(([, text]) => doubled.test(text))).toEqual([]);
  });

  it('quotes the names of folders', () => {
    const [start = '', end = ''] = texts.get('common.quoted')?.split('{text}') ?? [];
    const unquoted = [...texts].filter(([, text]) => {
      const rest = ['folder', 'parent', 'source'].reduce(
        (left, name) => left.replaceAll(`${start}{${name}}${end}`, ''),
        text,
      );
      return /\{(?:folder|parent|source)\}/.test(rest);
    });
    expect(start).not.toBe('');
    expect(unquoted).toEqual([]);
  });

  it.runIf(name === 'ar')('has numbers only as values, which have the digits of the locale', () => {
    expect([...texts].filter(([, text]) => /(?<=^|\s|\()\d[\d.,]*(?=\s|$)/.test(text))).toEqual([]);
  });

  it('has no separators of the package, and no line breaks', () => {
    const has = (text: string) => (each: string) => text.includes(each);
    const never = [...Object.values(separators), '\n', '\t'];
    expect([...texts.values()].filter((text) => never.some(has(text)))).toEqual([]);
  });

  it.skipIf(name === 'en')('is translated', () => {
    const sentences = [...texts].filter(([key, text]) => text.length > 20 && english.has(key));
    const same = sentences.filter(([key, text]) => english.get(key) === text);
    expect(sentences.length).toBeGreaterThan(100);
    expect(same.length).toBeLessThan(sentences.length / 50);
  });
});

/** "one link" needs no number. */
function isForOneNumber(name: string, key: string): boolean {
  const form = formOf.exec(key)?.[0].slice(1);
  const rules = new Intl.PluralRules(name.replace('_', '-'));
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  return form !== undefined && numbers.filter((number) => rules.select(number) === form).length === 1;
}

function formsFor(name: string): readonly string[] {
  return new Intl.PluralRules(name.replace('_', '-')).resolvedOptions().pluralCategories;
}

function placeholders(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name).sort();
}

function flat(messages: Messages, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value] as const] : [...flat(value, `${prefix}${name}.`)],
    ),
  );
}
