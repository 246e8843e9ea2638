/**
 * `<script src="auto.js" data-hosts="https://host.example">`: links to files of these hosts that stand alone in their paragraph are
 * shown as players, also those that come later. For websites whose editor allows no elements.
 *
 * The links stay where they are, because a framework may own them. Each player stands beside its link, which is hidden, and goes when
 * the link goes. There are no players before frameworks have hydrated what a server rendered.
 */
import { createElement } from './create-element.ts';
import { type Beside, besideLink, getRatio, type LinkhaulPlayer } from './element.ts';
import { readEmbedUrl } from './embed-url.ts';
import { loadExtras } from './load-extras.ts';
import { attributeNames } from './reflect.ts';

// A server has no document, but can import this module.
const script = globalThis.document?.querySelector<HTMLElement>('script[data-hosts]');
const { hosts = '', allowHttp, width, height } = script?.dataset ?? {};
const rules = { allowHttp: allowHttp != null };
/** The options of all players: the element's attributes, except those that each link has for itself. */
const options = attributeNames
  .filter((name) => name !== 'base-url' && name !== 'file-code')
  .flatMap((name) => {
    const value = script?.getAttribute(`data-${name}`);
    return value == null ? [] : [[name, value] as const];
  });

/** On each player of this script, and on copies of them that others make. */
const mark = 'data-linkhaul-auto';

/** How long after it has loaded a page may start to hydrate. */
const hydrationMs = 300;
/** How long React may take until it hydrates a link in a page that it has begun to hydrate. */
const longestHydrationMs = 3_000;
/** How long what a page still loads may keep players away. */
const longestLoadMs = 5_000;
const retryMs = 100;

/** The address of each link when it was looked at. */
const known = new WeakMap<HTMLAnchorElement, string>();
/** Links that become players, and since when. */
const waiting = new Map<HTMLAnchorElement, number>();
const players = new Map<HTMLAnchorElement, LinkhaulPlayer>();

let isSettled = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let sheet: CSSStyleSheet | undefined;
let css = '';

/** What hosts' players play, by the ending of its name. */
const media =
  /\.(3g[p2]|asf|avi|divx|f[4l]v|m[24]v|m2?ts|mk[av]|mov|mp[34]|mpe?g|mxf|og[gmv]|rm(vb)?|ts|vob|web[am]|wm[av]|aac|flac|m4[ab]|opus|wav)$/i;

/** Whether an address is that of the download page of something else, such as an archive. */
function isDownload({ href }: HTMLAnchorElement): boolean {
  const [, name = ''] = /\/d\/[^/]+\/+([^/]+)\/*$/.exec(new URL(href).pathname) ?? [];
  // "Talk 1.5" has no ending.
  return /\.(?=\d*[a-z])[a-z\d]{1,7}$/i.test(name) && !media.test(name);
}

/** Whether a link leads to a file of a named host, in any form of its address (`player-form.ts`). */
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

/** The paragraph of a link, or what serves as one. */
function findBlock(link: HTMLElement): HTMLElement {
  const parent = link.parentElement;
  if (!parent) return link;
  return /inline$|-block|con/.test(getComputedStyle(parent).display) ? findBlock(parent) : parent;
}

/** Whether a link is the only text of a line. */
function standsAlone(link: HTMLElement, block: HTMLElement): boolean {
  // Hidden text has no lines but those of its source.
  const isSeen = block.checkVisibility({ visibilityProperty: true });
  const read = (element: HTMLElement) =>
    // biome-ignore lint/performance/useDomNodeTextContent: it has the lines that are seen, whatever elements they are made of
    (isSeen ? element.innerText : element.textContent.replaceAll('\n', ' ')).trim();
  return (
    /block|item|cell|flow/.test(getComputedStyle(block).display) &&
    read(block)
      .split(/\s*\n\s*/)
      .includes(read(link))
  );
}

/** Whether the parser has gone on behind an element. */
const isParsed = (node: Node | null): boolean =>
  document.readyState !== 'loading' || (!!node && (!!node.nextSibling || isParsed(node.parentNode)));

/** Whether React has hydrated what is around a link, but not yet the link itself. React tells nobody when it does. */
function isDehydrated(link: Node): boolean {
  for (let node: Node | null = link; node; node = node.parentNode) {
    const entry = Object.entries(node).find(([key]) => /^__react(Props|Cont)/.test(key));
    if (entry)
      return node !== link && !(entry[1] as { dangerouslySetInnerHTML?: unknown }).dangerouslySetInnerHTML;
  }
  return false;
}

function update(): void {
  // In another document or a shadow tree it is not this script's any more.
  for (const [link, player] of players)
    if (!document.contains(link) || (known.get(link) !== link.href && !leadsToFile(link))) {
      known.delete(link);
      players.delete(link);
      player.remove();
    } else if (!document.contains(player)) {
      // Somebody removed it. Putting it back at once could go on for ever.
      players.delete(link);
      setTimeout(() => {
        known.delete(link);
        update();
      }, retryMs);
    } else if (link.nextElementSibling !== player) place(link, player);
  // Copies that others made, such as those in the cache of Turbo, show nothing.
  for (const copy of document.querySelectorAll(`[${mark}]`)) if (!(besideLink in copy)) copy.remove();

  for (const link of document.links)
    if (link instanceof HTMLAnchorElement && !players.has(link) && known.get(link) !== link.href) {
      waiting.delete(link);
      if (
        leadsToFile(link) &&
        !link.closest('linkhaul-player,nav,h1,h2,h3,h4,h5,h6,pre,code,[contenteditable]')
      ) {
        const block = findBlock(link);
        // A line may not have been parsed to its end.
        if (!isParsed(block)) continue;
        if (standsAlone(link, block)) waiting.set(link, performance.now());
      }
      known.set(link, link.href);
    }

  // When all have been looked at: a change costs the layout, which the next look would need again.
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

/** In the language of the page around the link. English is the element's own. */
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
    // English is better than none.
  }
}

/** Behind the link: frameworks insert what belongs before a link directly before it. */
function place(link: HTMLAnchorElement, player: LinkhaulPlayer): void {
  const parent = link.parentNode as ParentNode & { moveBefore?(node: Node, before: Node | null): void };
  // It does not interrupt what plays.
  if (player.isConnected && parent.moveBefore) parent.moveBefore(player, link.nextSibling);
  else link.after(player);
}

/** Hides links that have a player, and reserves its room where it is to come. Changing the links would break their hydration, too. */
function style(): void {
  // What is further below moves nothing that is seen.
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

// Of a page that runs this script again, as Turbo may, the first one takes care.
const running = Symbol.for(mark);
// In browsers that are too old for the element the links remain.
if (globalThis.document && 'parse' in URL && !Reflect.has(document, running)) {
  Reflect.set(document, running, true);
  new MutationObserver(update).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['href'],
  });
  // The link is shown instead.
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
