/**
 * `<linkhaul-player>`: a poster and a button. Activating it replaces them with the hosted player. Importing this file
 * defines the element. On a server it does nothing.
 *
 *     <linkhaul-player><a href="https://host.example/e/abc">Title</a></linkhaul-player>
 *
 * It makes no request to the host before it is hovered or focused, causes no layout shift, works with a strict
 * Content-Security-Policy and Trusted Types, and contains a link that works without this script.
 */

import { createElement } from './create-element.ts';
import { type EmbedOptions, embedUrl, ownParameters, readEmbedUrl } from './embed-url.ts';
import type { List } from './list.ts';
import { type Extras, loadExtras } from './load-extras.ts';
import { createStyle } from './player-style.ts';
import { type BooleanProperties, reflect, type StringProperties, upgradeProperties } from './reflect.ts';
import { checkAddress, EmbedError } from './validation.ts';

/**
 * Property of a player: the link that it replaces (`auto.ts`). It is a shared symbol because a player created by `auto.js` may be defined
 * by `linkhaul-player.js`, if that loaded first.
 */
export const besideLink = Symbol.for('linkhaul-player');
export interface Beside {
  [besideLink]?: HTMLAnchorElement;
}

/** On the element and its link. */
const watched = { attributes: true, childList: true, characterData: true, subtree: true };

/** Keeps parameters as written, because re-encoding could change what the host reads. */
const splitParameters = (search: string): string[] => search.slice(1).split('&').filter(Boolean);

const isOwnParameter = (part: string): boolean =>
  ownParameters.some((name) => new URLSearchParams(part).has(name));

/** Code for lists and moved hosts. Undefined until a page needs it, null if it failed to load. */
let extras: Extras | null | undefined;
let loadingExtras: Promise<unknown> | undefined;

/** The link's address, with attributes taking precedence. Undefined if neither names a file (yet). @throws {EmbedError} */
function resolveEmbedUrl(
  element: HTMLElement & StringProperties & BooleanProperties,
  link: HTMLAnchorElement | null,
  followMove: (address: string) => string,
): URL | undefined {
  const { allowHttp, baseUrl, fileCode, poster, subtitleFile, subtitleLabel, subtitlesJson } = element;
  const href = link && followMove(link.href);
  if (!href && !baseUrl && !fileCode) return undefined;
  let url: URL;
  let parametersOfLink = '';
  if (/\w\/(v\/|embed)/.test(href as string))
    // Other forms of player addresses take no options (`player-form.ts`).
    url = checkAddress('url', href, element);
  else {
    const linked: Partial<EmbedOptions> = href ? readEmbedUrl(href, element) : {};
    // Attributes may be relative to the page, as elsewhere in HTML.
    const absolute = (address: string) => followMove(URL.parse(address, element.baseURI)?.href ?? address);
    const picture = poster || linked.poster;
    // `embedUrl` reports missing options.
    const options = {
      allowHttp,
      baseUrl: baseUrl ? absolute(baseUrl) : linked.baseUrl,
      fileCode: fileCode || linked.fileCode,
      poster: picture && absolute(picture),
      subtitle:
        subtitleFile || subtitleLabel
          ? { file: subtitleFile && absolute(subtitleFile), label: subtitleLabel }
          : linked.subtitle,
      subtitles: subtitlesJson ? { json: absolute(subtitlesJson) } : linked.subtitles,
    };
    url = new URL(embedUrl(options as EmbedOptions));
    // The host's own parameters, such as a token, are only valid for this file on this host.
    if (href && !baseUrl && !fileCode) ({ search: parametersOfLink, hash: url.hash } = new URL(href));
  }
  const others = splitParameters(parametersOfLink).filter((part) => !isOwnParameter(part));
  let parameters = [...splitParameters(url.search), ...others];
  const seconds = Math.floor(+element.start);
  if (seconds > 0) {
    // Hosts read the start from either the query or the fragment.
    const start = `t=${seconds}`;
    parameters = [start, ...parameters.filter((part) => !/^t(=|$)/.test(part))];
    url.hash = start;
  }
  url.search = parameters.join('&');
  return url;
}

/** 16:9 if they aren't two numbers with a sensible ratio. */
export function getRatio(width: string | undefined, height: string | undefined): number {
  const ratio = Number(width) / Number(height);
  return ratio > 0.01 && ratio < 99 ? ratio : 16 / 9;
}

/** Its text, or else a label, such as the alternative text of an image. */
function getName(link: HTMLAnchorElement): string | undefined {
  const names = ['aria-label', 'alt', 'title'].flatMap((attribute) =>
    [link, ...link.querySelectorAll(`[${attribute}]`)].map((each) => each.getAttribute(attribute)),
  );
  return [link.textContent, ...names].map((each) => each?.trim()).find(Boolean);
}

