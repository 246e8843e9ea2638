/** Embed code to paste into a website, a README, a feed or a forum. */
import { EmbedError } from '../validation.ts';
import { createEmbed, type Embed, type EmbedCodeOptions } from './embed.ts';
import { encodeAddress, escapeHtml, escapeTemplate, toScriptJson } from './escape.ts';
import { RELEASE } from './script-release.ts';

export type { EmbedCodeOptions } from './embed.ts';

interface Format {
  readonly code: (embed: Embed) => string;
  /** Combines the codes of several players. Default: separates them with an empty line. */
  readonly wrap?: (codes: readonly string[], first: Embed) => string;
}

const FORMATS = {
  address: { code: ({ url }) => url, wrap: joinLines },
  /** HTML: a frame as wide as its container, with the aspect ratio of width and height. */
  'responsive-iframe': {
    code: (embed) => createFrame(embed, `src="${escapeHtml(embed.url)}"`, fluidSize(embed)),
  },
  /** HTML: a frame of fixed size that is never wider than its container. */
  'fixed-iframe': {
    code: (embed) =>
      createFrame(
        embed,
        `src="${escapeHtml(embed.url)}"`,
        `width="${embed.width}" height="${embed.height}" style="max-width: 100%; height: auto; aspect-ratio: ${embed.width} / ${embed.height}; border: 0"`,
      ),
  },
  /** HTML: a frame with a cover picture. A click replaces it with the player, without script. */
  'click-iframe': {
    code(embed) {
      // Permissions without an origin would apply to `srcdoc`, which has the page's origin.
      const { origin } = new URL(embed.url);
      const allow = ['autoplay', ...framePermissions].map((name) => `${name} ${origin}`);
      return createFrame(embed, `srcdoc="${escapeHtml(createCover(embed))}"`, fluidSize(embed), allow);
    },
  },
  /** HTML: the element, containing a link that names the file and works without script. */
  'web-component': {
    code: (embed) => createElement('linkhaul-player', embed, escapeHtml),
    wrap: (codes, { script }) => joinLines([`<script src="${escapeHtml(script)}" async></script>`, ...codes]),
  },
  /** The same, with this version's script from a CDN. The integrity hash makes browsers reject any other file. */
  'web-component-cdn': {
    code: (embed) => createElement('linkhaul-player', embed, escapeHtml),
    wrap: (codes) =>
      joinLines([
        `<script src="${cdnScript}" integrity="${RELEASE.integrity}" crossorigin="anonymous" async></script>`,
        ...codes,
      ]),
  },
  /** HTML: a picture and a title that link to the player, for feeds and email. */
  thumbnail: {
    code(embed) {
      const { url, title, width } = embed;
      const style = `width="${width}" style="max-width: 100%; height: auto; border: 0"`;
      const picture = createPicture(embed, style);
      return `<a href="${escapeHtml(url)}">${picture && `${picture}<br>`}${escapeHtml(title)}</a>`;
    },
    wrap: (codes) => joinLines(codes.map((code) => `<p>${code}</p>`)),
  },
  /** A link, since Markdown has no frames. It shows the poster if there is one, otherwise the title. */
  markdown: {
    code({ url, title, poster }) {
      const text = escapeMarkdown(title);
      const shown = poster === undefined ? text : `![${text}](${encodeDestination(poster)})`;
      return `[${shown}](${encodeDestination(url)})`;
    },
  },
  /** A link for forums. BBCode has no escapes, so square brackets in the title become parentheses. */
  bbcode: {
    code: ({ url, title }) =>
      `[url=${encodeAddress(url)}]${title.replaceAll('[', '(').replaceAll(']', ')')}[/url]`,
    wrap: joinLines,
  },
  /** A VideoObject (schema.org) for search engines. They expect `poster` and `uploadedAt`. */
  'json-ld': {
    code: (embed) =>
      `<script type="application/ld+json">\n${toScriptJson(createVideoObject(embed))}\n</script>`,
    wrap: joinLines,
  },
  /** Tags for the head of a page: how social networks and messengers preview a link to it. One video per page. */
  'open-graph': {
    code: (embed) => joinLines(createOpenGraph(embed)),
  },
  /** The response of the page's own oEmbed address, as a JSON file. */
  oembed: {
    code: (embed) => toScriptJson(createOembed(embed)),
    wrap: (codes) => (codes.length === 1 ? joinLines(codes) : `[${codes.join(',\n')}]`),
  },
  react: {
    code: (embed) => createElement('LinkhaulPlayer', embed, escapeTemplate),
    wrap(codes) {
      const [only] = codes;
      const content = codes.length === 1 ? only : `<>\n${indent(codes, 6)}\n    </>`;
      return `import { LinkhaulPlayer } from 'linkhaul-player/react';

export function Video() {
  return (
    ${content}
  );
}`;
    },
  },
  /** `v-pre`: the content isn't a template, and the compiler needs no setting for the element. */
  vue: {
    code: (embed) => createElement('linkhaul-player', embed, escapeTemplate, ' v-pre'),
    wrap: (codes) =>
      `<script setup lang="ts">\nimport 'linkhaul-player/vue';\n</script>\n\n<template>\n${indent(codes, 2)}\n</template>`,
  },
  svelte: {
    code: (embed) => createElement('linkhaul-player', embed, escapeTemplate),
    wrap: (codes) =>
      `<script lang="ts">\n  import 'linkhaul-player/svelte';\n</script>\n\n${joinLines(codes)}`,
  },
  astro: {
    code: (embed) => createElement('linkhaul-player', embed, escapeTemplate),
    wrap: (codes) => `${joinLines(codes)}\n\n<script>\n  import 'linkhaul-player/element';\n</script>`,
  },
} satisfies Record<string, Format>;

