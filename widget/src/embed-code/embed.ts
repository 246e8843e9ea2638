/** The common input of all formats. */
import type { EmbedOptions } from '../embed-url.ts';
import { embedUrl } from '../player-form.ts';
import { type AddressRules, checkAddress, checkText, EmbedError } from '../validation.ts';

export interface EmbedCodeOptions extends EmbedOptions {
  /** Title of the player, for screen readers and links; any text, default "Video". */
  readonly title?: string | undefined;
  /** CSS pixels, default 640; the responsive formats use the aspect ratio. */
  readonly width?: number | undefined;
  /** CSS pixels, default 360. */
  readonly height?: number | undefined;
  /** Address of `linkhaul-player.js`, absolute or relative to the page; default "/linkhaul-player.js". */
  readonly script?: string | undefined;
  /** The poster in several sizes, each with its address, for elements and pictures: what `srcset` of an `<img>` takes. */
  readonly srcset?: string | undefined;
  /** How wide the player is shown, for `srcset`; what `sizes` of an `<img>` takes. */
  readonly sizes?: string | undefined;
  /** `eager` loads a poster from the host at once, which reveals every visitor; `lazy` (default) at a hover or focus. */
  readonly loading?: 'lazy' | 'eager' | undefined;
  /** The word before the title in the name of the element's button, in the website's language; default "Play". */
  readonly playLabel?: string | undefined;
  /** The words of the element's link to the host; default "Open at the host". */
  readonly openLabel?: string | undefined;
  /** When the element may contact the host first; default "hover". */
  readonly connect?: 'hover' | 'click' | undefined;
  /** Restrictions of the frame, as HTML has them; empty for scripts and the host's own storage alone. */
  readonly sandbox?: string | undefined;
  /** What the frame and its link tell the host about the page, as HTML has it. */
  readonly referrerpolicy?: string | undefined;
  /** Where playback begins, if the host can. */
  readonly startSeconds?: number | undefined;
  /** A sentence or two about it, for search engines and previews of links. */
  readonly description?: string | undefined;
  /** Address of the page that shows the player, for previews of links. */
  readonly pageUrl?: string | undefined;
  /** When it was published, for search engines: a date as ISO 8601 has it, with a time or without; in UTC if no time zone is given. */
  readonly uploadedAt?: string | undefined;
  /** Its length, for search engines. */
  readonly durationSeconds?: number | undefined;
}

/** Validated options, with defaults. */
export interface Embed {
  readonly url: string;
  /** One well-formed line, never empty; not escaped. */
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Where only `srcset` is given, the first of it. */
  readonly poster: string | undefined;
  readonly srcset: string | undefined;
  readonly sizes: string | undefined;
  /** The addresses of `poster` and `srcset`. */
  readonly pictures: readonly string[];
  readonly loading: 'lazy' | 'eager';
  readonly playLabel: string | undefined;
  readonly openLabel: string | undefined;
  readonly connect: 'hover' | 'click';
  readonly sandbox: string | undefined;
  readonly referrerPolicy: string | undefined;
  readonly description: string | undefined;
  readonly pageUrl: string | undefined;
  /** With a time and its zone. */
  readonly uploadedAt: string | undefined;
  readonly durationSeconds: number | undefined;
  readonly script: string;
  /** Whether the element needs `allow-http`. */
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
    // Without `allowHttp` the address above was valid.
    needsHttp: !!options.allowHttp && needsHttp(options),
  };
}

/** Whether the options are valid with `allowHttp` only. */
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

/** A title may be any file name, but line breaks and lone surrogates would break a format. */
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

/** Address and descriptor of each picture in the value of `srcset`, split where browsers split it. */
function checkCandidates(srcset: string, rules: AddressRules): string[][] {
  const rule = 'must have addresses, each with a width such as 640w or a density such as 2x, between commas.';
  // A comma in an address ends it at its end only.
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

/** In the two forms that hosts read; `start` of the element does the same. */
function addStart(address: string, seconds: number | undefined): string {
  const start = Math.floor(checkSeconds('startSeconds', seconds ?? 0));
  return start > 0 ? `${address}${address.includes('?') ? '&' : '?'}t=${start}#t=${start}` : address;
}

/** Origin of the page that the code is pasted into, which is unknown. */
export const invalidPage = 'https://page.invalid';

/** Checks the script’s address, which may be a path on the page’s site. @throws {EmbedError} where it is wrong. */
export function checkScript(script: string, rules: AddressRules): string {
  const url = URL.parse(checkText('script', script), invalidPage);
  if (!url) throw new EmbedError('bad-address', 'script', 'is neither an address nor a path.');
  // `//cdn.example/player.js` is another site, too.
  if (URL.canParse(script)) checkAddress('script', script, rules);
  else if (url.origin !== invalidPage) checkAddress('script', url.href, rules);
  return script;
}
