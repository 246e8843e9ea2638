/**
 * `<script src="auto.js" data-hosts="https://host.example">`: shows a link to a file on these hosts as a player if it is alone in its
 * paragraph, also if it is added later. For websites whose editor doesn't allow custom elements.
 *
 * The links stay in place, because a framework may own them. Each player is inserted after its link, which is hidden, and is removed with
 * the link. Players are created only after frameworks have hydrated server-rendered HTML.
 */
import { createElement } from './create-element.ts';
import { type Beside, besideLink, getRatio, type LinkhaulPlayer } from './element.ts';
import { readEmbedUrl } from './embed-url.ts';
import { loadExtras } from './load-extras.ts';
import { attributeNames } from './reflect.ts';

// Servers have no document, but can import this module.
const script = globalThis.document?.querySelector<HTMLElement>('script[data-hosts]');
const { hosts = '', allowHttp, width, height } = script?.dataset ?? {};
const rules = { allowHttp: allowHttp != null };
/** The element's attributes, except those that are specific to a link. */
const options = attributeNames
  .filter((name) => name !== 'base-url' && name !== 'file-code')
  .flatMap((name) => {
    const value = script?.getAttribute(`data-${name}`);
    return value == null ? [] : [[name, value] as const];
  });

/** Set on each player that this script creates. Copies by other scripts have it too. */
const mark = 'data-linkhaul-auto';

/** After loading, a page may take this long to start to hydrate. */
const hydrationMs = 300;
/** React may take this long to hydrate a link once it has begun to hydrate the page. */
const longestHydrationMs = 3_000;
/** A page that is still loading can delay players this long. */
const longestLoadMs = 5_000;
const retryMs = 100;

/** Checked links, with their address at that time. */
const known = new WeakMap<HTMLAnchorElement, string>();
/** Links that will become players, and when they were found. */
const waiting = new Map<HTMLAnchorElement, number>();
const players = new Map<HTMLAnchorElement, LinkhaulPlayer>();

let isSettled = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let sheet: CSSStyleSheet | undefined;
let css = '';

/** Extensions that the hosts' players can play. */
const media =
  /\.(3g[p2]|asf|avi|divx|f[4l]v|m[24]v|m2?ts|mk[av]|mov|mp[34]|mpe?g|mxf|og[gmv]|rm(vb)?|ts|vob|web[am]|wm[av]|aac|flac|m4[ab]|opus|wav)$/i;

