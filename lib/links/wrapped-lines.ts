/** Joins addresses that continue in the next line: in mails, commands and terminals. Keeps the number of lines. Pure. */

import type { Steps } from '../timing/steps.ts';
import { startsBareAddress } from './bare-host.ts';
import { joinCommands } from './commands.ts';
import { maxLinkLength } from './link.ts';
import { isFileName } from './link-kind.ts';

export function* joinWrappedLines(text: string): Steps<string> {
  let joined = isQuotedPrintable(text) ? decodeQuotedPrintable(text) : text;
  for (const join of [joinFolded, joinCommands, joinBrackets]) {
    yield;
    joined = join(joined);
  }
  return yield* joinBroken(joined);
}

/** In calendars and address books, a space begins a continuation line (RFC 5545, section 3.1). */
function joinFolded(text: string): string {
  if (!/^BEGIN:V[A-Z]+\s*$/m.test(text)) return text;
  return text.replace(/^.*(?:\r?\n[ \t].*)+/gm, (lines) => {
    const parts = lines.split(/\r?\n[ \t]/);
    return parts.join('') + '\n'.repeat(parts.length - 1);
  });
}

/** Lines that end with "=" continue. Every other "=" precedes two hex digits (RFC 2045, section 6.7). */
function isQuotedPrintable(text: string): boolean {
  if (/=(?![\dA-F]{2}|\r?\n|$)/.test(text)) return false;
  if (/=3D["']/.test(text)) return true;
  if (!/=\r?\n(?!\r?\n)/.test(text)) return false;
  return /^content-transfer-encoding:\s*quoted-printable/im.test(text) || /=3D|^.{69,75}=\r?$/m.test(text);
}

function decodeQuotedPrintable(text: string): string {
  const lines = text.split(/\r?\n/);
  for (let from = 0; from < lines.length; ) {
    let to = from;
    const parts: string[] = [];
    for (; lines[to]?.endsWith('='); to += 1) parts.push(lines[to]?.slice(0, -1) ?? '');
    parts.push(lines[to] ?? '');
    lines.fill('', from, to + 1)[from] = decodeBytes(parts.join(''));
    from = to + 1;
  }
  return lines.join('\n');
}

const decodeBytes = (line: string): string =>
  line.replace(/(?:=[\dA-F]{2})+/g, (run) => {
    const codes = run.slice(1).split('=');
    const bytes = codes.map((code) => Number.parseInt(code, 16));
    return new TextDecoder().decode(new Uint8Array(bytes)).replace(/[\r\n]/g, ' ');
  });

/** An address in angle brackets that don't close in its line. */
const opened = /<(?:https?|ftp):[^\s<>]*\r?(?:\n|$)/i;
const maxWrapped = 5;

/** Within these brackets, line breaks aren't part of the address (RFC 3986, appendix C). */
function joinBrackets(text: string): string {
  if (!opened.test(text)) return text;
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    if (!opened.test(line)) continue;
    const rest: string[] = [];
    for (let next = at + 1; next <= at + maxWrapped && next < lines.length; next += 1) {
      const [, part = '', close, after = ''] =
        /^[>\s]*([^\s<>"]+)(?:(>)(.*)|\s*$)/.exec(lines[next] ?? '') ?? [];
      if (part === '' || /:\/\//.test(part)) break;
      rest.push(part);
      if (close === undefined) continue;
      lines[at] = `${line.trimEnd()}${rest.join('')}>`;
      lines.fill('', at + 1, next)[next] = after;
      break;
    }
  }
  return lines.join('\n');
}

/** Of the narrowest window, in characters. */
export const minWidth = 40;
/** Widths that are unlikely to be a coincidence. */
const commonWidths: ReadonlySet<number> = new Set([64, 72, 76, 78, 79, 96, 128, 132]);
const isCommonWidth = (width: number): boolean =>
  (width >= 60 && width % 10 === 0) || commonWidths.has(width);

/**
 * Joins addresses that a terminal broke at its width, which is the length of the longest line. This is a guess, so the user sees it before
 * it is sent.
 */
function* joinBroken(text: string): Steps<string> {
  if (!/\S\r?\n[^\s]/.test(text)) return text;
  yield;
  const lines = text.split('\n');
  let width = 0;
  for (const [at, line] of lines.entries()) {
    yield;
    const end = line.endsWith('\r') ? line.slice(0, -1) : line;
    lines[at] = end;
    width = Math.max(width, end.length);
  }
  if (width < minWidth) return text;
  for (let at = 0; at < lines.length; at += 1) {
    yield;
    const first = lines[at] ?? '';
    const parts = [first];
    const quote = getQuoteMarks(first);
    for (let last = first; last.length === width; ) {
      const next = lines[at + parts.length] ?? '';
      const rest = next.slice(quote.length);
      const isSure = parts.length > 1 || (next.length === width && !/\s/.test(rest));
      if (!next.startsWith(quote) || !continues(first, rest, isSure)) break;
      parts.push(rest);
      last = /\s/.test(rest) ? '' : next;
    }
    if (parts.length === 1) continue;
    lines.fill('', at, at + parts.length)[at] = parts.join('');
    at += parts.length - 1;
  }
  return lines.join('\n');
}

const getQuoteMarks = (line: string): string => /^(?:> ?)*/.exec(line)?.[0] ?? '';

/** Whether the line continues the address at the end of `first`. */
function continues(first: string, rest: string, isSure: boolean): boolean {
  const address = /(?:https?|ftp):\/\/[^"'<>]+$/i.exec(lastWord(first))?.[0];
  const [word = ''] = /^[^\s"'<>]+/.exec(rest) ?? [];
  if (address === undefined || word === '' || /^[>#*•]|^[-+\d.)]+$/.test(word)) return false;
  if (word.includes('://') || startsBareAddress(word)) return false;
  if (/[,;:!?)\]}]$/.test(address)) return false;
  if (isSure || /^[?&]/.test(word)) return true;
  // The end of a sentence, a film and the name of the next one, or a key with its value.
  if (address.endsWith('.') || isFileName(address.slice(address.lastIndexOf('/') + 1))) return false;
  if (/^[\w.-]+[=:]/.test(word) || isPhrase.test(word)) return false;
  const isAlone = rest.trimEnd() === word;
  const isCommon = isCommonWidth(first.length) || isCommonWidth(first.length - getQuoteMarks(first).length);
  if (/[/=&%?]\w/.test(word)) return isAlone || isCommon || isFileName(word);
  return isAlone && isCommon && (/\w[._-]\w|\d/.test(word) || isFileName(`a${word}`));
}

/** These only look like the rest of an address, or begin a separate path or name. */
const phrases = [
  // "and/or", "R&D".
  String.raw`[\p{L}\p{N}]{1,8}[/&][\p{L}\p{N}]{1,8}`,
  // "5MB/s", "24/7", "12/31/2024", "2GB".
  String.raw`\d+(?:[/.:-]\d+)*\p{L}{0,4}`,
  String.raw`(?:\.{1,2}|~|/?[ru])/.*`,
  '@.*',
];
const isPhrase = new RegExp(`^(?:${phrases.join('|')})[.,:;!?]*$`, 'u');

function lastWord(line: string): string {
  let from = line.length;
  const first = Math.max(0, from - maxLinkLength);
  while (from > first && !/\s/.test(line.charAt(from - 1))) from -= 1;
  return line.slice(from);
}
