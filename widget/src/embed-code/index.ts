/** Embed code to paste into a website, a README or a forum. */
import { EmbedError } from '../validation.ts';
import { createEmbed, type Embed, type EmbedCodeOptions } from './embed.ts';
import { encodeAddress, escapeHtml } from './escape.ts';

export type { EmbedCodeOptions } from './embed.ts';

const FORMATS = {
  address: ({ url }) => url,
  /** HTML: a frame with the width of its container and the aspect ratio of width and height. */
  'responsive-iframe': (embed) =>
    createFrame(embed, `style="width: 100%; aspect-ratio: ${embed.width} / ${embed.height}; border: 0"`),
  /** HTML: a frame of fixed size, for sites that allow no style. */
  'fixed-iframe': (embed) => createFrame(embed, `width="${embed.width}" height="${embed.height}"`),
  /** HTML: the element, and in it the link that names the file and works without script. */
  'web-component': ({ url, title, script, needsHttp, width, height }) =>
    `<script src="${escapeHtml(script)}" async></script>
<linkhaul-player${needsHttp ? ' allow-http' : ''}${width * 9 === height * 16 ? '' : ` width="${width}" height="${height}"`}><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></linkhaul-player>`,
  /** A link, since Markdown has no frames: the poster where there is one, else the title. */
  markdown({ url, title, poster }) {
    const text = escapeMarkdown(title);
    const shown = poster === undefined ? text : `![${text}](${encodeDestination(poster)})`;
    return `[${shown}](${encodeDestination(url)})`;
  },
  /** A link for forums. BBCode has no escapes: square brackets in the title become round ones. */
  bbcode: ({ url, title }) =>
    `[url=${encodeAddress(url)}]${title.replaceAll('[', '(').replaceAll(']', ')')}[/url]`,
} satisfies Record<string, (embed: Embed) => string>;

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

/** Without autoplay: these frames load with their page, not by a click. */
function createFrame({ url, title }: Embed, size: string): string {
  return `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" ${size} loading="lazy" allow="fullscreen; picture-in-picture; encrypted-media"></iframe>`;
}

/** Markdown allows to escape all ASCII punctuation. */
const escapeMarkdown = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** Markdown decodes entities in addresses, too. */
const encodeDestination = (address: string): string =>
  encodeAddress(address).replace(/&(?=#?\w+;)/g, '&amp;');
