/**
 * The texts of a locale as two messages: `keys`, which the default locale has for all, and `texts`, one line for each key.
 * As a message for each key they take half as much again in the package, and longer to read. Pure.
 */

/** Separated by tabs in their line, each in its place. */
const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const formOf = new RegExp(`_(?:${forms.join('|')})$`);

/** As browsers take them. */
export type Messages = Readonly<Record<string, { readonly message: string }>>;

/** Of a key with plural forms: the key without its form. */
function baseOf(key: string, messages: Messages): string {
  const base = key.replace(formOf, '');
  return Object.hasOwn(messages, `${base}_other`) ? base : key;
}

/** What stays a message of its own is in the manifest. */
const isInManifest = (key: string): boolean => /^(?:extension|commands)_/.test(key);

/** @param isDefault whether the locale is the one that others fall back to */
export function packMessages(messages: Messages, isDefault: boolean): Messages {
  const keys = [...new Set(Object.keys(messages).map((key) => baseOf(key, messages)))].sort();
  const texts = keys.map(
    (key) =>
      messages[key]?.message ?? forms.map((form) => messages[`${key}_${form}`]?.message ?? '').join('\t'),
  );
  return {
    ...Object.fromEntries(Object.entries(messages).filter(([key]) => isInManifest(key))),
    ...(isDefault && { keys: { message: keys.join('\n') } }),
    texts: { message: texts.join('\n') },
  };
}

/** Key, with dots, → text. Empty where nothing was packed. */
export function unpackMessages(keys: string, texts: string): Map<string, string> {
  const unpacked = new Map<string, string>();
  if (texts === '') return unpacked;
  const lines = texts.split('\n');
  for (const [at, name] of keys.split('\n').entries()) {
    const key = name.replaceAll('_', '.');
    const line = lines[at] ?? '';
    if (line.includes('\t')) {
      for (const [place, text] of line.split('\t').entries()) unpacked.set(`${key}.${forms[place]}`, text);
    } else unpacked.set(key, line);
  }
  return unpacked;
}
