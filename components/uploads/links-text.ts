/**
 * Links as text that people and programs can read, and that can be pasted back: one address a line, in order. A line
 * that begins with `#` is a comment about the address below it, or about the whole list; a paste leaves those out.
 */
import { withoutIsolates } from '../../lib/texts/plain.ts';

export interface TextLink {
  readonly url: string;
  /** What is to be known of it: its title, its folder, why it failed. Empty ones are left out. */
  readonly comments: readonly (string | null)[];
}

/** `heading`: what the list is, in words. The text ends with a line break. */
export function linksText(heading: string, links: readonly TextLink[]): string {
  const lines = links.flatMap(({ url, comments }) => {
    const comment = comments.filter((comment) => comment !== null && comment.trim() !== '').join(' · ');
    return comment === '' ? [url] : [formatComment(comment), url];
  });
  return `${[formatComment(heading), ...lines].join('\n')}\n`;
}

/** Titles and the service's words may have line breaks in them, which must not become lines of their own. */
export const formatComment = (text: string) =>
  `# ${withoutIsolates(text)
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()}`;
