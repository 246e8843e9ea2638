/** Reads the file name in a `Content-Disposition` header, including forms outside RFC 6266 that servers send. */
import { parse } from 'content-disposition';

/** @param header as `fetch` returns it: one character per byte */
export function readFileName(header: string): string | null {
  const { parameters } = parse(repair(header), { extended: false });
  const names = [
    decodeExtended(parameters['filename*']),
    joinContinuations(parameters),
    decodePlain(parameters['filename']),
    decodePlain(parameters['filename*']?.replace(/^[\w-]*['"]+/, '')),
  ];
  return names.map((name) => toFileName(name ?? '')).find((name) => name !== null) ?? null;
}

/** Null if the last part of the path is empty or a folder. */
export function toFileName(text: string): string | null {
  const last =
    text
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\p{Cc}+/gu, ' ')
      .trim() ?? '';
  return /^\.*$/.test(last) ? null : last;
}

/** Adds a missing type, missing separators and a missing closing quote, and escapes the backslashes of Windows paths. */
function repair(header: string): string {
  const separate = header
    .replace(
      /^[\s,;]*(?:(attachment|inline|form-data)[\s,;]+)?(?=filename)/i,
      (_, type = 'attachment') => `${type}; `,
    )
    .replace(/\bfilename(\*?)\s*:/i, 'filename$1=');
  const withType = /^\s*[\w*]+\s*=/.test(separate) ? `attachment; ${separate}` : separate;
  const escaped = withType.replace(/\\(["\\])?/g, (pair, next) => (next === undefined ? '\\\\' : pair));
  const quotes = escaped.replace(/\\./g, '').split('"').length - 1;
  return quotes % 2 === 0 ? escaped : `${escaped}"`;
}

/** `UTF-8''na%C3%AFve` (RFC 8187) in any encoding. Undefined if malformed. */
function decodeExtended(value: string | undefined): string | undefined {
  const [, charset, text = ''] = /^([^']*)'[^']*'(.*)$/s.exec(value ?? '') ?? [];
  return charset === undefined ? undefined : decodeBytes(percentBytes(text), charset || 'utf-8');
}

/** `filename*0*=UTF-8''na%C3%AF; filename*1="ve.mp4"` (RFC 2231). */
function joinContinuations(parameters: Readonly<Record<string, string>>): string | undefined {
  let text = '';
  let isExtended = false;
  for (let number = 0; ; number += 1) {
    const encoded = parameters[`filename*${number}*`];
    const part = encoded ?? parameters[`filename*${number}`];
    if (part === undefined) break;
    if (number === 0) isExtended = encoded !== undefined;
    text += isExtended && encoded === undefined ? part.replaceAll('%', '%25') : part;
  }
  return isExtended ? decodeExtended(text) : decodePlain(text);
}

/** Raw UTF-8 or Latin-1, encoded words (RFC 2047), and percent-encoding, which browsers decode here too. */
function decodePlain(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = /[^\0-\xff]/.test(value) ? value : (decodeBytes(toBytes(value), 'utf-8') ?? value);
  // In the form of `filename*`.
  if (/^[a-z][\w-]*'[\w-]*'/i.test(text)) return decodeExtended(value) ?? text;
  const words = text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([^?*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi, (word, charset, form, content) => {
      const isBase64 = form.toLowerCase() === 'b';
      const quoted = content.replaceAll('_', ' ').replace(/=(?=[\da-f]{2})/gi, '%');
      const bytes = isBase64 ? decodeBase64(content) : percentBytes(quoted);
      return decodeBytes(bytes, charset) ?? word;
    });
  const unquoted = words.replace(/^['“](.*)['”]$/s, '$1');
  try {
    return decodeURIComponent(unquoted);
  } catch {
    return unquoted;
  }
}

/** One byte per character, and per `%XX`. */
const percentBytes = (text: string): Uint8Array =>
  toBytes(text.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))));

const toBytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** Undefined for an unknown encoding or invalid bytes. */
function decodeBytes(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeBase64(text: string): Uint8Array {
  try {
    return toBytes(atob(text));
  } catch {
    return new Uint8Array();
  }
}
