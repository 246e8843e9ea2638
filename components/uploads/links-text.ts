/**
 * Links as text that can be pasted back, one a line. A line that starts with `#` is a comment on the next link. Pasting ignores comments,
 * because they contain no address.
 */
import { withoutIsolates } from '../../lib/texts/plain.ts';

export interface TextLink {
  readonly url: string;
  /** Title, folder, reason of a failure. Empty ones are left out. */
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

/** Titles and the service's messages must not add lines or links. */
export const formatComment = (text: string) =>
  `# ${withoutIsolates(text)
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(addressSign, ' ')
    .trim()}`;

/** Where a space keeps text from being read as an address: after a scheme, before the slash after a host, and after "www.". */
const addressSign =
  /(?<=:|\b(?:https?|ftp))(?=[/\\&%])|(?<=\.[\p{L}\p{M}\p{N}-]+(?::\d+)?)(?=\/|&#)|(?<=\bwww\.)(?=[\p{L}\p{N}])/giu;
