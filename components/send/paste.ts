/** What a paste holds: links, line by line, and the lines that hold none. Pure. */
import { findLinks, type LinkDraft, parseLink } from '../../lib/links/link.ts';

export interface Paste {
  readonly links: readonly LinkDraft[];
  /** Lines in which there is no address that a service could fetch, as they were pasted. */
  readonly badLines: readonly string[];
}

/** What `uploads/links-text.ts` writes beside the addresses. */
export const isComment = (line: string): boolean => line.trimStart().startsWith('#');

/** A line may be an address, or text with addresses in it; each address counts once. */
export function readPaste(text: string): Paste {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isComment(line));
  const found = lines.map((line) => {
    const whole = parseLink(line);
    return { line, urls: whole === null ? findLinks(line) : [whole] };
  });
  const urls = new Set(found.flatMap((each) => each.urls));
  return {
    links: [...urls].map((url) => ({ url })),
    badLines: found.filter((each) => each.urls.length === 0).map(({ line }) => line),
  };
}
