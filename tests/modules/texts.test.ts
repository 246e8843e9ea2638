/** The packed texts equal `locales/` in every language. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createFinder,
  type Messages,
  numberTexts,
  packMessages,
  replaceKeys,
  type Texts,
} from '../../modules/texts/number-texts.ts';

const flat = (texts: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[prefix + name, text]] : flat(text, `${prefix}${name}.`),
  );

const readTexts = (locale: string): Texts => JSON.parse(readFileSync(`locales/${locale}.json`, 'utf8'));
const textsOf = (locale: string): [key: string, text: string][] => flat(readTexts(locale));

/** As WXT passes them to the module. */
const messagesOf = (locale: string): Messages =>
  Object.fromEntries(textsOf(locale).map(([key, message]) => [key.replaceAll('.', '_'), { message }]));

const sources = globSync('{components,entrypoints,lib,page}/**/*.{ts,tsx}').map((file) =>
  readFileSync(file, 'utf8'),
);
const keys = numberTexts(readTexts('en'), sources);
const names = packMessages(messagesOf('en'), keys, true)['keys']?.message ?? '';

/** The code has a number instead of a key, or the key itself. */
const inCode = (key: string): string => {
  const [base = '', form] = key.split(/\.(zero|one|two|few|many|other)$/);
  const replaced = replaceKeys(`'${key}'`, keys);
  if (replaced !== `'${key}'`) return replaced;
  const replacedBase = replaceKeys(`'${base}'`, keys);
  return form === undefined || replacedBase === `'${base}'` ? key : `${replacedBase}.${form}`;
};

describe.each(globSync('locales/*.json').map((file) => basename(file, '.json')))('%s', (locale) => {
  const packed = packMessages(messagesOf(locale), keys, false);

  it('is unpacked unchanged', () => {
    const find = createFinder(names, packed['texts']?.message ?? '');
    const read = textsOf(locale).map(([key]) => [key, find(inCode(key))]);
    expect(read).toEqual(textsOf(locale));
  });

  it('keeps the texts of the manifest', () => {
    const named = [...readFileSync('wxt.config.ts', 'utf8').matchAll(/__MSG_(\w+)__/g)].map(([, key]) => key);
    expect(Object.keys(packed)).toEqual(expect.arrayContaining(named));
    expect(Object.keys(packed)).not.toContain('menu_upload');
  });
});

describe('a number in place of a key', () => {
  it('replaces every key in the code', () => {
    const numbered = new Set(keys.numbered);
    const left = sources.flatMap((source) =>
      [...replaceKeys(source, keys).matchAll(/['"`]([a-z]\w*(?:\.\w+)+)['"`]/gi)]
        .map(([, key = '']) => key)
        .filter((key) => numbered.has(key)),
    );
    expect(left).toEqual([]);
    expect(numbered.size).toBeGreaterThan(600);
  });

  it('isn’t used for keys that start like a composed one', () => {
    const texts = { files: { more: 'More', column: { size: 'Size' } } };
    const code = `t('files.more'); t(\`files.column.\${column}\`);`;
    expect(numberTexts(texts, [code])).toEqual({ named: ['files.column.size'], numbered: ['files.more'] });
  });

  it('is never 0, which would be falsy', () => expect(keys.named.length).toBeGreaterThan(0));

  it('replaces only keys that occur as a whole string, in the order of the texts', () => {
    const texts = {
      menu: { open: 'Show', close: 'Close', size: { one: 'A file', other: 'All files' } },
      kind: { a: 'A' },
      my: { kind: { a: 'My A' }, own: 'Mine' },
    };
    const own = `t(\`my.kind.\${kind}\`); t('my.kind.a'); t('my.own');`;
    const code = `t('menu.open'); plural('menu.size', 2); send('menu.close'); t(\`kind.\${kind}\`); t('kind.a');`;
    const found = numberTexts(texts, [code, own, "const handlers = { 'menu.close': close };"]);
    expect(found).toEqual({
      named: ['kind.a', 'menu.close', 'my.kind.a'],
      numbered: ['menu.size', 'my.own', 'menu.open'],
    });
    expect(replaceKeys(code, found)).toBe(
      `t(5); plural(3, 2); send('menu.close'); t(\`kind.\${kind}\`); t('kind.a');`,
    );
  });
});

it('returns undefined without packed texts, as in development', () => {
  const find = createFinder('', '');
  expect(['menu.upload', 'send.queued.one'].map(find)).toEqual([undefined, undefined]);
});
