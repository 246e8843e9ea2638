/** Links as text to paste back, one a line. A line that begins with `#` comments on what follows; a paste leaves it out. */
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

/** Line breaks in titles and the service's words must not become lines of their own. */
export const formatComment = (text: string) =>
  `# ${withoutIsolates(text)
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()}`;
