/** Links that can be pasted back, one a line. `#` starts a comment on the next link, which pasting ignores because it has no address. */
import { withoutIsolates } from '../../lib/texts/plain.ts';

export interface TextLink {
  readonly url: string;
  /** Empty ones are left out. */
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

/** A space here keeps text from being read as an address: after a scheme, before a host's slash, and after "www.". */
const addressSign =
  /(?<=:|\b(?:https?|ftp))(?=[/\\&%])|(?<=\.[\p{L}\p{M}\p{N}-]+(?::\d+)?)(?=\/|&#)|(?<=\bwww\.)(?=[\p{L}\p{N}])/giu;
