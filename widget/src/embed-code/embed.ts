/** What every format is made from. */
import { type EmbedOptions, embedUrl } from '../addresses.ts';
import { type AddressRules, checkAddress, checkText, EmbedError } from '../check.ts';

export interface EmbedCodeOptions extends EmbedOptions {
  /** What the player is called, for people who hear the page and for links; any text, default "Video". */
  readonly title?: string | undefined;
  /** CSS pixels, default 640; the responsive formats take the proportions from it. */
  readonly width?: number | undefined;
  /** CSS pixels, default 360. */
  readonly height?: number | undefined;
  /** Where the page finds `linkhaul-player.js`, absolute or relative to the page; default "/linkhaul-player.js". */
  readonly script?: string | undefined;
}

/** Checked, and with its defaults. */
export interface Embed {
  readonly url: string;
  /** One line of whole characters, never empty. It still has to be escaped for where it goes. */
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly poster: string | undefined;
  readonly script: string;
  /** Whether the element has to be told to take `http:`; of its own accord it takes `https:` alone. */
  readonly needsHttp: boolean;
}

/** A format is one function in a file of its own, and a line in the table of `index.ts`. */
export type Format = (embed: Embed) => string;

export function prepare(options: EmbedCodeOptions): Embed {
  return {
    url: embedUrl(options),
    title: oneLine(options.title ?? '') || 'Video',
    width: checkPixels('width', options.width ?? 640),
    height: checkPixels('height', options.height ?? 360),
    poster: options.poster ?? undefined,
    script: checkScript(options.script ?? '/linkhaul-player.js', options),
    needsHttp: needsHttp(options),
  };
}

/** Whether there is an embed address with `allowHttp` only. */
export const needsHttp = (options: EmbedOptions): boolean =>
  !isPossible({ ...options, allowHttp: false }) && isPossible({ ...options, allowHttp: true });

function isPossible(options: EmbedOptions): boolean {
  try {
    embedUrl(options);
    return true;
  } catch (error) {
    if (error instanceof EmbedError) return false;
    throw error;
  }
}

/** A title comes from a file's name, which can be anything; a line break or half a character would break a format. */
const oneLine = (title: string): string =>
  title
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();

function checkPixels(field: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new EmbedError('wrong-type', field, 'must be a whole number of pixels above 0.');
}

/** The page that the code will be pasted into; where that will be, nobody knows. */
export const PAGE = 'https://page.invalid';

/**
 * Where the page finds the script: an address, or a path on the page's own site.
 * @throws {EmbedError} where no page could load it.
 */
export function checkScript(script: string, rules: AddressRules): string {
  const url = URL.parse(checkText('script', script), PAGE);
  if (!url) throw new EmbedError('bad-address', 'script', 'is neither an address nor a path.');
  // `//cdn.example/player.js` leads elsewhere, too.
  if (URL.canParse(script)) checkAddress('script', script, rules);
  else if (url.origin !== PAGE) checkAddress('script', url.href, rules);
  return script;
}
