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
  /** `eager` loads a poster from the host at once, which reveals every visitor; `lazy` (default) at a hover or focus. */
  readonly loading?: 'lazy' | 'eager' | undefined;
  /** When it was published, for search engines: a date as ISO 8601 has it, with a time or without. */
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
  readonly poster: string | undefined;
  readonly loading: 'lazy' | 'eager';
  readonly uploadedAt: string | undefined;
  readonly durationSeconds: number | undefined;
  readonly script: string;
  /** Whether the element needs `allow-http`. */
  readonly needsHttp: boolean;
}

export function createEmbed(options: EmbedCodeOptions): Embed {
  return {
    url: embedUrl(options),
    title: toOneLine(options.title ?? '') || 'Video',
    width: checkPixels('width', options.width ?? 640),
    height: checkPixels('height', options.height ?? 360),
    poster: options.poster ?? undefined,
    loading: options.loading === 'eager' ? 'eager' : 'lazy',
    uploadedAt: options.uploadedAt == null ? undefined : checkDate(options.uploadedAt),
    durationSeconds: options.durationSeconds == null ? undefined : checkDuration(options.durationSeconds),
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
  return check('uploadedAt', value, isDate && !Number.isNaN(Date.parse(value)), rule);
}

const checkDuration = (value: number): number =>
  check('durationSeconds', value, Number.isFinite(value) && value >= 0, 'must be a number of seconds.');

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
