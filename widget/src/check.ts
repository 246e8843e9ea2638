/** What addresses and texts have to be before they may stand in an embed address or a subtitle document. */

/** Stable: programs may compare them. The sentence in `message` is for people and may change. */
export type EmbedErrorCode =
  /** Something that is required, alone or beside something else, is not there, is blank or is no text. */
  | 'missing'
  /** A value is not of the kind that is asked for. */
  | 'wrong-type'
  /** No absolute address, or one with something that its place does not allow. */
  | 'bad-address'
  /** Neither https:, nor http: where that is allowed. */
  | 'bad-scheme'
  /** A user name or password in an address. */
  | 'credentials'
  /** A lone surrogate, which is half a character, or white space or control characters in an address. */
  | 'bad-characters'
  /** What may be there once is there twice. */
  | 'duplicate'
  /** A subtitle document that is no JSON. */
  | 'bad-json'
  /** A subtitle document that is no JSON because a name stands there without quotes. */
  | 'unquoted-name';

/** Says which value is wrong, and what is wrong with it. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  declare readonly code: EmbedErrorCode;
  /** Where: `poster`, `subtitle.file`, in a subtitle document a path like `[2].src`. */
  declare readonly field: string;

  constructor(code: EmbedErrorCode, field: string, sentence: string) {
    super(`${field} ${sentence}`);
    this.code = code;
    this.field = field;
  }
}

/** What may be loosened about addresses. */
export interface AddressRules {
  /** Take http: on any host. Without, it is taken on this machine only (localhost, 127.0.0.0/8, [::1]). */
  readonly allowHttp?: boolean | undefined;
}

/** @throws {EmbedError} unless it is a text with something to read in it. */
export function checkText(field: string, value: unknown): string {
  if (typeof value !== 'string' || !value.trim())
    throw new EmbedError('missing', field, 'must be a string, not blank.');
  if (!value.isWellFormed()) throw new EmbedError('bad-characters', field, 'has lone surrogates.');
  return value;
}

/** @throws {EmbedError} unless it is an absolute address that a player may load from. */
export function checkAddress(field: string, value: unknown, { allowHttp }: AddressRules): URL {
  const text = checkText(field, value);
  // URL would drop these silently, and whoever reads the address next may not.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/^\s|\s$|[\0-\x1f]/.test(text))
    throw new EmbedError('bad-characters', field, 'has control characters or space around it.');
  const url = URL.parse(text);
  // "https:example.org" and "https:\\example.org" are addresses to a browser, and something else elsewhere.
  if (!url || /^https?:(?!\/\/[^/\\])/i.test(text))
    throw new EmbedError('bad-address', field, 'must begin with https:// and a host.');
  const { protocol } = url;
  if (
    protocol !== 'https:' &&
    !(protocol === 'http:' && (allowHttp || /^((.+\.)?localhost|127[.\d]+|\[::1])$/.test(url.hostname)))
  )
    throw new EmbedError('bad-scheme', field, `must begin with https:, not ${protocol}`);
  if (url.username + url.password) throw new EmbedError('credentials', field, 'has a user name or password.');
  return url;
}
