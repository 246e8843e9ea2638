/**
 * JSON the way pages write it: with raw line breaks and quotes in texts, comments, trailing commas, several values, a script's `;`, or cut
 * off. Pure. Runs in linear time. docs/reading-texts.md explains why this isn't a library.
 */

const maxValues = 20_000;
const maxDepth = 50;

/** May surround JSON. */
const around = /\s+|<!--|-->|\/\/\s*(?=<!\[CDATA\[|\]\]>|<!--|-->)|<!\[CDATA\[|\]\]>/y;
const quotes = /["“”„″]/;
const otherQuotes = /['`]/;
const quote = '["\'“”„″]';
const comment = String.raw`\/[/*]`;
const quotedKey = String.raw`${quote}[^"'“”„″\n]{1,60}${quote}\s*:`;
const value = String.raw`${quote}|[{}[\]\d-]|(?:true|false|null)\b`;
/** The colon of a key, what may come after a value, or, without a comma, the next value. */
const afterText = new RegExp(
  [
    String.raw`\s*(?:$|[:}\]]|[;<]|\)\s*[.,;)}\]]|${comment}|,\s*(?:$|,|${comment}|${value}|[\w$]{1,40}\s*:))`,
    String.raw`[^\S\n]*\n\s*(?:[{[]|${quote}(?!\s*[,:}\]]))`,
    String.raw`\s+${quotedKey}`,
  ].join('|'),
  'y',
);
const bareWord = /[^\s"'`“”„″{}[\]:,;/<]+/y;

type Container = Record<string, unknown> | unknown[];

/** Every top-level value, in order. Objects have no prototype. */
export function readLenientJson(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return readBroken(text);
  }
}

function readBroken(text: string): readonly unknown[] {
  const top: unknown[] = [];
  const open: Container[] = [];
  let key: string | undefined;
  let count = 0;

  function add(value: unknown): void {
    count += 1;
    const into = open.at(-1) ?? top;
    if (Array.isArray(into)) into.push(value);
    // Keeps values without a key too.
    else into[key ?? `${count}`] = value;
    key = undefined;
  }

  function close(isArray: boolean): void {
    const at = open.findLastIndex((each) => Array.isArray(each) === isArray);
    if (at !== -1) open.length = at;
    key = undefined;
  }

  for (let at = 0; at < text.length && count < maxValues; ) {
    const skipped = findEnd(around, text, at);
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const sign = text.charAt(at);
    const isComment = sign === '/' && /[/*]/.test(text.charAt(at + 1));
    if (isComment) at = skipComment(text, at);
    else if (otherQuotes.test(sign) || quotes.test(sign)) {
      const to = findTextEnd(text, at);
      const read = unescapeText(text.slice(at + 1, to));
      at = to + 1;
      if (isKey(text, at, open.at(-1))) key = read;
      else add(read);
    } else if (sign === '{' || sign === '[') {
      const value: Container = sign === '[' ? [] : Object.create(null);
      add(value);
      if (open.length < maxDepth) open.push(value);
      at += 1;
    } else if (sign === '}' || sign === ']') {
      close(sign === ']');
      at += 1;
    } else {
      const to = findEnd(bareWord, text, at);
      const word = text.slice(at, to);
      at = Math.max(to, at + 1);
      if (word !== '' && isKey(text, at, open.at(-1))) key = word;
      else if (word !== '') add(/^(?:null|undefined|NaN)$/.test(word) ? null : word);
    }
  }
  return top;
}

/** Returns `at` if nothing matches there. */
function findEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const isKey = (text: string, at: number, into: Container | undefined): boolean =>
  into !== undefined && !Array.isArray(into) && text.charAt(findEnd(/\s*/y, text, at)) === ':';

/** An unclosed comment extends to the end. */
function skipComment(text: string, at: number): number {
  const isLine = text.charAt(at + 1) === '/';
  const end = text.indexOf(isLine ? '\n' : '*/', at + 2);
  if (end === -1) return text.length;
  return isLine ? end : end + 2;
}

/** At the first quote before something that may follow a text, because pages don't always escape quotes within texts. */
function findTextEnd(text: string, from: number): number {
  const opening = text.charAt(from);
  const isOther = otherQuotes.test(opening);
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\\') at += 1;
    else if (isOther ? sign === opening : quotes.test(sign)) {
      afterText.lastIndex = at + 1;
      if (afterText.test(text)) return at;
    }
  }
  return text.length;
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const unescapeText = (text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, wide, narrow, sign: string) => {
    const code: string | undefined = wide ?? narrow;
    return code === undefined ? (controls[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16));
  });
