/** Tells prose from lists of links in pasted text, and finds links that the user probably doesn't mean. Pure. */
import type { Steps } from '../timing/steps.ts';
import { decodePercent } from './decode-percent.ts';
import { getLinkKind } from './link-kind.ts';
import type { LeftOut, ParsedLinks, TextLink } from './read-links.ts';
import { minWidth } from './wrapped-lines.ts';

/** `unsubscribe`: opening it ends a subscription. `cut`: the next line seems to continue it. */
export type Doubt = 'unsubscribe' | 'cut';

/** Without hyphens and the like. */
const unsubscribing = [
  'unsubscribe',
  'optout',
  'emailpreferences',
  'subscriptionpreferences',
  'managesubscription',
  'abmelden',
  'abbestellen',
  'afmelden',
  'uitschrijven',
  'desabonner',
  'desinscri',
  'desuscribir',
  'cancelarsuscripcion',
  'cancelarinscricao',
  'descadastrar',
  'disiscri',
  'otpis',
  'отпис',
  '退订',
  '配信停止',
];

/**
 * By address.
 * @param text the text that the links were read from
 */
export function* findDoubts(
  text: string,
  { links, leftOut }: ParsedLinks,
): Steps<ReadonlyMap<string, Doubt>> {
  const lines = text.split('\n');
  const unread = new Map(leftOut.map((each) => [each.line, each]));
  const lastOfLine = new Map(links.map((link) => [link.line, link]));
  const doubts = new Map<string, Doubt>();
  for (const link of links) {
    yield;
    const isLast = lastOfLine.get(link.line) === link;
    // A film about unsubscribing is a film, and the link of a whole file doesn't continue.
    if (getLinkKind(link.url) !== 'page') continue;
    if (isUnsubscribing(link.url)) doubts.set(link.url, 'unsubscribe');
    else if (isLast && isCut(link, lines, unread.get(link.line + 1))) doubts.set(link.url, 'cut');
  }
  return doubts;
}

function isUnsubscribing(url: string): boolean {
  const words = decodePercent(url)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[-_.\p{M}]/gu, '');
  return unsubscribing.some((word) => words.includes(word));
}

/** The link ends its line, and the next line is one word that could continue it. If that word is indented, the line has to be long. */
function isCut({ line, url }: TextLink, lines: readonly string[], next: LeftOut | undefined): boolean {
  const first = (lines[line - 1] ?? '').trimEnd();
  const end = first.slice(-maxCompared);
  const isAtEnd =
    end.length === maxCompared && !/\s/u.test(end) && decodePercent(url).endsWith(decodePercent(end));
  const rest = lines[line]?.trimEnd() ?? '';
  if (!isAtEnd || next?.reason !== 'no-link' || (/^\s/u.test(rest) && first.length < minWidth)) return false;
  return /^\s*(?![#>*+-])[^\s"'<>]{3,}$/u.test(rest) && /[\d/.=&%?_-]/.test(rest);
}

const maxCompared = 12;

/** From this average number of words per link, a text is prose. */
const minWords = 4;

/** With the punctuation after them. */
const listWords = (text: string) => text.match(/(?<=^|\s)[\p{L}\p{M}'’]+[.,;:!?]*(?=\s|$)/gu) ?? [];

/** The links are part of sentences, as in a mail. */
export function* isProse(
  text: string,
  { links, leftOut }: Pick<ParsedLinks, 'links' | 'leftOut'>,
): Steps<boolean> {
  let count = 0;
  for (const line of text.split('\n')) {
    yield;
    count += listWords(line).length;
  }
  if (links.length === 0 || count < 2 * minWords) return false;
  return count >= minWords * links.length || leftOut.some(isSentence);
}

/** In a title, most words begin with capitals. */
function isSentence({ text, reason }: LeftOut): boolean {
  const words = listWords(text);
  const isText = reason === 'no-link' || reason === 'rest';
  return (
    isText && words.length >= minWords && words.filter((word) => /^\p{Ll}/u.test(word)).length >= minWords - 1
  );
}

/** A part without a link that doesn't even look like one. */
export const isProseLine = ({ text, reason }: LeftOut): boolean =>
  (reason === 'no-link' || reason === 'rest') && !/\S[/\\]\S|\w\.\w{2,}/.test(text);
