/**
 * Links as text to paste back, one a line. A line that begins with `#` comments on what follows; a paste leaves it out,
 * since there is no address in it.
 */
import { withoutIsolates } from '../../lib/texts/plain.ts';

export interface TextLink {
  readonly url: string;
  /** Title, folder, why it failed. Empty ones are left out. */
  readonly comments: readonly (string | null)[];
}

/** Ends with a line break. */
export function linksText(heading: string, links: readonly TextLink[]): string {
  const lines = links.flatMap(({ url, comments }) => {
    const comment = comments.filter((comment) => comment !== null && comment.trim() !== '').join(' · ');
    return comment === '' ? [url] : [formatComment(comment), url];
  });
  return `${[formatComment(heading), ...lines].join('\n')}\n`;
}

/** Titles and the service's words must become neither lines nor links of their own. */
export const formatComment = (text: string) =>
  `# ${withoutIsolates(text)
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(addressSign, ' ')
    .trim()}`;

/** Where a space keeps words from being an address: behind a scheme, before the slash behind a host, and behind "www.". */
const addressSign =
  /(?<=:|\b(?:https?|ftp))(?=[/\\&%])|(?<=\.[\p{L}\p{M}\p{N}-]+(?::\d+)?)(?=\/|&#)|(?<=\bwww\.)(?=[\p{L}\p{N}])/giu;
