/** What a website's Content-Security-Policy has to allow for an embed. */
import { PAGE, prepare } from '../embed-code/embed.ts';
import type { EmbedCodeOptions, EmbedFormat } from '../index.ts';

type Need = 'frame' | 'poster' | 'script' | 'style';

/** Only what is loaded or run by the page that the code is pasted into. */
const NEEDS: Readonly<Record<EmbedFormat, readonly Need[]>> = {
  address: [],
  // Its frame is as wide as its surroundings by a style attribute.
  'responsive-iframe': ['frame', 'style'],
  'fixed-iframe': ['frame'],
  'web-component': ['frame', 'poster', 'script'],
  // The bundle that it becomes part of is allowed already.
  react: ['frame', 'poster'],
  markdown: ['poster'],
  bbcode: [],
  oembed: ['frame'],
};

/**
 * The directives that a website with a policy has to have for this code to work, in the order of their names, such as
 * `frame-src https://host.example; script-src 'self'`; empty where it needs none. What the player itself loads,
 * subtitles among it, is a matter of the service's policy, not of the website's.
 * @throws {EmbedError} where an option is wrong.
 */
export function createCspLine(options: EmbedCodeOptions, format: EmbedFormat): string {
  const { url, poster, script } = prepare(options);
  const directives: Readonly<Record<Need, string>> = {
    frame: `frame-src ${toOriginSource(url)}`,
    poster: poster === undefined ? '' : `img-src ${toOriginSource(poster)}`,
    script: `script-src ${toScriptSource(script)}`,
    style: "style-src-attr 'unsafe-inline'",
  };
  return NEEDS[format]
    .map((need) => directives[need])
    .filter(Boolean)
    .sort()
    .join('; ');
}

/** Without the path: after a redirect it would not count anyway. Policies cannot name IPv6 hosts; their scheme has to do. */
function toOriginSource(address: string): string {
  const url = new URL(address);
  return url.hostname.startsWith('[') ? url.protocol : url.origin;
}

/** A script is allowed by its whole address, since whoever can put one beside it could run anything. */
function toScriptSource(script: string): string {
  const url = new URL(script, PAGE);
  if (url.origin === PAGE) return "'self'";
  const host = toOriginSource(url.href);
  // A semicolon would end the directive, a comma the policy.
  return host === url.protocol ? host : host + url.pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
}
