import type { Format } from './embed.ts';
import { encodeAddress } from './escape.ts';

/** A link, since Markdown has no frames: the poster where there is one, else the title. */
export const markdown: Format = ({ url, title, poster }) => {
  const text = escapeMarkdown(title);
  return `[${poster === undefined ? text : `![${text}](${destination(poster)})`}](${destination(url)})`;
};

/** Markdown allows to escape all ASCII punctuation. */
const escapeMarkdown = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** Markdown decodes entities in addresses, too. */
const destination = (address: string): string => encodeAddress(address).replace(/&(?=#?\w+;)/g, '&amp;');
