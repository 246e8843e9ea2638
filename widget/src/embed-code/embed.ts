/** The input that all formats share. */
import type { EmbedOptions } from '../embed-url.ts';
import { embedUrl } from '../player-form.ts';
import { type AddressRules, checkAddress, checkText, EmbedError } from '../validation.ts';

export interface EmbedCodeOptions extends EmbedOptions {
  /** Title of the player, for screen readers and links. Any text, default "Video". */
  readonly title?: string | undefined;
  /** CSS pixels, default 640. Responsive formats use the aspect ratio only. */
  readonly width?: number | undefined;
  /** CSS pixels, default 360. */
  readonly height?: number | undefined;
  /** Address of `linkhaul-player.js`, absolute or relative to the page. Default "/linkhaul-player.js". */
  readonly script?: string | undefined;
  /** The poster in several sizes, in the syntax of the `srcset` attribute of `<img>`. For elements and pictures. */
  readonly srcset?: string | undefined;
  /** How wide the player is shown, in the syntax of the `sizes` attribute of `<img>`. For `srcset`. */
  readonly sizes?: string | undefined;
  /** When to load a poster from the host: `eager` at once, which reveals every visitor to the host, `lazy` (default) on hover or focus. */
  readonly loading?: 'lazy' | 'eager' | undefined;
  /** The word before the title in the name of the element's button, in the website's language. Default "Play". */
  readonly playLabel?: string | undefined;
  /** The text of the element's link to the host. Default "Open at the host". */
  readonly openLabel?: string | undefined;
  /** When the element may first contact the host. Default "hover". */
  readonly connect?: 'hover' | 'click' | undefined;
  /** Restrictions of the frame, as in HTML. An empty string allows scripts and the host's own storage only. */
  readonly sandbox?: string | undefined;
  /** What the frame and its link tell the host about the page, as in HTML. */
  readonly referrerpolicy?: string | undefined;
  /** Where playback starts, if the host supports it. */
  readonly startSeconds?: number | undefined;
  /** One or two sentences about the video, for search engines and link previews. */
  readonly description?: string | undefined;
  /** Address of the page that shows the player, for link previews. */
  readonly pageUrl?: string | undefined;
  /** When it was published, for search engines: an ISO 8601 date, optionally with a time. UTC if there is no time zone. */
  readonly uploadedAt?: string | undefined;
  /** For search engines. */
  readonly durationSeconds?: number | undefined;
}

/** Validated, with defaults. */
export interface Embed {
  readonly url: string;
  /** One well-formed line, never empty. Not escaped. */
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** If only `srcset` is given, its first address. */
  readonly poster: string | undefined;
  readonly srcset: string | undefined;
  readonly sizes: string | undefined;
  /** The addresses in `poster` and `srcset`. */
  readonly pictures: readonly string[];
  readonly loading: 'lazy' | 'eager';
  readonly playLabel: string | undefined;
  readonly openLabel: string | undefined;
  readonly connect: 'hover' | 'click';
  readonly sandbox: string | undefined;
  readonly referrerPolicy: string | undefined;
  readonly description: string | undefined;
  readonly pageUrl: string | undefined;
  /** With a time and a time zone. */
  readonly uploadedAt: string | undefined;
  readonly durationSeconds: number | undefined;
  readonly script: string;
  readonly needsHttp: boolean;
}

export function createEmbed(options: EmbedCodeOptions): Embed {
  const candidates = options.srcset == null ? [] : checkCandidates(options.srcset, options);
  const addresses = candidates.map(([address = '']) => address);
  const poster = options.poster ?? addresses[0];
  return {
    url: addStart(embedUrl(options), options.startSeconds),
    title: toOneLine(options.title ?? '') || 'Video',
    width: checkPixels('width', options.width ?? 640),
    height: checkPixels('height', options.height ?? 360),
    poster,
    srcset: candidates.map((each) => each.join(' ')).join(', ') || undefined,
    sizes: toOneLine(options.sizes ?? '') || undefined,
    pictures: poster === undefined ? [] : [poster, ...addresses],
    loading: options.loading === 'eager' ? 'eager' : 'lazy',
    playLabel: toOneLine(options.playLabel ?? '') || undefined,
    openLabel: toOneLine(options.openLabel ?? '') || undefined,
    connect: options.connect === 'click' ? 'click' : 'hover',
    sandbox: options.sandbox == null ? undefined : checkTokens('sandbox', options.sandbox),
    referrerPolicy:
      options.referrerpolicy == null ? undefined : checkTokens('referrerpolicy', options.referrerpolicy),
    description: toOneLine(options.description ?? '') || undefined,
    pageUrl: options.pageUrl == null ? undefined : checkAddress('pageUrl', options.pageUrl, options).href,
    uploadedAt: options.uploadedAt == null ? undefined : checkDate(options.uploadedAt),
    durationSeconds:
      options.durationSeconds == null ? undefined : checkSeconds('durationSeconds', options.durationSeconds),
    script: options.script === undefined ? '/linkhaul-player.js' : checkScript(options.script, options),
    // Without `allowHttp`, `embedUrl` above has rejected addresses that need it.
    needsHttp: !!options.allowHttp && needsHttp(options),
  };
}

