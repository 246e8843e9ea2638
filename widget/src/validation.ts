/** Validates addresses and texts of embed addresses and subtitle documents. */

/** Stable, unlike the text of `message`. */
export type EmbedErrorCode =
  /** A required value is missing, blank or not a string. */
  | 'missing'
  /** A value has the wrong type. */
  | 'wrong-type'
  /** Not an absolute address, or a part of it isn't allowed. */
  | 'bad-address'
  /** Not https:, or http: where it isn't allowed. */
  | 'bad-scheme'
  /** The address has a user name or password. */
  | 'credentials'
  /** A lone surrogate, or white space or control characters in an address. */
  | 'bad-characters'
  /** A value that may only occur once occurs twice. */
  | 'duplicate'
  /** The subtitle document isn't valid JSON. */
  | 'bad-json'
  /** The subtitle document isn't valid JSON because a name has no quotes. */
  | 'unquoted-name'
  /** The browser didn't load the player's frame: the page's policy blocks it, or the host is unreachable. */
  | 'not-loaded';

/** An invalid value. `message` says which and why. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  declare readonly code: EmbedErrorCode;
  /** The option, such as `poster` or `subtitle.file`. In a subtitle document, a path such as `[2].src`. */
  declare readonly field: string;

  constructor(code: EmbedErrorCode, field: string, sentence: string) {
    super(`${field} ${sentence}`);
    this.code = code;
    this.field = field;
  }
}

/** Options for the validation of addresses. */
export interface AddressRules {
  /** Allow http: on any host. By default it is only allowed on this machine (localhost, 127.0.0.0/8, [::1]). */
  readonly allowHttp?: boolean | undefined;
}

/** @throws {EmbedError} unless it is a well-formed string that isn't blank. */
export function checkText(field: string, value: unknown): string {
  if (typeof value !== 'string' || !value.trim())
    throw new EmbedError('missing', field, 'must be a string, not blank.');
  if (!value.isWellFormed()) throw new EmbedError('bad-characters', field, 'has lone surrogates.');
  return value;
}

/** @throws {EmbedError} unless it is an absolute address that a player may load. */
export function checkAddress(field: string, value: unknown, { allowHttp }: AddressRules): URL {
  const text = checkText(field, value);
  // `URL` silently removes these. Other parsers may not.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
  if (/^\s|\s$|[\0-\x1f]/.test(text))
    throw new EmbedError('bad-characters', field, 'has control characters or space around it.');
  const url = URL.parse(text);
  // Browsers accept "https:example.org" and "https:\\example.org". Other parsers don't.
  if (!url || /^https?:(?!\/\/[^/\\])/i.test(text))
    throw new EmbedError('bad-address', field, 'must begin with https:// and a host.');
  const { protocol } = url;
  if (
    protocol !== 'https:' &&
    !(protocol === 'http:' && (allowHttp || /^((.+\.)?localhost|127[.\d]+|\[::1])$/.test(url.hostname)))
  )
    throw new EmbedError('bad-scheme', field, 'must begin with https:');
  if (url.username + url.password) throw new EmbedError('credentials', field, 'has a user or password.');
  return url;
}
