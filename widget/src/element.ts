/**
 * `<linkhaul-player>`: a poster and a button, replaced by the hosted player when it is activated. Importing this file
 * defines the element; on a server it does nothing.
 *
 *     <linkhaul-player><a href="https://host.example/e/abc">Title</a></linkhaul-player>
 *
 * It makes no request to the host before a pointer or the focus is on it, causes no layout shift, works under a strict
 * Content-Security-Policy and Trusted Types, and has a link that works without this script.
 */

import { createElement } from './create-element.ts';
import { type EmbedOptions, embedUrl, ownParameters, readEmbedUrl } from './embed-url.ts';
import type { List } from './list.ts';
import { type Extras, loadExtras } from './load-extras.ts';
import { createStyle } from './player-style.ts';
import { type BooleanProperties, reflect, type StringProperties, upgradeProperties } from './reflect.ts';
import { checkAddress, EmbedError } from './validation.ts';

/**
 * Where a player has the link that it stands beside (`auto.ts`). All scripts of a page know this name: the element of `auto.js` may
 * be that of `linkhaul-player.js`, if that came first.
 */
export const besideLink = Symbol.for('linkhaul-player');
export interface Beside {
  [besideLink]?: HTMLAnchorElement;
}

/** What a player watches: its attributes and its link. */
const watched = { attributes: true, childList: true, characterData: true, subtree: true };

/** Parameters as they are written: encoding them anew could change what the host reads. */
const splitParameters = (search: string): string[] => search.slice(1).split('&').filter(Boolean);

const isOwnParameter = (part: string): boolean =>
  ownParameters.some((name) => new URLSearchParams(part).has(name));

/** Lists and moved hosts. Undefined until a page has one of them, null where they could not be loaded. */
let extras: Extras | null | undefined;
let loadingExtras: Promise<unknown> | undefined;

/** The link's address, overridden by attributes; undefined where neither names a file (yet). @throws {EmbedError} */
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
    // Players of other forms take no options (`player-form.ts`).
    url = checkAddress('url', href, element);
  else {
    const linked: Partial<EmbedOptions> = href ? readEmbedUrl(href, element) : {};
    // Attributes may be relative to the page, as elsewhere in HTML.
    const absolute = (address: string) => followMove(URL.parse(address, element.baseURI)?.href ?? address);
    const picture = poster || linked.poster;
    // `embedUrl` reports what is missing.
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
    // Those of the host, such as a token, are for this file at this host only.
    if (href && !baseUrl && !fileCode) ({ search: parametersOfLink, hash: url.hash } = new URL(href));
  }
  const others = splitParameters(parametersOfLink).filter((part) => !isOwnParameter(part));
  let parameters = [...splitParameters(url.search), ...others];
  const seconds = Math.floor(+element.start);
  if (seconds > 0) {
    // Hosts read it in one of two forms.
    const start = `t=${seconds}`;
    parameters = [start, ...parameters.filter((part) => !/^t(=|$)/.test(part))];
    url.hash = start;
  }
  url.search = parameters.join('&');
  return url;
}

/** Width by height, if these are two numbers of a sensible shape. */
export function getRatio(width: string | undefined, height: string | undefined): number {
  const ratio = Number(width) / Number(height);
  return ratio > 0.01 && ratio < 99 ? ratio : 16 / 9;
}

/** What a link is called: its words, or what stands for them where it has none, such as the description of a picture. */
function getName(link: HTMLAnchorElement): string | undefined {
  const names = ['aria-label', 'alt', 'title'].flatMap((attribute) =>
    [link, ...link.querySelectorAll(`[${attribute}]`)].map((each) => each.getAttribute(attribute)),
  );
  return [link.textContent, ...names].map((each) => each?.trim()).find(Boolean);
}

/** @param view Its document adopts the sheet. @param ratio Width by height. */
function createSheet(view: typeof globalThis, ratio: number): CSSStyleSheet {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(createStyle(ratio));
  return sheet;
}

/** The styles of all players of the page, by their aspect ratio. */
const sheets: Record<number, CSSStyleSheet> = {};

let preconnectedOrigin = '';

