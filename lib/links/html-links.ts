/** Reads the links of a page's source. Pure. Runs in linear time. */
import type { Steps } from '../timing/steps.ts';
import type { LeftOutReason } from './find-addresses.ts';
import { parseLink } from './link.ts';
import { findSeenAddress, showsAnother } from './seen-address.ts';

export type DecodeHtml = (value: string) => string;

export interface HtmlLine {
  readonly urls: string[];
  /** The source doesn't show these in the form that is sent. */
  readonly changed: Set<string>;
  readonly leftOut: { readonly text: string; readonly reason: LeftOutReason }[];
  /** Between the tags. May contain addresses too. */
  text: string;
}

const addressNames = ['href', 'src', 'srcset', 'poster', 'content', 'url', 'xmlurl', 'htmlurl'];
const otherNames = new Set([...addressNames, 'xlink:href', 'data']);
/** `data-…` holds pictures and players that load later. */
const hasAddress = (name: string): boolean =>
  otherNames.has(name) || (/^data-[\w-]/.test(name) && name !== 'data-saferedirecturl');
const mayBeRelative = /^(?:href|src|poster)$/i;
/** These load parts of the page itself. */
const ownParts = /^(?:script|link|base|meta)$/i;
/** Names for media in a page's head. */
const medium = '(?:audio|video)';
const mediaNames = [
  `og:${medium}(?::url|:secure_url)?`,
  'twitter:player:stream',
  `${medium}_src`,
  'enclosure',
];
const namedMedia = new RegExp(`["'](?:${mediaNames.join('|')})["']`, 'i');
const webAddress = /^(?:https?|ftp):\/\//i;
const anyAddress = /(?:https?|ftp):\/\//i;
/** Addresses within a page, and of other programs. */
const inPage = /^(?:#|$|(?:javascript|data|blob|about|mailto|tel|sms):)/i;

const maxLinkText = 8_000;
const anyTag = /<[^<>]*>/g;

const isSource = new RegExp(
  String.raw`<[a-z][^<>]*\s(?:${addressNames.join('|')}|data-[\w-]+|xmlns(?::\w+)?)\s*=|<!doctype\s`,
  'i',
);
/** In mails, "=" may be written as "=3D". */
const attributes = /(?<=[\s"'/])([^\s"'<>/=]+)\s*=(?:3D(?=["']))?\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g;