/** @param view whose document adopts the sheet. @param ratio width divided by height */
function createSheet(view: typeof globalThis, ratio: number): CSSStyleSheet {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(createStyle(ratio));
  return sheet;
}

/** Shared by all players on the page, by aspect ratio. */
const sheets: Record<number, CSSStyleSheet> = {};

let preconnectedOrigin = '';

const playing = new Set<LinkhaulPlayer>();

// Servers have no HTMLElement, but can import this module.
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/**
 * @tagname linkhaul-player
 * @slot - A link to the embed address. It works without script, and identifies the file unless attributes do. Several links become a list below the player.
 * @slot poster - Shown instead of the poster, such as an `<img>` with `srcset`.
 * @slot button - Shown instead of the icon. It is shown inside a button, so it shouldn't be a button itself.
 *
 * @attr {string} base-url - Address of the service.
 * @attr {string} file-code - Code of the file.
 * @attr {string} poster - Picture before playback, also passed to the player.
 * @attr {string} srcset - The poster in several sizes, as for `<img>`.
 * @attr {string} sizes - How wide the player is shown, for `srcset`. By default the browser measures it if it can.
 * @attr {string} subtitle-file - Address of a subtitle file, srt or vtt.
 * @attr {string} subtitle-label - Its language or another label.
 * @attr {string} subtitles-json - Address of a subtitle document.
 * @attr {string} title - Title of the file. Default: the text of the link.
 * @attr {string} play-label - The word before the title in the button's name. Default "Play".
 * @attr {string} open-label - The text of the link to the host. Default "Open at the host".
 * @attr {string} start - Where playback starts, in seconds, if the host supports it.
 * @attr {string} group - Only one player of a group plays at a time.
 * @attr {'hover' | 'click'} connect - When the host may first be contacted. Default "hover".
 * @attr {string} width - With `height`, sets the aspect ratio. Default 16:9. The size is that of a block element.
 * @attr {string} height - See `width`.
 * @attr {'lazy' | 'eager'} loading - When to load the poster. Default "lazy".
 * @attr {string} allow - Permissions of the frame.
 * @attr {string} sandbox - Restrictions of the frame. An empty value allows scripts and the host's own storage.
 * @attr {string} referrerpolicy - What the frame and the link tell the host about the page.
 * @attr {boolean} credentialless - Load the frame without the host's cookies.
 * @attr {boolean} allow-http - Allow http: on any host.
 *
 * @fires {CustomEvent<null>} linkhaul-activate - Before the player replaces the poster. Cancelable.
 * @fires {CustomEvent<null>} linkhaul-load - The frame has loaded the host's response, which may be an error page.
 * @fires {CustomEvent<EmbedError>} linkhaul-error - The link and attributes don't form a valid address, or the frame didn't load. `detail` is the EmbedError. Cancel it to suppress the console message.
 *
 * @csspart button - Everything before the player is activated.
 * @csspart poster - The picture in the button.
 * @csspart icon - The play icon on the button.
 * @csspart title - The title on the button.
 * @csspart frame - The player.
 * @csspart link - The link to the host, below the active player and in print.
 *
 * @cssprop --linkhaul-background - Background of poster and player. Default black.
 * @cssprop --linkhaul-color - Color of title and icon. Default white.
 * @cssprop --linkhaul-accent - Background of the icon.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `reflect` below defines these properties
export class LinkhaulPlayer extends Base {
  #view = createView(this);

  connectedCallback(): void {
    upgradeProperties(this as Record<string, unknown>);
    this.#view.render();
  }

  /** Without this method, `moveBefore` would interrupt the player. */
  connectedMoveCallback(): void {}

  /** Whether the player has replaced the poster. */
  get active(): boolean {
    return this.#view.active();
  }

  /** Replaces the poster with the player, like a click. Moves the focus to the player if the poster has it. */
  activate(): void {
    this.#view.activate();
  }

  /** Replaces the player with the poster. Moves the focus to the poster if the player has it. */
  deactivate(): void {
    this.#view.deactivate();
  }
}

