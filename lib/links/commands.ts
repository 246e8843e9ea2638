/** Joins commands such as "Copy as cURL" creates into one line, and finds which of their addresses are fetched. Pure. */
import type { Piece } from './find-addresses.ts';
import { createWordSet } from './word-set.ts';

const prompt = String.raw`[ \t]{0,20}(?:(?:[$>%]|PS [^>\n]{0,200}>|[A-Z]:\\[^>\n]{0,200}>)[ \t]{0,20})?(?:sudo )?`;
const programs =
  'aria2c|curl|ffmpeg|ffplay|gallery-dl|https?|iwr|irm|Invoke-RestMethod|Invoke-WebRequest|mpv|Start-BitsTransfer|streamlink|vlc|wget2?|xhs?|you-get|youtube-dl|yt-dlp';
/** The first argument must not be a word of a sentence: it is an option, a quote, a method, or an address with or without a scheme. */
const command = new RegExp(
  String.raw`^${prompt}(?:(?:${programs})(?:\.exe)?[ \t]+(?=[-"'^$]|GET |POST |[\w.\-]{0,200}(?::\d{1,5}|:\/)?\/)|(?:await )?fetch\(\s?["'][^"'\n]{0,8000}["'], ?\{)`,
  'i',
);
const anyCommand = new RegExp(command.source, 'im');

/** Includes the address of a call. */
const maxStart = 9_000;

export const isCommand = (line: string): boolean => command.test(line.slice(0, maxStart));

/** Ends a continued line and escapes the next character. */
function findEscape(line: string): string {
  if (/^\W*(?:Invoke-|iwr|irm|Start-)/i.test(line)) return '`';
  return /\^["&%]|\s\^\s*$/.test(line) ? '^' : '\\';
}

/** Keeps the number of lines: continuation lines become empty. */
export function joinCommands(text: string): string {
  if (!anyCommand.test(text)) return text;
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const first = lines[at] ?? '';
    if (!isCommand(first)) continue;
    const quoting = findEscape(first);
    const parts = [first];
    for (let isOpen = false; at + parts.length < lines.length; ) {
      const last = parts.at(-1)?.trimEnd() ?? '';
      // Headers are in brackets, which close at the beginning of a line.
      isOpen = last.endsWith('{') || (isOpen && !last.startsWith('}'));
      if (!isOpen && !last.endsWith(quoting)) break;
      parts.push(lines[at + parts.length] ?? '');
    }
    lines.fill('', at, at + parts.length)[at] = unquote(parts, quoting);
    at += parts.length - 1;
  }
  return lines.join('\n');
}

function unquote(parts: readonly string[], quoting: string): string {
  const line = parts
    .map((part, at) => {
      const end = part.trimEnd();
      if (at === parts.length - 1) return part;
      return end.endsWith(quoting) ? end.slice(0, -1) : `${part} `;
    })
    .join('');
  // Apostrophes within quotes.
  if (quoting === '\\') return line.replace(line.includes("$'") ? /\\'/g : /'\\''/g, '%27');
  // `decodeLine` decodes carets, in any line.
  return quoting === '^' ? line : line.replace(/`(.)/g, '$1');
}

/** Their value may be an address that isn't fetched. */
const optionNames = createWordSet(`
  all-proxy base body cookie doh-url header headers http-header http-proxy https-proxy http-referrer json
  preproxy proxy referer
`);
const isOptionName = (name: string): boolean =>
  optionNames.has(name) || /^(?:data|form|socks|user-agent)/.test(name);
/** Just before a value. */
const option = /\s(-{1,2})([a-z][\w-]{0,20})\s*\$?["']*$/i;

/** Marks the next address as the one to fetch. */
const fetched = /\s-+(?:i|input|source|ur[il])[:=]["']*$/i;

/** Marks addresses that aren't fetched as options. */
export function pickFetched(line: string, pieces: readonly Piece[]): readonly Piece[] {
  const [start = ''] = command.exec(line.slice(0, maxStart)) ?? [];
  const isCurl = /curl/i.test(start);
  const words = findWords(line);
  return pieces.map((piece, at) => {
    const before = line.slice(Math.max(0, piece.from - 60), piece.from);
    const [, hyphens, name = ''] = option.exec(before) ?? [];
    // Only in curl.
    const isOption =
      hyphens === '-' && name.length === 1
        ? isCurl && /[AbdeFHUx]/.test(name)
        : isOptionName(name.toLowerCase());
    const isWord = words.has(piece.from) && !/[=:]\s*["']*$/.test(before) && !isOption;
    const isFetched = /fetch\(/.test(start) ? at === 0 : isWord || fetched.test(before);
    return piece.url === undefined || isFetched
      ? piece
      : { from: piece.from, to: piece.to, reason: 'option' };
  });
}

/** After their opening quotes. */
function findWords(line: string): ReadonlySet<number> {
  const words = new Set<number>();
  let quote = '';
  let isStart = true;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quote !== '') {
      if (char === '\\' && quote === '"') at += 1;
      else if (char === quote) quote = '';
    } else if (/["'`]/.test(char)) quote = char;
    if (isStart) words.add(at);
    isStart = (quote === '' && /[\s(<]/.test(char)) || (isStart && /["'`$]/.test(char));
  }
  return words;
}
