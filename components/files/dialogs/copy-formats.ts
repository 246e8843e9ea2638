/** Each format escapes titles and addresses, which may be hostile. Pure. */

import { type EmbedCodeOptions, EmbedError, type EmbedFormat, embedCodes, embedUrl } from 'linkhaul-player';
import type { Bytes, Seconds } from '../../../lib/timing/units.ts';
import { csvLine, oneLine } from '../../format/csv.ts';
import { readPlayer } from '../read-player.ts';

export interface CopiedFile {
  readonly title: string;
  /** Absolute, http or https. */
  readonly url: string;
  /** Of the player. Empty if unknown. */
  readonly embed: string;
  readonly code: string;
  readonly folder: string;
  /** Absolute address. */
  readonly image: string | null;
  readonly length: Seconds | null;
  readonly size: Bytes | null;
  readonly views: number | null;
  /** `YYYY-MM-DD HH:MM:SS` on the service's clock. */
  readonly uploaded: string | null;
}

export interface CopyFormat {
  readonly extension: string;
  readonly line: (file: CopiedFile) => string;
  /** Before, after and between the lines. */
  readonly head?: string;
  readonly foot?: string;
  readonly between?: string;
}

const csvFields = ['title', 'url', 'embed', 'code', 'folder', 'length', 'size', 'views', 'uploaded'] as const;

export const copyFormats = {
  addresses: { extension: 'txt', line: ({ url }) => url },
  text: { extension: 'txt', line: ({ title, url }) => `${oneLine(title)}\n${url}`, between: '\n\n' },
  markdown: {
    extension: 'md',
    line: ({ title, url }) => `- [${markdownText(title)}](${bareAddress(url)})`,
  },
  html: {
    extension: 'html',
    line: ({ title, url }) => `  <li><a href="${html(url)}">${html(oneLine(title))}</a></li>`,
    head: '<ul>\n',
    foot: '\n</ul>',
  },
  bbcode: {
    extension: 'txt',
    // BBCode has no escapes, so square brackets become round ones.
    line: ({ title, url }) =>
      `[url=${bareAddress(url)}]${oneLine(title).replaceAll('[', '(').replaceAll(']', ')')}[/url]`,
  },
  csv: {
    extension: 'csv',
    line: (file) => csvLine(csvFields.map((name) => file[name])),
    head: `${csvFields.join(',')}\r\n`,
    between: '',
  },
} satisfies Record<string, CopyFormat>;

export type FormatName = keyof typeof copyFormats;
export const formatNames = Object.keys(copyFormats) as readonly FormatName[];

export function formatFiles(files: readonly CopiedFile[], format: CopyFormat): string {
  const { line, head = '', foot = '', between = '\n' } = format;
  return head + files.map(line).join(between) + foot;
}

/** Of saved embed code. Others are HTML. */
const embedExtensions: Readonly<Partial<Record<EmbedFormat, string>>> = {
  address: 'txt',
  bbcode: 'txt',
  markdown: 'md',
  react: 'tsx',
  vue: 'vue',
  svelte: 'svelte',
  astro: 'astro',
  oembed: 'json',
};
export const embedExtension = (format: EmbedFormat): string => embedExtensions[format] ?? 'html';

/** Leaves out files without embed code. */
export function formatEmbeds(files: readonly CopiedFile[], format: EmbedFormat): string {
  const list = files.flatMap((file) => embedOptions(file) ?? []);
  try {
    return embedCodes(list, format);
  } catch (error) {
    if (!(error instanceof EmbedError)) throw error;
    // Leaves out an invalid picture but not its file, and an invalid file but not the others.
    const valid = list.flatMap((options) => [options, { ...options, poster: undefined }].find(isValid) ?? []);
    return embedCodes(valid, format);
  }
}