export type EmbedFormat = keyof typeof FORMATS;

/** All formats, the most common first. */
export const embedFormats = /* @__PURE__ */ Object.keys(FORMATS) as readonly EmbedFormat[];

/**
 * Returns the code of a player without a trailing line break. It is escaped for its format, so titles and addresses can't inject anything.
 * @throws {EmbedError} if an option is invalid or the format doesn't exist.
 */
export const embedCode = (options: EmbedCodeOptions, format: EmbedFormat): string =>
  embedCodes([options], format);

/**
 * Returns the code of several players. Shared parts, such as the script, appear once, with the options of the first player.
 * @throws {EmbedError} if an option is invalid or the format doesn't exist.
 */
export function embedCodes(list: readonly EmbedCodeOptions[], format: EmbedFormat): string {
  if (!Object.hasOwn(FORMATS, format))
    throw new EmbedError('wrong-type', 'format', `must be one of ${embedFormats.join(', ')}.`);
  const { code, wrap = joinParagraphs }: Format = FORMATS[format];
  const embeds = list.map(createEmbed);
  const [first] = embeds;
  return first ? wrap(embeds.map(code), first) : '';
}

export const cdnScript = `https://cdn.jsdelivr.net/npm/linkhaul-player@${RELEASE.version}/dist/linkhaul-player.js`;

function joinLines(codes: readonly string[]): string {
  return codes.join('\n');
}

const framePermissions: readonly string[] = ['fullscreen', 'picture-in-picture', 'encrypted-media'];

const joinParagraphs = (codes: readonly string[]): string => codes.join('\n\n');

const indent = (codes: readonly string[], spaces: number): string =>
  codes.map((code) => ' '.repeat(spaces) + code).join('\n');

const fluidSize = ({ width, height }: Embed): string =>
  `style="width: 100%; max-width: 100%; aspect-ratio: ${width} / ${height}; border: 0"`;

/**
 * A frame with a link below it, which remains where frames are removed: some filters remove a frame with its content, others show its
 * markup. No autoplay, because the frame loads with its page.
 */
function createFrame(
  { url, title, sandbox, referrerPolicy }: Embed,
  source: string,
  size: string,
  allow = framePermissions,
): string {
  return `<div>
<iframe ${source} title="${escapeHtml(title)}" ${size} loading="lazy" allow="${escapeHtml(allow.join('; '))}" allowfullscreen${restrict(sandbox, referrerPolicy)}></iframe>
<a href="${escapeHtml(url)}"${restrict(undefined, referrerPolicy)}>${escapeHtml(title)}</a>
</div>`;
}

/** Attributes of a frame, a link or the element, which need no escaping. */
function restrict(sandbox: string | undefined, referrerPolicy: string | undefined): string {
  // An empty sandbox would block everything. The element uses this value too.
  const cage = sandbox === undefined ? '' : ` sandbox="${sandbox || 'allow-scripts allow-same-origin'}"`;
  return cage + (referrerPolicy ? ` referrerpolicy="${referrerPolicy}"` : '');
}

