/** Parses the addresses of files' pages: where such pages are, and what form the host uses. Pure. */
import { isHttp } from '../api/address.ts';
import { findFileCode } from '../api/file-code.ts';

export type PageKind = 'download' | 'player';

export interface PageForm {
  /** Without a trailing slash: `https://files.example`. */
  readonly base: string;
  /** The rest, with `CODE` in place of the file's code: `/d/CODE`, `/embed-CODE.html`. */
  readonly form: string;
}

export interface FilePage extends PageForm {
  /** A page with an unknown form counts as a download page. */
  readonly kind: PageKind;
  /** After the base, with the file's name, a query and a fragment. */
  readonly rest: string;
}

/** In stored addresses, stands for the location of pages when the service returned only a path. No host has this name (RFC 6761). */
export const pathBase = 'https://pages.invalid';

/** Path segments before a code. */
const words = /^(?:d|dl|down|download|e|embed|f|file|files|play|v|video|w|watch)$/iu;
const playerForm = /^\/(?:(?:e|embed|play|v)\/|embed-)/iu;

/** In characters, base and form together. No host's usual form is longer. */
const maxFormLength = 200;

/** @param fileCode if known. Services also name pages by protected codes */
export function readFilePage(address: string, fileCode?: string): FilePage | null {
  const url = URL.parse(address);
  if (url === null || !isHttp(url)) return null;
  const code = fileCode ?? findCode(url);
  const parts = url.pathname.split('/');
  const at = parts.findLastIndex((part) => readSegment(part)?.code === code);
  const segment = readSegment(parts[at] ?? '');
  if (code === null || segment === null) return null;
  const word = words.test(parts[at - 1] ?? '') ? `${parts[at - 1]}/` : '';
  const baseEnd = word === '' ? at : at - 1;
  const base = url.origin + parts.slice(0, baseEnd).join('/');
  const form = `/${word}${segment.form}`;
  if (base.length + form.length > maxFormLength) return null;
  const rest = `/${parts.slice(baseEnd).join('/')}${url.search}${url.hash}`;
  return { base, form, kind: playerForm.test(form) ? 'player' : 'download', rest };
}

const findCode = (url: URL): string | null =>
  findFileCode(url, true) ??
  findFileCode(url, false) ??
  // Codes after these can have any form.
  decode(/\/[de]\/([^/]+)/u.exec(url.pathname)?.[1] ?? '');

/** `CODE`, `CODE.html`, `embed-CODE.html`, `embed-CODE-640x360.html`. */
function readSegment(segment: string): { readonly code: string; readonly form: string } | null {
  const embedded = /^embed-([^.]+?)(?:-\d+x\d+)?(\.html?)?$/iu.exec(segment);
  const [, written = segment, extension = ''] = embedded ?? /^(.+?)(\.html?)?$/iu.exec(segment) ?? [];
  const code = decode(written);
  return code === null ? null : { code, form: `${embedded ? 'embed-' : ''}CODE${extension}` };
}

/** Null for an empty or malformed text. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part) || null;
  } catch {
    return null;
  }
}

export const buildPage = ({ base, form }: PageForm, fileCode: string): string =>
  base + form.replace('CODE', () => encodeURIComponent(fileCode));