function embedOptions(file: CopiedFile): EmbedCodeOptions | null {
  const { code, title, image, uploaded, length } = file;
  const player = readPlayer(file.embed);
  if (player === null) return null;
  return {
    ...player,
    fileCode: code,
    title,
    poster: image ?? undefined,
    loading: 'eager',
    uploadedAt: uploaded !== null && /^\d{4}-/u.test(uploaded) ? uploaded.replace(' ', 'T') : undefined,
    durationSeconds: length ?? undefined,
  };
}

function isValid(options: EmbedCodeOptions): boolean {
  try {
    return embedUrl(options) !== '';
  } catch (error) {
    if (error instanceof EmbedError) return false;
    throw error;
  }
}

type FormatBytes = (bytes: number) => string;
type ReadField = (file: CopiedFile, formatBytes: FormatBytes) => string | number | null;

/** The placeholders of custom formats. */
const fields: Readonly<Record<string, ReadField>> = {
  title: ({ title }) => title,
  url: ({ url }) => url,
  embed: ({ embed }) => bareAddress(embed),
  code: ({ code }) => code,
  folder: ({ folder }) => folder,
  length: ({ length }) => (length === null ? null : formatClock(length)),
  seconds: ({ length }) => length,
  size: ({ size }, formatBytes) => (size === null ? null : formatBytes(size)),
  bytes: ({ size }) => size,
  views: ({ views }) => views,
  uploaded: ({ uploaded }) => uploaded,
};
export const placeholders = Object.keys(fields);

/**
 * Replaces `{title}` and the like with the file's values, and `\
 * ` and `\\t` with a line break and a tab. Other braces stay. Values are escaped for HTML if the template has tags. `{embed}` is encoded so
 * that it can't break out of any format.
 */
export function customFormat(template: string, formatBytes: FormatBytes): CopyFormat {
  const parts = template.split(/(\{\w+\}|\\[nt\\])/u);
  const escapeValue = /<[a-z!/]/iu.test(template) ? html : (value: string) => value;
  const line = (file: CopiedFile) =>
    parts.map((part, at) => (at % 2 === 0 ? part : fillPart(part, file, formatBytes, escapeValue))).join('');
  return { extension: 'txt', line };
}

export function unknownNames(template: string): readonly string[] {
  const names = [...template.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !placeholders.includes(name)))];
}

function fillPart(
  part: string,
  file: CopiedFile,
  formatBytes: FormatBytes,
  escapeValue: (value: string) => string,
): string {
  if (part === '\\n') return '\n';
  if (part === '\\t') return '\t';
  if (part === '\\\\') return '\\';
  const name = part.slice(1, -1);
  if (!placeholders.includes(name)) return part;
  return escapeValue(oneLine(`${fields[name]?.(file, formatBytes) ?? ''}`));
}

/** "3:05" or "1:02:03". */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (part: number) => `${part % 60}`.padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${two(whole)}`
    : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(whole)}`;
}

/** Escapes Markdown and MDX only where needed: no "_" inside a word, no "&" outside an entity, no single "~" or "$". */
const markdownText = (text: string): string => oneLine(text).replace(markdownMarks, '\\$&');

const markdownMarks =
  /\\(?=[!-/:-@[-`{-~]|$)|[`*[\]<{}]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|~(?=.*~)|(?<=~.*)~|\$(?=.*\$)|(?<=\$.*)\$/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Code in Vue, Svelte, Astro and MDX.
  '{': '&#123;',
  '}': '&#125;',
};
const html = (text: string): string => text.replace(/[&<>"'{}]/gu, (character) => entities[character] ?? '');

/** Percent-encodes an address for formats without escapes. Browsers treat both forms alike after the host. */
function bareAddress(address: string): string {
  const parsed = URL.parse(address);
  if (!parsed || parsed.origin === 'null') return encodeURI(address.toWellFormed());
  for (const part of ['username', 'password', 'pathname', 'search', 'hash'] as const)
    if (parsed[part]) parsed[part] = parsed[part].replace(/[^\w.~:/?#@$&+,;=%-]/gu, encodedCharacter);
  return parsed.href;
}

const encodedCharacter = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
