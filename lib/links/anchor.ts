/** Fragments that name a place in a file, beside those that name a file of their own (`#key/file/F1`). Pure. */

/** Parameters of viewers and players: `#page=2&zoom=100`, `#t=90`. */
const viewParameters = new Set(
  `autoplay end highlight loop muted navpanes nameddest page pagemode scrollbar search start statusbar t time toolbar track
  view viewrect xywh zoom`.split(/\s+/),
);

/** With a number, these name one of several things: `#video2`, `#episode-3`. */
const items = new Set(
  'audio clip doc ep episode file film id image img item media movie photo pic song v vid video'.split(' '),
);

/** Whether a fragment only says where to look in what the address names. Decoded, without "#". */
export function isAnchor(fragment: string): boolean {
  // Text to scroll to stands behind everything else.
  const [place = ''] = fragment.split(':~:', 1);
  if (place === '' || place === '/') return true;
  if (isNumberedItem(place)) return false;
  return isLineRange(place) || isHeading(place) || place.split('&').every(isViewParameter);
}

function isNumberedItem(place: string): boolean {
  const [, word = ''] = /(?:^|[-_. ])([a-z]+)[-_. ]?\d+$/i.exec(place) ?? [];
  return items.has(word.toLowerCase());
}

/** GitHub’s lines: L12, L12-L20 or L12-20. */
const isLineRange = (place: string): boolean => /^L\d+(?:-L?\d+)?$/.test(place);

/** The values of a path, and of scripts' own addresses (`#!`), are no positions. */
function isViewParameter(part: string): boolean {
  const [name = '', value] = part.split('=', 2);
  return viewParameters.has(name) && value !== undefined && !/[/!]/.test(value);
}

/** Words as people write them, with or without numbers: `section-2`, `Related Work`. Keys mix letters, cases and digits. */
function isHeading(place: string): boolean {
  const startsLikeWord = /^(?:\p{L}{3}|\p{Ll}+$|\p{Lo})/u.test(place);
  return startsLikeWord && place.split(/[-_. ]+/u).every(isWordOrNumber);
}

const isWordOrNumber = (part: string): boolean =>
  /^\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{1,20}\d*$/u.test(part) ||
  /^\p{Lu}{1,20}\d*$/u.test(part) ||
  /^\d+$/.test(part);