/** The options are only valid with `allowHttp`. */
export const needsHttp = (options: EmbedOptions): boolean =>
  !isValid({ ...options, allowHttp: false }) && isValid({ ...options, allowHttp: true });

function isValid(options: EmbedOptions): boolean {
  try {
    embedUrl(options);
    return true;
  } catch (error) {
    if (error instanceof EmbedError) return false;
    throw error;
  }
}

/** A title may be any file name. Line breaks and lone surrogates would break some formats. */
const toOneLine = (title: string): string =>
  title
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();

function check<T>(field: string, value: T, isValid: boolean, rule: string): T {
  if (isValid) return value;
  throw new EmbedError('wrong-type', field, rule);
}

const checkPixels = (field: string, value: number): number =>
  check(field, value, Number.isSafeInteger(value) && value > 0, 'must be a whole number of pixels above 0.');

function checkDate(value: string): string {
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(value);
  const rule = 'must be a date such as 2026-11-20 or 2026-11-20T12:00:00Z.';
  check('uploadedAt', value, isDate && !Number.isNaN(Date.parse(value)), rule);
  const [day, time = '00:00:00'] = value.split('T');
  return `${day}T${time}${/Z|[+-]\d\d:\d\d$/.test(time) ? '' : 'Z'}`;
}

const checkSeconds = (field: string, value: number): number =>
  check(field, value, Number.isFinite(value) && value >= 0, 'must be a number of seconds.');

/** As browsers split it. Returns the address and descriptor of each picture. */
function checkCandidates(srcset: string, rules: AddressRules): string[][] {
  const rule = 'must have addresses, each with a width such as 640w or a density such as 2x, between commas.';
  // A comma in an address only separates if it is the last character.
  const parts = checkText('srcset', srcset)
    .trim()
    .split(/,+(?=\s|$)|(?<=\s[\d.]+[wx]\s*),/)
    .map((part) => part.trim().split(/\s+/));
  const all = parts.at(-1)?.[0] === '' ? parts.slice(0, -1) : parts;
  for (const [address, descriptor = '1x', ...more] of all) {
    checkAddress('srcset', address, rules);
    check('srcset', more, more.length === 0 && /^(\d+w|\d*\.?\d+x)$/.test(descriptor), rule);
  }
  return all;
}

const checkTokens = (field: string, value: string): string =>
  check(field, value, /^[a-z -]*$/.test(value), 'must be the value that HTML has for this attribute.');

/** The two forms that hosts read, as for the element's `start`. */
function addStart(address: string, seconds: number | undefined): string {
  const start = Math.floor(checkSeconds('startSeconds', seconds ?? 0));
  return start > 0 ? `${address}${address.includes('?') ? '&' : '?'}t=${start}#t=${start}` : address;
}

/** Stands for the page that the code is pasted into. */
export const invalidPage = 'https://page.invalid';

/** May be a path on the page's site. @throws {EmbedError} if it is invalid. */
export function checkScript(script: string, rules: AddressRules): string {
  const url = URL.parse(checkText('script', script), invalidPage);
  if (!url) throw new EmbedError('bad-address', 'script', 'is neither an address nor a path.');
  // `//cdn.example/player.js` is also another site.
  if (URL.canParse(script)) checkAddress('script', script, rules);
  else if (url.origin !== invalidPage) checkAddress('script', url.href, rules);
  return script;
}
