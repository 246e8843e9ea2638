/** What a large paste holds, line by line, so that nothing in it goes unremarked before it is sent. Pure. */
import { findLinks, parseLink } from '../../lib/links/link.ts';
import { isComment } from '../send/paste.ts';

export interface BatchLink {
  readonly url: string;
  /** The line that it stands in first; 1 for the first line. */
  readonly line: number;
  /** How often it was pasted; it is sent once. */
  readonly times: number;
}

export interface BadLine {
  readonly line: number;
  /** As it was pasted, without the space around it. */
  readonly text: string;
}

export interface Batch {
  /** In their order, each address once. */
  readonly links: readonly BatchLink[];
  /** Lines in which there is no address that a service could fetch. Empty lines and comments (`#`) are left out. */
  readonly badLines: readonly BadLine[];
  /** How many addresses were dropped because they stand there twice. */
  readonly repeated: number;
}

/** A line may be an address, or text with any number of addresses in it. */
export function readBatch(text: string): Batch {
  const links = new Map<string, BatchLink>();
  const badLines: BadLine[] = [];
  let repeated = 0;
  text.split('\n').forEach((whole, index) => {
    const content = whole.trim();
    if (content === '' || isComment(content)) return;
    const line = index + 1;
    const url = parseLink(content);
    const urls = url === null ? findLinks(content) : [url];
    if (urls.length === 0) badLines.push({ line, text: content });
    for (const each of urls) {
      const known = links.get(each);
      if (known) repeated += 1;
      links.set(each, known ? { ...known, times: known.times + 1 } : { url: each, line, times: 1 });
    }
  });
  return { links: [...links.values()], badLines, repeated };
}
