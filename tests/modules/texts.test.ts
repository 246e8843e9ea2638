/** What is packed for the browser is what `locales/` says, in every language. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Messages, packMessages, unpackMessages } from '../../modules/texts/pack.ts';

type Texts = { readonly [name: string]: string | Texts };

const flat = (texts: Texts, prefix = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[prefix + name, text]] : flat(text, `${prefix}${name}.`),
  );

const textsOf = (locale: string): [key: string, text: string][] =>
  flat(JSON.parse(readFileSync(`locales/${locale}.json`, 'utf8')));

/** As WXT gives them to the module. */
const messagesOf = (locale: string): Messages =>
  Object.fromEntries(textsOf(locale).map(([key, message]) => [key.replaceAll('.', '_'), { message }]));

const { keys } = packMessages(messagesOf('en'), true);

describe.each(globSync('locales/*.json').map((file) => basename(file, '.json')))('%s', (locale) => {
  const packed = packMessages(messagesOf(locale), false);

  it('is read as it was written, by the keys of the default locale', () => {
    const texts = unpackMessages(keys?.message ?? '', packed['texts']?.message ?? '');
    const read = [...texts].filter(([, text]) => text !== '');
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(textsOf(locale)));
  });

  it('keeps what the manifest names', () => {
    const named = [...readFileSync('wxt.config.ts', 'utf8').matchAll(/__MSG_(\w+)__/g)].map(([, key]) => key);
    expect(Object.keys(packed)).toEqual(expect.arrayContaining(named));
    expect(Object.keys(packed)).not.toContain('menu_upload');
  });
});

it('is empty where nothing was packed, as in development', () => expect(unpackMessages('', '').size).toBe(0));