function createView(host: LinkhaulPlayer) {
  const root = host.attachShadow({ mode: 'open', delegatesFocus: true });
  const slot = createElement('slot');
  const poster = createElement('img', {
    part: 'poster',
    alt: '',
    onerror: () => {
      poster.hidden = true;
    },
  });
  const titleBar = createElement('span', { part: 'title', dir: 'auto' });
  const button = createElement('button', {
    part: 'button',
    onclick: () => {
      activate();
      // Not every browser focuses a clicked button, so `activate` may have had no focus to move.
      frame.focus();
    },
  });
  const openLink = createElement('a', { part: 'link', target: '_blank' });
  let frame = createElement('iframe');
  let reportedMessage = '';
  /** 0: initial. 1: hovered or focused before. 2: active, the player has replaced the poster. */
  let state = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let hasFailed = false;
  /** Activate once the extras have loaded. */
  let isWanted = false;
  let list: List | undefined;

  const createSlot = (name: string, content: HTMLElement) => {
    const own = createElement('slot', { name });
    own.append(content);
    return own;
  };
  button.append(
    createSlot('poster', poster),
    createSlot('button', createElement('i', { part: 'icon' })),
    titleBar,
  );
  // Attributes and the link inside. Changes made in one task arrive as one batch, so incomplete options are never rendered.
  const observer = new MutationObserver(render);
  observer.observe(host, watched);

  const active = () => state > 1;

  const followMove = (address: string) => extras?.followMove(address, host) ?? address;

  function activate() {
    if (active()) return;
    const url = render();
    isWanted = !url && !!loadingExtras && extras === undefined;
    if (!url || !fire('linkhaul-activate')) return;
    state = 2;
    hasFailed = false;
    for (const other of playing) if (host.group && other.group === host.group) other.deactivate();
    playing.add(host);
    document.addEventListener('securitypolicyviolation', onViolation);
    // There is no event for every way to hide an element, such as a closed dialog, a tab or `visibility`.
    timer = setInterval(() => {
      if (!host.checkVisibility({ visibilityProperty: true })) deactivate();
    }, 250);
    render();
  }

  function deactivate() {
    isWanted = false;
    clearInterval(timer);
    playing.delete(host);
    document.removeEventListener('securitypolicyviolation', onViolation);
    state &&= 1;
    render();
    // `render` does nothing if the element isn't connected.
    frame.remove();
  }

  const listLinks = () => [
    ...host.querySelectorAll<HTMLAnchorElement>(
      'a:is([href*="/e/"],[href*="/d/"],[href*="/v/"],[href*="/embed"])',
    ),
  ];

  /** Returns the address, or undefined if there is nothing to show. */
  function render() {
    const view = host.ownerDocument.defaultView;
    if (!host.isConnected || !view) return;
    const links = listLinks();
    const isList = links.length > 1;
    const isMoved = document.head.querySelector('meta[name=linkhaul-replaces]');
    if (extras === undefined && (isList || isMoved)) {
      const take = (loaded: Extras | null) => {
        extras = loaded;
      };
      loadingExtras ??= loadExtras().then(take, () => take(null));
      void loadingExtras.then(() => (isWanted ? activate() : render()));
    }
    extras?.moveLinks(host);
    if (isList) list ??= extras?.createList({ root, slot, listLinks, active, activate, deactivate });
    const beside = (host as Beside)[besideLink];
    if (beside) observer.observe(beside, watched);
    // If no link leads to a file, use the first one to report the error, unless attributes name the file.
    const link =
      beside ||
      (isList && list?.pickLink()) ||
      links[0] ||
      (host.baseUrl && host.fileCode ? null : host.querySelector('a'));
    const name = link && getName(link);
    const title = (isList && name) || host.title || name || 'Video';
    const picture = link?.querySelector('img');
    let url: URL | undefined;
    let shown: readonly HTMLElement[] = [slot];
    try {
      // Show the links until the extras have loaded, or if they failed to load. An active player stays.
      if (extras || active() || !(isList || (isMoved && extras === undefined)))
        url = resolveEmbedUrl(host, link, followMove);
      reportedMessage = '';
      if (url) {
        shown = [active() ? renderPlayer(url, title) : renderButton(url, title, picture), openLink];
        openLink.href = url.href;
        openLink.referrerPolicy = host.referrerPolicy;
        openLink.textContent = `${host.openLabel || 'Open at the host'}: ${title}, ${url.origin}${url.pathname}`;
      }
    } catch (error) {
      const message = String(error);
      // The link may not be parsed yet.
      if (document.readyState === 'loading') addEventListener('load', render);
      else if (reportedMessage !== message) {
        reportedMessage = message;
        report(error);
      }
    }
    const ratio = getRatio(host.width, host.height);
    root.adoptedStyleSheets = [
      // biome-ignore lint/suspicious/noAssignInExpressions: a cache of what the expression creates
      view === window ? (sheets[ratio] ??= createSheet(window, ratio)) : createSheet(view as never, ratio),
    ];
    const hadFocus = root.activeElement;
    const parent = (isList && url && list?.place()) || root;
    if (parent.firstChild !== shown[0]) {
      parent.replaceChildren(...shown);
      if (hadFocus) shown[0]?.focus();
    }
    return url;
  }

  function renderButton(
    { origin, host: service, searchParams }: URL,
    title: string,
    picture: HTMLImageElement | null | undefined,
  ): HTMLElement {
    const isLazy = host.loading !== 'eager';
    const waitsForClick = host.connect === 'click';
    poster.loading = isLazy ? 'lazy' : 'eager';
    // A poster from the host itself would tell the host about every visitor, also by `http:`, which browsers make `https:`.
    const isHeldBack = (address: string) =>
      (isLazy || waitsForClick) && !state && URL.parse(address, host.baseURI)?.host === service;
    let srcset = host.srcset.replace(/[^\s,]+/g, followMove);
    if (srcset.split(/[\s,]+/).some(isHeldBack)) srcset = '';
    let src = searchParams.get('c_poster') ?? '';
    if (isHeldBack(src)) src = '';
    if (picture && !src && !srcset) {
      src = picture.currentSrc || picture.src;
      // If it isn't lazy, the page has loaded it already.
      if (picture.loading === 'lazy' && isHeldBack(src)) src = '';
    }
    // Setting the same value again would reload the image.
    for (const [name, value] of Object.entries({ sizes: host.sizes || 'auto', srcset, src }))
      if (poster.getAttribute(name) !== value) {
        poster.setAttribute(name, value);
        poster.hidden = !src && !srcset;
      }
    titleBar.textContent = title;
    button.ariaLabel = `${host.playLabel || 'Play'}: ${title}`;
    // Connects to the host before the click.
    button.onpointerover = button.onfocus = () => {
      if (state || waitsForClick) return;
      state = 1;
      if (preconnectedOrigin !== origin)
        document.head.append(createElement('link', { rel: 'preconnect', href: origin }));
      preconnectedOrigin = origin;
      render();
    };
    return button;
  }

  function renderPlayer({ href }: URL, title: string): HTMLElement {
    const next = createElement('iframe', {
      part: 'frame',
      title,
      // Autoplay is allowed because the user clicked.
      allow: host.allow || 'autoplay; fullscreen; picture-in-picture; encrypted-media',
      credentialless: host.credentialless,
      ...(host.hasAttribute('sandbox') && { sandbox: host.sandbox || 'allow-scripts allow-same-origin' }),
      referrerPolicy: host.referrerPolicy,
      src: href,
      onload() {
        if (frame === next && !hasFailed) fire('linkhaul-load');
      },
      // Firefox fires this event. Chromium shows an error page, which scripts can't distinguish from a player.
      onerror() {
        if (frame === next) reportFrame();
      },
    });
    // A new address needs a new frame, because navigating the old one would add a history entry. A new title doesn't.
    frame.title = title;
    if (!next.isEqualNode(frame)) {
      frame = next;
      hasFailed = false;
    }
    return frame;
  }

  function onViolation({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void {
    if (effectiveDirective === 'frame-src' && URL.parse(blockedURI)?.origin === new URL(frame.src).origin)
      reportFrame();
  }

  /** Once per frame. */
  function reportFrame(): void {
    if (hasFailed) return;
    hasFailed = true;
    report(new EmbedError('not-loaded', 'frame', 'was not loaded: forbidden by the page, or no such host.'));
  }

  function report(error: unknown): void {
    if (fire('linkhaul-error', error)) console.error(host, error);
  }

  /** False if the event was canceled. */
  const fire = (type: string, detail?: unknown): boolean =>
    host.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, cancelable: true, composed: true }));

  return { render, active, activate, deactivate };
}

export interface LinkhaulPlayer extends StringProperties, BooleanProperties {}
reflect(LinkhaulPlayer.prototype);

// The newest method that the element needs. Older browsers show the link.
if ('parse' in URL && globalThis.customElements && !customElements.get('linkhaul-player'))
  customElements.define('linkhaul-player', LinkhaulPlayer);

/** The element's events. All bubble out of shadow trees and are cancelable. */
export interface PlayerEvents {
  /** Fired before the player replaces the poster. Cancel it to keep the poster. */
  'linkhaul-activate': CustomEvent<null>;
  /** The frame has loaded. It may be an error page: browsers don't report the status of a frame. */
  'linkhaul-load': CustomEvent<null>;
  /**
   * The link and attributes don't form a valid address, or the browser didn't load the frame (`not-loaded`). Cancel it to suppress the
   * console message.
   */
  'linkhaul-error': CustomEvent<EmbedError>;
}

declare global {
  interface HTMLElementTagNameMap {
    'linkhaul-player': LinkhaulPlayer;
  }
  interface HTMLElementEventMap extends PlayerEvents {}
}
