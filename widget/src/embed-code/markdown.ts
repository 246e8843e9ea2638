import type { Format } from './embed.ts';
import { bareAddress } from './escape.ts';

/** A link, since Markdown has no frames: the poster where there is one, else the title. */
export const markdown: Format = ({ url, title, poster }) => {
  const text = escaped(title);
  return `[${poster === undefined ? text : `![${text}](${destination(poster)})`}](${destination(url)})`;
};

/** Every punctuation mark of ASCII may be escaped, so none needs to be thought about. */
const escaped = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** Markdown decodes what looks like an entity even in an address. */
const destination = (address: string): string => bareAddress(address).replace(/&(?=#?\w+;)/g, '&amp;');
