/** Embed code to paste into a website, a README or a forum. A new format is a file, and a line in this table. */
import { EmbedError } from '../validation.ts';
import { address } from './address.ts';
import { bbcode } from './bbcode.ts';
import { createEmbed, type EmbedCodeOptions, type Format } from './embed.ts';
import { fixedIframe } from './fixed-iframe.ts';
import { markdown } from './markdown.ts';
import { responsiveIframe } from './responsive-iframe.ts';
import { webComponent } from './web-component.ts';

export type { EmbedCodeOptions } from './embed.ts';

const FORMATS = {
  address,
  'responsive-iframe': responsiveIframe,
  'fixed-iframe': fixedIframe,
  'web-component': webComponent,
  markdown,
  bbcode,
} satisfies Record<string, Format>;

export type EmbedFormat = keyof typeof FORMATS;

/** The names of all formats, the most common first. */
export const embedFormats = /* @__PURE__ */ Object.keys(FORMATS) as readonly EmbedFormat[];

/**
 * The code of a player, escaped for its format: no title and no address can inject anything. It does not end with a line
 * break.
 * @throws {EmbedError} where an option is wrong, or there is no such format.
 */
export function embedCode(options: EmbedCodeOptions, format: EmbedFormat): string {
  if (!Object.hasOwn(FORMATS, format))
    throw new EmbedError('wrong-type', 'format', `must be one of ${embedFormats.join(', ')}.`);
  return FORMATS[format](createEmbed(options));
}
