/** What a paste holds: links, each with its first line, and the lines that hold none. Pure. */
import { findLinks, maxLinkLength, parseLink } from '../../lib/links/link.ts';

export interface PastedLink {
  readonly url: string;
  /** Its first line, counted from 1. */
  readonly line: number;
  /** How often it was pasted; it is sent once. */
  readonly times: number;
}

export interface BadLine {
  readonly line: number;
  /** As it was pasted, without the space around it. */
  readonly text: string;
  /** `scheme`: an address of a kind that no service could fetch. */
  readonly reason: 'no-link' | 'scheme' | 'too-long';
}

export interface Paste {
  /** In their order, each address once. */
  readonly links: readonly PastedLink[];
  /**
   * Lines in which there is no address that a service could fetch. Empty lines and comments (`#`, which
   * `uploads/links-text.ts` writes) are left out.
   */
  readonly badLines: readonly BadLine[];
}

/** A line may be an address, or text with any number of addresses in it. */
export function readPaste(text: string): Paste {
  const links = new Map<string, PastedLink>();
  const badLines: BadLine[] = [];
  text.split('\n').forEach((whole, index) => {
    const content = whole.trim();
    if (content === '' || content.startsWith('#')) return;
    const line = index + 1;
    const url = parseLink(content);
    const urls = url === null ? findLinks(content) : [url];
    if (urls.length === 0) badLines.push({ line, text: content, reason: reasonOf(content) });
    for (const each of urls) {
      const { line: first = line, times = 0 } = links.get(each) ?? {};
      links.set(each, { url: each, line: first, times: times + 1 });
    }
  });
  return { links: [...links.values()], badLines };
}

function reasonOf(content: string): BadLine['reason'] {
  if (content.length > maxLinkLength) return 'too-long';
  return /^[a-z][a-z\d+.-]*:\S/iu.test(content) && !/^https?:/iu.test(content) ? 'scheme' : 'no-link';
}