/** The download page of a file that can't be played, such as an archive. */
function isDownload({ href }: HTMLAnchorElement): boolean {
  const [, name = ''] = /\/d\/[^/]+\/+([^/]+)\/*$/.exec(new URL(href).pathname) ?? [];
  // "Talk 1.5" has no extension.
  return /\.(?=\d*[a-z])[a-z\d]{1,7}$/i.test(name) && !media.test(name);
}

/** In any of the address forms (`player-form.ts`). */
function leadsToFile(link: HTMLAnchorElement): boolean {
  const { href } = link;
  try {
    if (link.hasAttribute('download') || isDownload(link)) return false;
    const { baseUrl } = readEmbedUrl(href.replace(/\/(v\/|embed[/-])(?=[^/?#]+\/*([?#]|$))/, '/e/'), rules);
    return hosts.split(/\/*[\s,]+|\/*$/).includes(baseUrl);
  } catch {
    return false;
  }
}

/** The paragraph, or the nearest block. */
function findBlock(link: HTMLElement): HTMLElement {
  const parent = link.parentElement;
  if (!parent) return link;
  return /inline$|-block|con/.test(getComputedStyle(parent).display) ? findBlock(parent) : parent;
}

/** The link is the only text on a line. */
function standsAlone(link: HTMLElement, block: HTMLElement): boolean {
  // Hidden text has no layout, so its line breaks are those of the source.
  const isSeen = block.checkVisibility({ visibilityProperty: true });
  const read = (element: HTMLElement) =>
    // biome-ignore lint/performance/useDomNodeTextContent: innerText has the visible lines, whichever elements they consist of
    (isSeen ? element.innerText : element.textContent.replaceAll('\n', ' ')).trim();
  return (
    /block|item|cell|flow/.test(getComputedStyle(block).display) &&
    read(block)
      .split(/\s*\n\s*/)
      .includes(read(link))
  );
}

/** The parser has moved past the element. */
const isParsed = (node: Node | null): boolean =>
  document.readyState !== 'loading' || (!!node && (!!node.nextSibling || isParsed(node.parentNode)));

/** React has hydrated an ancestor of the link, but not the link. It has no event for this. */
function isDehydrated(link: Node): boolean {
  for (let node: Node | null = link; node; node = node.parentNode) {
    const entry = Object.entries(node).find(([key]) => /^__react(Props|Cont)/.test(key));
    if (entry)
      return node !== link && !(entry[1] as { dangerouslySetInnerHTML?: unknown }).dangerouslySetInnerHTML;
  }
  return false;
}

function update(): void {
  // A link in another document or in a shadow tree is no longer ours.
  for (const [link, player] of players)
    if (!document.contains(link) || (known.get(link) !== link.href && !leadsToFile(link))) {
      known.delete(link);
      players.delete(link);
      player.remove();
    } else if (!document.contains(player)) {
      // Another script removed it. Putting it back at once could loop endlessly.
      players.delete(link);
      setTimeout(() => {
        known.delete(link);
        update();
      }, retryMs);
    } else if (link.nextElementSibling !== player) place(link, player);
  // Copies that other scripts made, such as those in Turbo's cache, show nothing.
  for (const copy of document.querySelectorAll(`[${mark}]`)) if (!(besideLink in copy)) copy.remove();

  for (const link of document.links)
    if (link instanceof HTMLAnchorElement && !players.has(link) && known.get(link) !== link.href) {
      waiting.delete(link);
      if (
        leadsToFile(link) &&
        !link.closest('linkhaul-player,nav,h1,h2,h3,h4,h5,h6,pre,code,[contenteditable]')
      ) {
        const block = findBlock(link);
        // The line may not be parsed completely yet.
        if (!isParsed(block)) continue;
        if (standsAlone(link, block)) waiting.set(link, performance.now());
      }
      known.set(link, link.href);
    }

  // After all checks, because each change invalidates the layout, which the next check would compute again.
  for (const [link, since] of waiting)
    if (!document.contains(link)) waiting.delete(link);
    else if (isSettled && (!isDehydrated(link) || performance.now() - since > longestHydrationMs)) {
      waiting.delete(link);
      createPlayer(link);
    }
  clearTimeout(timer);
  if (isSettled && waiting.size) timer = setTimeout(update, retryMs);
  style();
}

function createPlayer(link: HTMLAnchorElement): void {
  const player = createElement('linkhaul-player');
  player.setAttribute(mark, '');
  Object.assign(player, { [besideLink]: link });
  for (const [name, value] of options) player.setAttribute(name, value);
  players.set(link, player);
  void setLabels(player, link);
  const hadFocus = document.activeElement === link;
  place(link, player);
  if (hadFocus) player.focus();
}

/** In the language of the page around the link. */
async function setLabels(player: LinkhaulPlayer, link: HTMLAnchorElement): Promise<void> {
  const { lang = '' } = link.closest<HTMLElement>('[lang]') ?? {};
  const [language = ''] = lang.toLowerCase().split('-');
  if (!language || language === 'en') return;
  try {
    const { labels } = await loadExtras();
    const [play = '', open = ''] = labels.get(language) ?? [];
    player.playLabel ||= play;
    player.openLabel ||= open;
  } catch {
    // Keep the English labels.
  }
}

/** After the link, because frameworks insert siblings directly before a link. */
function place(link: HTMLAnchorElement, player: LinkhaulPlayer): void {
  const parent = link.parentNode as ParentNode & { moveBefore?(node: Node, before: Node | null): void };
  // `moveBefore` doesn't interrupt playback.
  if (player.isConnected && parent.moveBefore) parent.moveBefore(player, link.nextSibling);
  else link.after(player);
}

/** Hides links that have a player, and reserves space for players to come. Changing the links would break hydration. */
function style(): void {
  // Links further down don't shift anything visible.
  const rooms = [...waiting.keys()].slice(0, 20).map(select);
  const next = `a:has(+ [${mark}]) { display: none !important } ${rooms} { display: block; aspect-ratio: ${getRatio(width, height)} }`;
  sheet ??= new CSSStyleSheet();
  if (next !== css) sheet.replaceSync(next);
  css = next;
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}

const select = (element: Element): string => {
  const { parentElement } = element;
  if (!parentElement) return ':root';
  return `${select(parentElement)} > :nth-child(${Array.prototype.indexOf.call(parentElement.children, element) + 1})`;
};

function settle(): void {
  isSettled = true;
  update();
}

function start(): void {
  update();
  const mayHydrate = Array.from(document.scripts).some(
    (script) => !script.hasAttribute('data-hosts') && /^$|module|javascript/.test(script.type),
  );
  if (!mayHydrate) {
    settle();
    return;
  }
  setTimeout(settle, longestLoadMs);
  const wait = () => setTimeout(settle, hydrationMs);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait);
}

// A page such as Turbo's may run this script again. Only the first run is active.
const running = Symbol.for(mark);
// Browsers too old for the element keep the links.
if (globalThis.document && 'parse' in URL && !Reflect.has(document, running)) {
  Reflect.set(document, running, true);
  new MutationObserver(update).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['href'],
  });
  // Show the link instead.
  addEventListener('linkhaul-error', ({ target }) => {
    const link = (target as Beside)[besideLink];
    if (!link) return;
    const hadFocus = document.activeElement === target;
    players.delete(link);
    (target as Element).remove();
    if (hadFocus) link.focus();
  });
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
  else start();
}
