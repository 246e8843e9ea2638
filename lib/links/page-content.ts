/** Finds addresses in a page that no selector finds: in any attribute, in fields and in text. Runs inside pages. */
import type { FoundLink } from './collected-link.ts';
import { decodePercent } from './decode-percent.ts';
import {
  createFoundLink,
  isStreamPiece,
  isUsable,
  maxTextPageLength,
  readLabel,
  resolveUrl,
} from './found-link.ts';
import { getLinkKind } from './link-kind.ts';
import { findPlayerMedia } from './player-json.ts';
import { findLinks } from './read-links.ts';
import { createWordSet } from './word-set.ts';

/** For the settings of all players, and again for all scripts. */
const maxJsonLength = 2_000_000;
const minLength = 4;

const inlineNames = createWordSet(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup tt u var wbr',
);
/** Their text isn't shown as text, or is read by another reader. */
const silentNames = createWordSet(
  'head iframe math noscript object script select style svg template textarea title',
);

const fieldNames = createWordSet('input textarea option button');
const copying = /cop(?:y|ied)|clipboard/i;
/** An address in a string of a script. */
const quoted = /["'`]((?:https?:)?\\?\/[^\s"'`<>${}]{3,2000})["'`]/g;
const isCode = /^(?:(?:text|application)\/(?:x-)?javascript|module|$)/i;

interface PageContent {
  readonly players: readonly FoundLink[];
  /** From fields, buttons and text. */
  readonly written: readonly FoundLink[];
}

export function readPageContent(
  roots: readonly ParentNode[],
  page: Document,
  deadlineMs: number,
): PageContent {
  const players: FoundLink[] = [];
  const written: FoundLink[] = [];
  const text: string[] = [];
  let textRoom = maxTextPageLength;
  let jsonRoom = maxJsonLength;
  let codeRoom = maxJsonLength;
  /** The element whose text isn't read, with all in it. */
  let silent: Node | null = null;

  function addPlayers(json: string, label: string): void {
    for (const named of findPlayerMedia(json.slice(0, jsonRoom))) {
      const url = resolveUrl(named.url, page);
      if (!isUsable(url)) continue;
      const source = getLinkKind(url, named.type) === 'image' ? 'loaded' : 'player';
      players.push(createFoundLink(source, url, named.text || label, named.type));
    }
    jsonRoom = Math.max(0, jsonRoom - json.length);
  }

  function addLinks(value: string): void {
    for (const url of findLinks(value.slice(0, textRoom))) written.push(createFoundLink('control', url, ''));
    textRoom = Math.max(0, textRoom - value.length);
  }

  /** Requires a path, because any word would resolve to an address. */
  function addFile(value: string, source: 'control' | 'loaded' = 'control'): void {
    if (!/^\s*(?:(?:https?|ftp):\/|\.{0,2})?\//i.test(value)) return;
    const url = resolveUrl(value, page);
    const kind = isUsable(url) ? getLinkKind(url) : 'page';
    if (kind === 'page' || kind === 'image') return;
    if (source === 'control') written.push(createFoundLink(source, url, ''));
    else if (!isStreamPiece(url)) players.push(createFoundLink(source, url, ''));
  }

  /** Files that a button opens (`location.href='/film.mp4'`) or a script loads. */
  function addQuotedFiles(code: string, source: 'control' | 'loaded'): void {
    for (const [, text = ''] of code.slice(0, codeRoom).matchAll(quoted))
      addFile(text.replaceAll('\\/', '/'), source);
    codeRoom = Math.max(0, codeRoom - code.length);
  }

  function readElement(element: Element): void {
    const { localName } = element;
    const field = fieldNames.has(localName) ? (element as HTMLInputElement) : null;
    const isPassword = field?.type === 'password';
    for (const { name, value } of element.attributes) {
      // Most attributes of most pages.
      if (value.length < minLength || name === 'href' || name === 'class') continue;
      const json = /^%(?:7b|5b)/i.test(value) ? decodePercent(value) : value;
      if (/^\s*[[{]/.test(json)) addPlayers(json, readLabel(element));
      else if (copying.test(name) || (name === 'value' && copying.test(localName))) addLinks(value);
      else if (/^(?:data-.*|action|formaction|value)$/.test(name) && !isPassword) addFile(value);
      else if (/^on/.test(name)) addQuotedFiles(value, 'control');
    }
    if (localName === 'script') {
      const { type } = element as HTMLScriptElement;
      if (/^application\/json/i.test(type)) addPlayers(element.textContent ?? '', '');
      else if (isCode.test(type)) addQuotedFiles(element.textContent ?? '', 'loaded');
    }
    // Hidden fields say where a form returns to.
    if (field !== null && !isPassword && field.type !== 'hidden') addLinks(field.value);
  }

  function enter(node: Node): void {
    if (isText(node) && silent === null && textRoom > 0) {
      text.push(node.data.slice(0, textRoom));
      textRoom -= node.data.length;
    }
    if (!isElement(node)) return;
    readElement(node);
    if (silent !== null) return;
    const isLink = node.localName === 'a' && node.hasAttribute('href');
    if (isLink || silentNames.has(node.localName)) silent = node;
    if (isLink || !inlineNames.has(node.localName)) text.push('\n');
  }

  function leave(node: Node): void {
    if (silent === node) {
      silent = null;
      text.push('\n');
    } else if (silent === null && isElement(node) && !inlineNames.has(node.localName)) text.push('\n');
  }

  for (const root of roots) walk(root, enter, leave, deadlineMs);
  for (const url of findLinks(text.join(''))) written.push(createFoundLink('text', url, ''));
  return { players, written };
}

const isText = (node: Node): node is Text => node.nodeType === node.TEXT_NODE;
const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

/** In document order, until the deadline. */
function walk(
  root: Node,
  enter: (node: Node) => void,
  leave: (node: Node) => void,
  deadlineMs: number,
): void {
  let node: Node | null = root.firstChild;
  for (let seen = 1; node !== null; seen += 1) {
    if (seen % 1_000 === 0 && performance.now() > deadlineMs) return;
    enter(node);
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    leave(node);
    while (node.nextSibling === null) {
      node = node.parentNode;
      if (node === null || node === root) return;
      leave(node);
    }
    node = node.nextSibling;
  }
}
