/**
 * Packs all texts of a locale into one message. In a build, code asks for a text by its index. Keys that are composed
 * at run time stay: the message `keys` of the default locale lists them. One message per text would take half as much
 * again in the package, and more time to read. Pure.
 */

/** Between texts, and between the plural forms of a text. No text contains them, and JSON needn't escape them. */
export const separators = { text: '|', form: '~' } as const;

const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const formEnding = new RegExp(`\\.(?:${forms.join('|')})$`);

export interface Texts {
  readonly [name: string]: string | Texts;
}

export type Messages = Readonly<Record<string, { readonly message: string }>>;

/** With dots, in the order of the packed texts. */
interface TextKeys {
  /** Found by key. They come first, so that no number in code is 0. */
  readonly named: readonly string[];
  readonly numbered: readonly string[];
}

/** The plural forms of a text are one entry, with the text of the last form. */
function listTexts(texts: Texts): ReadonlyMap<string, string> {
  const flat = (branch: Texts, prefix: string): readonly (readonly [string, string])[] =>
    Object.entries(branch).flatMap(([name, text]) =>
      typeof text === 'string' ? [[prefix + name, text]] : flat(text, `${prefix}${name}.`),
    );
  const all = new Map(flat(texts, ''));
  const withoutForm = (key: string) => {
    const base = key.replace(formEnding, '');
    return all.has(`${base}.other`) ? base : key;
  };
  return new Map([...all].map(([key, text]) => [withoutForm(key), text] as const).sort(byPart(0)));
}

const byPart = (part: 0 | 1) => (one: readonly [string, string], other: readonly [string, string]) =>
  one[part] < other[part] ? -1 : Number(one[part] > other[part]);

const literal = /'([a-z]\w*(?:\.\w+)+)'(:?)/g;
/** The fixed start of a composed key. */
const template = /`([a-z]\w*\.[\w.]*)\$\{/g;

/**
 * A text gets a number if its key is a literal in the sources, unless composed keys start like it, or a property has
 * the same name, such as the name of a message to the background.
 */
export function numberTexts(texts: Texts, sources: readonly string[]): TextKeys {
  const literals = sources.flatMap((source) => [...source.matchAll(literal)]);
  const [properties, values] = [':', ''].map(
    (colon) => new Set(literals.filter(([, , end]) => end === colon).map(([, key]) => key)),
  );
  const starts = sources.flatMap((source) => [...source.matchAll(template)].map(([, start = '']) => start));
  const isNumbered = (key: string) =>
    values?.has(key) && !properties?.has(key) && !starts.some((start) => key.startsWith(start));
  const all = [...listTexts(texts)];
  return {
    named: all.flatMap(([key]) => (isNumbered(key) ? [] : [key])),
    // Texts that begin alike compress better next to each other, in every language.
    numbered: all
      .filter(([key]) => isNumbered(key))
      .sort(byPart(1))
      .map(([key]) => key),
  };
}

export function replaceKeys(source: string, { named, numbered }: TextKeys): string {
  const numbers = new Map(numbered.map((key, at) => [key, `${named.length + at}`]));
  return source.replace(literal, (found, key: string) => numbers.get(key) ?? found);
}

/** Messages that the manifest refers to aren't packed. */
const isInManifest = (key: string): boolean => /^(?:extension|commands)_/.test(key);

export function packMessages(
  messages: Messages,
  { named, numbered }: TextKeys,
  isDefault: boolean,
): Messages {
  const readText = (key: string) => messages[key.replaceAll('.', '_')]?.message;
  const texts = [...named, ...numbered].map(
    (key) => readText(key) ?? forms.map((form) => readText(`${key}.${form}`) ?? '').join(separators.form),
  );
  return {
    ...Object.fromEntries(Object.entries(messages).filter(([key]) => isInManifest(key))),
    ...(isDefault && { keys: { message: named.join(separators.text) } }),
    texts: { message: texts.join(separators.text) },
  };
}

/**
 * Finds a text by number or key, followed by `.` and the plural form if it has several. Undefined if it isn't packed.
 */
export function createFinder(keys: string, texts: string): (key: string | number) => string | undefined {
  const all = texts.split(separators.text);
  const indexes = new Map<string | number, number>(keys.split(separators.text).map((name, at) => [name, at]));
  const getText = (key: string | number) => all[indexes.get(key) ?? Number(key)];
  return (key) => {
    const form = formEnding.exec(`${key}`)?.[0] ?? '';
    if (form === '') return getText(key);
    const text = getText(`${key}`.slice(0, -form.length));
    return text?.split(separators.form)[(forms as readonly string[]).indexOf(form.slice(1))] ?? getText(key);
  };
}