/** The players that have replaced their poster. */
const playing = new Set<LinkhaulPlayer>();

// A server has no HTMLElement, but can import this module.
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/**
 * @tagname linkhaul-player
 * @slot - A link to the embed address. It works without script, and names the file unless attributes do. Several links are listed below the player.
 * @slot poster - Shown instead of the poster, such as an `<img>` with `srcset`.
 * @slot button - Shown instead of the icon. It is drawn in a button, so it should be no button itself.
 *
 * @attr {string} base-url - Address of the service.
 * @attr {string} file-code - Code of the file.
 * @attr {string} poster - Picture before playback, also passed to the player.
 * @attr {string} srcset - The poster in several sizes, as for `<img>`.
 * @attr {string} sizes - How wide the player is shown, for `srcset`; by default the browser measures it, if it can.
 * @attr {string} subtitle-file - Address of a subtitle file, srt or vtt.
 * @attr {string} subtitle-label - Its language or any other label.
 * @attr {string} subtitles-json - Address of a subtitle document.
 * @attr {string} title - Title of the file; default: the text of the link.
 * @attr {string} play-label - The word before the title in the button's name, default "Play".
 * @attr {string} open-label - The words of the link to the host, default "Open at the host".
 * @attr {string} start - Where playback starts, in seconds, if the host can.
 * @attr {string} group - Of the players with the same group one plays at a time.
 * @attr {'hover' | 'click'} connect - When the host may be contacted first; default "hover".
 * @attr {string} width - Its ratio to `height` is the shape, default 16:9; the size is that of any block.
 * @attr {string} height - See `width`.
 * @attr {'lazy' | 'eager'} loading - When to load the poster; default "lazy".
 * @attr {string} allow - Permissions of the frame.
 * @attr {string} sandbox - Restrictions of the frame; without a value, scripts and the host's own storage are allowed.
 * @attr {string} referrerpolicy - What frame and link tell the host about the page.
 * @attr {boolean} credentialless - Load the frame without the host's cookies.
 * @attr {boolean} allow-http - Allow http: on any host.
 *
 * @fires {CustomEvent<null>} linkhaul-activate - Before the player replaces the poster. Cancelable.
 * @fires {CustomEvent<null>} linkhaul-load - The frame has loaded what the host answered, which may be an error page.
 * @fires {CustomEvent<EmbedError>} linkhaul-error - Link and attributes make no valid address, or the frame was not loaded; `detail` is the EmbedError. Cancel it to suppress the console message.
 *
 * @csspart button - Everything before the player is activated.
 * @csspart poster - The picture in the button.
 * @csspart icon - The play icon on the button.
 * @csspart title - The title on the button.
 * @csspart frame - The player.
 * @csspart link - The link to the host, below the active player and in print.
 *
 * @cssprop --linkhaul-background - Background of poster and player, default black.
 * @cssprop --linkhaul-color - Color of title and icon, default white.
 * @cssprop --linkhaul-accent - Background of the icon.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `reflect` below defines these properties
export class LinkhaulPlayer extends Base {
  #view = createView(this);

  connectedCallback(): void {
    upgradeProperties(this as Record<string, unknown>);
    this.#view.render();
  }

  /** With this method `moveBefore` does not interrupt the player. */
  connectedMoveCallback(): void {}

  /** Whether the player has replaced the poster. */
  get active(): boolean {
    return this.#view.active();
  }

  /** Replaces the poster by the player, as a click does. Moves the focus to the player if the poster has it. */
  activate(): void {
    this.#view.activate();
  }

  /** Replaces the player by the poster. Moves the focus to the poster if the player has it. */
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
  /** 0: initial; 1: a pointer or the focus was here; 2: active, the player has replaced the poster. */
  let state = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let hasFailed = false;
  /** Whether it is to be activated as soon as the extras are there. */
  let isWanted = false;
  let list: List | undefined;

  const slotOf = (name: string, content: HTMLElement) => {
    const own = createElement('slot', { name });
    own.append(content);
    return own;
  };
  button.append(slotOf('poster', poster), slotOf('button', createElement('i', { part: 'icon' })), titleBar);
  // Attributes and the link inside. Changes of a task come in one batch: a partial change of options is never rendered.
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
    // No event tells of everything that hides an element: a dialog that closes, a tab, `visibility`.
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
    // Of an element that is not connected, nothing was rendered.
    frame.remove();
  }

  const listLinks = () => [
    ...host.querySelectorAll<HTMLAnchorElement>(
      'a:is([href*="/e/"],[href*="/d/"],[href*="/v/"],[href*="/embed"])',
    ),
  ];

  /** Renders attributes and link, and gives the address; undefined where there is nothing to show. */
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
    // Without one to a file, the first says what is wrong, unless attributes name the file.
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
      // Until the extras are there, and where they could not be loaded, the links are shown. What plays goes on.
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
      // The link may not have been parsed yet.
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
    { origin, searchParams }: URL,
    title: string,
    picture: HTMLImageElement | null | undefined,
  ): HTMLElement {
    const isLazy = host.loading !== 'eager';
    const waitsForClick = host.connect === 'click';
    poster.loading = isLazy ? 'lazy' : 'eager';
    // A poster from the host itself would tell the host about every visitor.
    const isHeldBack = (address: string) =>
      (isLazy || waitsForClick) && !state && URL.parse(address, host.baseURI)?.origin === origin;
    let srcset = host.srcset.replace(/\S+/g, followMove);
    if (srcset.split(/[\s,]+/).some(isHeldBack)) srcset = '';
    let src = searchParams.get('c_poster') ?? '';
    if (isHeldBack(src)) src = '';
    if (picture && !src && !srcset) {
      src = picture.currentSrc || picture.src;
      // Any other one the page has loaded itself.
      if (picture.loading === 'lazy' && isHeldBack(src)) src = '';
    }
    // Setting one to the same value would reload the picture.
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
      // With autoplay, because the user clicked.
      allow: host.allow || 'autoplay; fullscreen; picture-in-picture; encrypted-media',
      credentialless: host.credentialless,
      ...(host.hasAttribute('sandbox') && { sandbox: host.sandbox || 'allow-scripts allow-same-origin' }),
      referrerPolicy: host.referrerPolicy,
      src: href,
      onload() {
        if (frame === next && !hasFailed) fire('linkhaul-load');
      },
      // Firefox says so, where Chromium shows an error page that no page can tell from a player.
      onerror() {
        if (frame === next) reportFrame();
      },
    });
    // A new address needs a new frame, because navigating the old one would add a history entry; a new title does not.
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

  /** Says once of each frame that it was not loaded. */
  function reportFrame(): void {
    if (hasFailed) return;
    hasFailed = true;
    report(new EmbedError('not-loaded', 'frame', 'was not loaded: forbidden by the page, or no such host.'));
  }

  function report(error: unknown): void {
    if (fire('linkhaul-error', error)) console.error(host, error);
  }

  /** Gives whether the event was not canceled. */
  const fire = (type: string, detail?: unknown): boolean =>
    host.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, cancelable: true, composed: true }));

  return { render, active, activate, deactivate };
}

export interface LinkhaulPlayer extends StringProperties, BooleanProperties {}
reflect(LinkhaulPlayer.prototype);

// The newest method that is used. Older browsers show the link.
if ('parse' in URL && globalThis.customElements && !customElements.get('linkhaul-player'))
  customElements.define('linkhaul-player', LinkhaulPlayer);

/** The element's events. All bubble, also out of shadow trees, and are cancelable. */
export interface PlayerEvents {
  /** Before the player replaces the poster. Canceling it keeps the poster. */
  'linkhaul-activate': CustomEvent<null>;
  /** The frame has loaded what the host answered. That may be an error page: the browser tells nobody. */
  'linkhaul-load': CustomEvent<null>;
  /** Link and attributes make no valid address, or the browser did not load the frame (`not-loaded`). Canceling it suppresses the console message. */
  'linkhaul-error': CustomEvent<EmbedError>;
}

declare global {
  interface HTMLElementTagNameMap {
    'linkhaul-player': LinkhaulPlayer;
  }
  interface HTMLElementEventMap extends PlayerEvents {}
}
