/** Validation of addresses and texts for embed addresses and subtitle documents. */

/** Stable. The sentence in `message` may change. */
export type EmbedErrorCode =
  /** A required value, alone or together with another one, is missing, blank or no string. */
  | 'missing'
  /** A value has the wrong type. */
  | 'wrong-type'
  /** No absolute address, or one with a part that is not allowed there. */
  | 'bad-address'
  /** Neither https:, nor http: where that is allowed. */
  | 'bad-scheme'
  /** A user name or password in an address. */
  | 'credentials'
  /** A lone surrogate, or white space or control characters in an address. */
  | 'bad-characters'
  /** A value that may occur once occurs twice. */
  | 'duplicate'
  /** A subtitle document that is no JSON. */
  | 'bad-json'
  /** A subtitle document that is no JSON because a name has no quotes. */
  | 'unquoted-name'
  /** The browser did not load the player's frame: the page's policy forbids it, or the host cannot be reached. */
  | 'not-loaded';

/** An invalid value; `message` says which and why. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  declare readonly code: EmbedErrorCode;
  /** The option, such as `poster` or `subtitle.file`; in a subtitle document a path like `[2].src`. */
  declare readonly field: string;

  constructor(code: EmbedErrorCode, field: string, sentence: string) {
    super(`${field} ${sentence}`);
    this.code = code;
    this.field = field;
  }
}

/** Options for the validation of addresses. */
export interface AddressRules {
  /** Allow http: on any host. By default it is allowed on this machine only (localhost, 127.0.0.0/8, [::1]). */
  readonly allowHttp?: boolean | undefined;
}

/** @throws {EmbedError} unless it is a well-formed string that is not blank. */
export function checkText(field: string, value: unknown): string {
  if (typeof value !== 'string' || !value.trim())
    throw new EmbedError('missing', field, 'must be a string, not blank.');
  if (!value.isWellFormed()) throw new EmbedError('bad-characters', field, 'has lone surrogates.');
  return value;
}

/** @throws {EmbedError} unless it is an absolute address that a player may load. */
export function checkAddress(field: string, value: unknown, { allowHttp }: AddressRules): URL {
  const text = checkText(field, value);
  // `URL` removes these silently; other parsers may not.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
  if (/^\s|\s$|[\0-\x1f]/.test(text))
    throw new EmbedError('bad-characters', field, 'has control characters or space around it.');
  const url = URL.parse(text);
  // Browsers accept "https:example.org" and "https:\\example.org"; other parsers do not.
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