/** From the first tag to the last, by line from 1. Undefined if the text isn't HTML with addresses. */
export function* readHtml(
  text: string,
  decode: DecodeHtml,
): Steps<ReadonlyMap<number, HtmlLine> | undefined> {
  if (!isSource.test(text)) return undefined;
  // Within a string of source code.
  if (/=\s*\\+["']/.test(text)) text = text.replace(/(?<!\\)\\+(["'/])/g, '$1');
  const lines = new Map<number, HtmlLine>();
  let line = 1;
  let counted = 0;
  /** Positions must ascend. */
  const lineAt = (at: number): HtmlLine => {
    let feed = text.indexOf('\n', counted);
    while (feed !== -1 && feed < at) {
      line += 1;
      counted = feed + 1;
      feed = text.indexOf('\n', counted);
    }
    const known = lines.get(line) ?? { urls: [], changed: new Set(), leftOut: [], text: '' };
    lines.set(line, known);
    return known;
  };
  const addText = (from: number, to: number, read: DecodeHtml = decode) => {
    let at = from;
    for (const part of text.slice(from, to).split('\n')) {
      lineAt(at).text += `${read(part)} `;
      at += part.length + 1;
    }
  };

  let base: string | undefined;
  /** The open link: where its text begins, and where its address is. */
  let link: { readonly from: number; readonly urls: string[]; readonly at: number } | null = null;
  /** If the source is cut off, its last link may not be closed. The text of that link has no end. */
  const findLastEnd = (name: string) =>
    Math.max(text.lastIndexOf(`</${name}`), text.lastIndexOf(`</${name.toUpperCase()}`));
  const lastClose = findLastEnd('a');
  /** "the <style> element" is a sentence. */
  const lastStyleEnd = findLastEnd('style');
  const lastCommentEnd = text.lastIndexOf('-->');
  const first = text.search(/<[a-z!]/i);
  let textFrom = text.lastIndexOf('\n', first) + 1;
  counted = textFrom;
  for (let at = 0; at < textFrom; at = text.indexOf('\n', at) + 1) line += 1;
  for (let at = first; at !== -1; at = text.indexOf('<', Math.max(textFrom, at + 1))) {
    yield;
    const tag = readTag(text, at, lastCommentEnd);
    if (tag === null) continue;
    if (link === null) addText(textFrom, at);
    textFrom = tag.to;
    const name = tag.name.toLowerCase();
    if (name === '/a' && link !== null) {
      const { urls, at: which } = link;
      const shown = decode(text.slice(link.from, Math.min(at, link.from + maxLinkText)).replace(anyTag, ''));
      const url = urls[which] ?? '';
      const sent = findSeenAddress(url, shown) ?? url;
      urls[which] = sent;
      if (showsAnother(sent, shown)) lineAt(at).leftOut.push({ text: shown.trim(), reason: 'rest' });
      link = null;
    }
    if (name === 'script' || (name === 'style' && at < lastStyleEnd)) {
      const length = text.slice(tag.to).search(/<\/(?:script|style)/i);
      textFrom = length === -1 ? text.length : tag.to + length;
      if (name === 'script') addText(tag.to, textFrom, (code) => code);
    }
    const found = lineAt(at);
    const source = text.slice(at, tag.to);
    const hidden =
      name === '!--' ? source.slice(4, -3) : name === 'style' ? text.slice(tag.to, textFrom) : '';
    if (anyAddress.test(hidden)) found.leftOut.push({ text: hidden.trim(), reason: 'rest' });
    if (name === '!--') continue;
    for (const [, attribute = '', quoted, single, bare = ''] of source.matchAll(attributes)) {
      if (!hasAddress(attribute.toLowerCase())) continue;
      const raw = (quoted ?? single ?? bare).trim();
      const value = decode(raw).trim();
      if (name === 'base') base ??= webAddress.test(value) ? value : undefined;
      if (ownParts.test(name) && !(/^[lm]/.test(name) && namedMedia.test(source))) continue;
      const urls = readValue(attribute, value, base);
      found.urls.push(...urls);
      for (const url of urls) if (!raw.includes(url) && parseLink(raw) !== url) found.changed.add(url);
      if (/href$/i.test(attribute) && name === 'a' && urls.length > 0 && tag.to <= lastClose)
        link = { from: tag.to, urls: found.urls, at: found.urls.length - 1 };
      if (urls.length === 0 && mayBeRelative.test(attribute) && !inPage.test(value))
        found.leftOut.push({ text: value, reason: /^[a-z][a-z\d+.-]*:/i.test(value) ? 'scheme' : 'no-link' });
    }
  }
  const lineEnd = text.indexOf('\n', textFrom);
  addText(textFrom, lineEnd === -1 ? text.length : lineEnd);
  // Lines within a tag.
  const [firstLine = line] = lines.keys();
  for (let between = firstLine; between < line; between += 1)
    if (!lines.has(between)) lines.set(between, { urls: [], changed: new Set(), leftOut: [], text: '' });
  return lines;
}

function readValue(attribute: string, value: string, base: string | undefined): readonly string[] {
  const isRelative = mayBeRelative.test(attribute) && !inPage.test(value);
  // Without a base address, only the scheme may be missing.
  const from = base ?? (value.startsWith('//') ? 'https://a' : undefined);
  const parts = /srcset$/i.test(attribute) ? value.split(/,?\s+|(?<=\s[\d.]{1,9}[wxh]),/) : [value];
  return parts.flatMap((part) => {
    if (!webAddress.test(part) && !part.startsWith('//') && !isRelative) return [];
    return parseLink(URL.parse(part, from)?.href ?? '') ?? [];
  });
}

/** A tag, a comment or another declaration. Null for a "<" in text. */
function readTag(
  text: string,
  at: number,
  lastCommentEnd: number,
): { readonly name: string; readonly to: number } | null {
  const [, name] = /^<(\/?[a-z][\w:-]*|!--|!\[CDATA\[|[!?])/i.exec(text.slice(at, at + 40)) ?? [];
  if (name === undefined) return null;
  if (name === '![CDATA[') return { name, to: at + 9 };
  if (name === '!--') {
    return at > lastCommentEnd ? null : { name, to: text.indexOf('-->', at) + 3 };
  }
  let isValue = false;
  // A doctype contains addresses without attribute names.
  const isElement = /^\/?[a-z]/i.test(name);
  let isBare = !isElement;
  for (let end = at + 1; end < text.length; end += 1) {
    const char = text.charAt(end);
    if (char === '>') return { name, to: end + 1 };
    // An address that isn't a value is text around the tag.
    if (char === '<' || (!isBare && text.startsWith('://', end))) return null;
    if (isValue && (char === '"' || char === "'")) {
      const close = text.indexOf(char, end + 1);
      if (close === -1) return null;
      end = close;
      isValue = false;
      continue;
    }
    if (isElement) isBare = !/\s/.test(char) && (isBare || isValue);
    isValue = char === '=' || (isValue && /\s/.test(char));
  }
  return null;
}
