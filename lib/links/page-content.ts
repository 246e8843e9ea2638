/** What no selector finds in a page: addresses in attributes of any name, in fields, and written out. Runs inside pages. */
import type { FoundLink } from './collected-link.ts';
import { createFoundLink, isUsable, labelOf, maxTextPageLength, resolveUrl } from './found-link.ts';
import { getLinkKind } from './link-kind.ts';
import { findPlayerMedia } from './player-json.ts';
import { findLinks } from './read-links.ts';

/** Characters of all settings of players. */
const maxJsonLength = 2_000_000;
/** Characters of the shortest value that is read. */
const minLength = 4;

/** Elements within a line of text. */
const inlineNames = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
/** Elements whose text isn't shown as such, or is read elsewhere. */
const silentNames = new Set(
  'head iframe math noscript object script select style svg template textarea title'.split(' '),
);

interface PageContent {
  readonly players: readonly FoundLink[];
  /** Of fields, of buttons, and of the text. */
  readonly written: readonly FoundLink[];
}

/** Reads until the time is over. */
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

  function addFile(value: string): void {
    const url = resolveUrl(value, page);
    const kind = isUsable(url) ? getLinkKind(url) : 'page';
    if (kind !== 'page' && kind !== 'image') written.push(createFoundLink('control', url, ''));
  }

  function readElement(element: Element): void {
    const { localName } = element;
    for (const { name, value } of element.attributes) {
      if (value.length < minLength) continue;
      if (/^\s*[[{]/.test(value)) addPlayers(value, labelOf(element));
      else if (/cop(?:y|ied)|clipboard/i.test(name)) addLinks(value);
      else if (/^data-/.test(name) && /^\s*(?:(?:https?|ftp):)?\//i.test(value)) addFile(value);
    }
    if (localName === 'script' && /^application\/json/i.test(element.getAttribute('type') ?? ''))
      addPlayers(element.textContent ?? '', '');
    if (!/^(?:input|textarea|option|button)$/.test(localName)) return;
    const { type, value } = element as HTMLInputElement;
    // Hidden ones say where a form leads back to.
    if (type === 'hidden') addFile(value);
    else if (type !== 'password') addLinks(value);
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

/** All nodes in a root, in their order, until the time is over. */
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
