/** Tells fragments that name a place in a file from those that name a file (`#key/file/F1`). Pure. */
import { createWordSet } from './word-set.ts';

/** Parameters of viewers and players: `#page=2&zoom=100`, `#t=90`. */
const viewParameters = createWordSet(`
  autoplay bookmark end heading highlight loop muted navpanes nameddest page pagemode scrollbar search slide
  start statusbar t time toolbar track view viewrect xywh zoom
`);

/** With a number, these name one of several items: `#video2`, `#episode-3`. */
const items = createWordSet(`
  audio cd clip disc disk doc dvd ep episode file film gallery id image img item lecture lesson media movie
  photo pic scene season song track trailer v vid video vol volume
`);

/**
 * Empty if the fragment only names a place in the file.
 * @param fragment decoded, without "#"
 */
export function removeAnchor(fragment: string): string {
  // A text fragment comes last.
  const [anchor = ''] = fragment.split(':~:', 1);
  return isAnchor(anchor) ? '' : anchor;
}

function isAnchor(anchor: string): boolean {
  if (isStart(anchor)) return true;
  if (isNumberedItem(anchor) || isFileName(anchor)) return false;
  return (
    isLineRange(anchor) ||
    isNote(anchor) ||
    isPointer(anchor) ||
    isHeading(anchor) ||
    anchor.split('&').every(isViewParameter)
  );
}

/** Scripts write it as a path. */
const isStart = (anchor: string): boolean => /^(?:!?\/?|_?top)$/.test(anchor);

function isNumberedItem(anchor: string): boolean {
  const [, word = ''] = /(?:^|[-_. ])([a-z]+)[-_. ]?\d+$/i.exec(anchor) ?? [];
  return items.has(word.toLowerCase());
}

const isFileName = (anchor: string): boolean => /[^.]\.[a-z][a-z\d]{1,4}$/i.test(anchor);

/** GitHub's lines: L12, L12-L20, L12-20 or L12C3-L14C5. */
const isLineRange = (anchor: string): boolean => /^L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?$/.test(anchor);

/** A footnote or a post, by its number. */
const isNote = (anchor: string): boolean =>
  /^(?:comment|discussion_r|fn|fnref|issuecomment|message|msg|note|p|page|post|ref|reply|_?toc)[-_:]?\d+$/i.test(
    anchor,
  );

/** Standard pointers into a book, a picture or a document. */
const isPointer = (anchor: string): boolean => /^(?:epubcfi|svgView|xpointer)\(.*\)$/.test(anchor);

/** Values with a slash or an exclamation mark are paths or scripts' own addresses (`#!`). */
function isViewParameter(part: string): boolean {
  const [name = '', value = ''] = part.split('=', 2);
  const isKnown = viewParameters.has(name.toLowerCase()) || name.startsWith('utm_');
  return part === '' || (isKnown && !/[/!]/.test(value));
}

/** Words with or without numbers: `section-2`, `Related Work`. Keys mix letters, cases and digits. */
function isHeading(anchor: string): boolean {
  const startsLikeWord = /^(?:\p{L}{3}|\p{Ll}+$|\p{Lo})/u.test(anchor);
  return startsLikeWord && anchor.split(/[-_.: ]+/u).every(isWordOrNumber);
}

const isWordOrNumber = (part: string): boolean =>
  /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{1,20}|\p{Lu}{1,20})\d{0,2}$/u.test(part) || /^\d+$/.test(part);