/** Shown in a frame before the click. The link opens in the frame. */
function createCover(embed: Embed): string {
  const { url, title, loading, referrerPolicy } = embed;
  const picture =
    loading === 'lazy' && isOnHost(embed)
      ? ''
      : createPicture(embed, 'style="position: absolute; width: 100%; height: 100%; object-fit: cover"');
  const label = 'position: relative; padding: .5em 1em; border-radius: 1em; background: #000a';
  return `<body style="margin: 0"><a href="${escapeHtml(url)}"${restrict(undefined, referrerPolicy)} style="display: grid; place-items: center; height: 100vh; background: #000; color: #fff; font: 1em sans-serif; text-decoration: none; outline-offset: -4px">${picture}<span style="${label}"><span aria-hidden="true">▶ </span>${escapeHtml(title)}</span></a>`;
}

function createPicture({ poster, srcset, sizes }: Embed, more: string): string {
  if (poster === undefined) return '';
  const set =
    srcset === undefined
      ? ''
      : `srcset="${escapeHtml(srcset)}" ${sizes === undefined ? '' : `sizes="${escapeHtml(sizes)}" `}`;
  return `<img ${set}src="${escapeHtml(poster)}" alt="" ${more}>`;
}

/** Loading the poster tells the host about every visitor. */
const isOnHost = ({ url, pictures }: Embed): boolean =>
  pictures.some((picture) => new URL(picture).host === new URL(url).host);

function createElement(
  name: 'linkhaul-player' | 'LinkhaulPlayer',
  embed: Embed,
  toText: (text: string) => string,
  more = '',
): string {
  const { url, title, loading, needsHttp, width, height, connect, sandbox, referrerPolicy } = embed;
  const isReact = name === 'LinkhaulPlayer';
  const allowHttp = isReact ? ' allowHttp' : ' allow-http';
  const label = (attribute: string, property: string, value: string | undefined) =>
    value === undefined ? '' : ` ${isReact ? property : attribute}="${toText(value)}"`;
  const options = [
    label('srcset', 'srcset', embed.srcset),
    label('sizes', 'sizes', embed.srcset && embed.sizes),
    label('play-label', 'playLabel', embed.playLabel),
    label('open-label', 'openLabel', embed.openLabel),
    connect === 'click' ? ' connect="click"' : '',
    label('sandbox', 'sandbox', sandbox),
    label('referrerpolicy', 'referrerPolicy', referrerPolicy || undefined),
  ].join('');
  const shape = width * 9 === height * 16 ? '' : ` width="${width}" height="${height}"`;
  const eager = loading === 'eager' && isOnHost(embed) ? ' loading="eager"' : '';
  return `<${name}${more}${needsHttp ? allowHttp : ''}${shape}${eager}${options}><a href="${toText(url)}">${toText(title)}</a></${name}>`;
}

/** JSON omits undefined values. */
const createVideoObject = ({ url, title, description, poster, uploadedAt, durationSeconds }: Embed) => ({
  '@context': 'https://schema.org',
  '@type': 'VideoObject',
  name: title,
  description,
  thumbnailUrl: poster,
  uploadDate: uploadedAt,
  duration: durationSeconds === undefined ? undefined : formatDuration(durationSeconds),
  embedUrl: url,
});

function createOpenGraph({ url, title, description, poster, width, height, pageUrl }: Embed): string[] {
  const properties: readonly (readonly [name: string, value: string | number | undefined])[] = [
    ['og:type', 'video.other'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', pageUrl],
    ['og:image', poster],
    ['og:video', url],
    ['og:video:secure_url', url.startsWith('https:') ? url : undefined],
    ['og:video:type', 'text/html'],
    ['og:video:width', width],
    ['og:video:height', height],
  ];
  return properties.flatMap(([name, value]) =>
    value === undefined ? [] : [`<meta property="${name}" content="${escapeHtml(String(value))}">`],
  );
}

/** https://oembed.com, "2.3.4.2. The video type". */
function createOembed(embed: Embed): object {
  const { title, width, height, poster } = embed;
  return {
    version: '1.0',
    type: 'video',
    title,
    html: createFrame(embed, `src="${escapeHtml(embed.url)}"`, fluidSize(embed)),
    width,
    height,
    // The specification requires a size. This is the player's.
    ...(poster !== undefined && { thumbnail_url: poster, thumbnail_width: width, thumbnail_height: height }),
  };
}

/** ISO 8601, such as PT1H2M3S. */
function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const parts = [hours && `${hours}H`, minutes && `${minutes}M`, (rest || whole === 0) && `${rest}S`];
  return `PT${parts.filter(Boolean).join('')}`;
}

/** Markdown allows escaping all ASCII punctuation. */
const escapeMarkdown = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** Markdown also decodes entities in addresses. */
const encodeDestination = (address: string): string =>
  encodeAddress(address).replace(/&(?=#?\w+;)/g, '&amp;');
