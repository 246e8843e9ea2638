/** The Content-Security-Policy directives that a website needs for an embed. */
import { createEmbed, invalidPage } from '../embed-code/embed.ts';
import { cdnScript } from '../embed-code/embed-code.ts';
import type { EmbedCodeOptions, EmbedFormat } from '../index.ts';

type Need = 'frame' | 'picture' | 'poster' | 'script' | 'cdn' | 'style' | 'posterStyle';

/** What the page with the code loads or runs itself. */
const needsOfFormat: Readonly<Record<EmbedFormat, readonly Need[]>> = {
  address: [],
  // A style attribute sets their size.
  'responsive-iframe': ['frame', 'style'],
  'fixed-iframe': ['frame', 'style'],
  // The document in the frame inherits the page's policy.
  'click-iframe': ['frame', 'poster', 'style'],
  'web-component': ['frame', 'poster', 'script'],
  'web-component-cdn': ['frame', 'poster', 'cdn'],
  thumbnail: ['poster', 'posterStyle'],
  markdown: ['picture'],
  bbcode: [],
  'json-ld': [],
  'open-graph': [],
  // Other websites show it.
  oembed: [],
  // Their script is part of the website's own.
  react: ['frame', 'poster'],
  vue: ['frame', 'poster'],
  svelte: ['frame', 'poster'],
  astro: ['frame', 'poster'],
};

const inlineStyle = "style-src-attr 'unsafe-inline'";

/**
 * Such as `frame-src https://host.example; script-src 'self'`, or empty if the code needs none. What the player loads is subject to the
 * service's policy.
 * @throws {EmbedError} if an option is invalid.
 */
export function createCspLine(options: EmbedCodeOptions, format: EmbedFormat): string {
  const { url, poster, pictures, script } = createEmbed(options);
  const sources = [...new Set(pictures.map(toOriginSource))];
  const directives: Readonly<Record<Need, string>> = {
    frame: `frame-src ${toOriginSource(url)}`,
    picture: poster === undefined ? '' : `img-src ${toOriginSource(poster)}`,
    // All of its sizes.
    poster: poster === undefined ? '' : `img-src ${sources.join(' ')}`,
    script: `script-src ${toScriptSource(script)}`,
    cdn: `script-src ${toScriptSource(cdnScript)}`,
    style: inlineStyle,
    posterStyle: poster === undefined ? '' : inlineStyle,
  };
  return needsOfFormat[format]
    .map((need) => directives[need])
    .filter(Boolean)
    .sort()
    .join('; ');
}

/** Without the path, which policies ignore after a redirect. Policies can't name IPv6 hosts, so those are allowed by scheme. */
function toOriginSource(address: string): string {
  const url = new URL(address);
  return url.hostname.startsWith('[') ? url.protocol : url.origin;
}

/** With the path, so that no other script on the host is allowed. */
function toScriptSource(script: string): string {
  const url = new URL(script, invalidPage);
  if (url.origin === invalidPage) return "'self'";
  const host = toOriginSource(url.href);
  // A semicolon would end the directive, a comma the policy.
  return host === url.protocol ? host : host + url.pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
}
