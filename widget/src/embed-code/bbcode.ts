import type { Format } from './embed.ts';
import { bareAddress } from './escape.ts';

/** A link for forums. BBCode has no escapes: square brackets in the title become round ones. */
export const bbcode: Format = ({ url, title }) =>
  `[url=${bareAddress(url)}]${title.replaceAll('[', '(').replaceAll(']', ')')}[/url]`;
