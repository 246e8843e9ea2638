import type { Format } from './embed.ts';
import { encodeAddress } from './escape.ts';

/** A link for forums. BBCode has no escapes: square brackets in the title become round ones. */
export const bbcode: Format = ({ url, title }) =>
  `[url=${encodeAddress(url)}]${title.replaceAll('[', '(').replaceAll(']', ')')}[/url]`;
