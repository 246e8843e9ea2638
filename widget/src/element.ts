/**
 * `<linkhaul-player>`: a poster and a button, replaced by the hosted player when it is activated. Importing this file
 * defines the element; on a server it does nothing.
 *
 *     <linkhaul-player><a href="https://host.example/e/abc">Title</a></linkhaul-player>
 *
 * It makes no request to the host before a pointer or the focus is on it, causes no layout shift, works under a strict
 * Content-Security-Policy and Trusted Types, and has a link that works without this script.
 */

import { type EmbedOptions, embedUrl, parseEmbedUrl } from './embed-url.ts';
import { type BooleanProperties, reflect, type StringProperties, upgradeProperties } from './reflect.ts';
import type { EmbedError } from './validation.ts';

/**
 * The embed address of an element: that of its link, overridden by its attributes.
 *
 * @returns undefined where neither link nor attributes name a file (yet).
 * @throws {EmbedError} where the link is no embed address, or the attributes are invalid.
 */
function resolveEmbedUrl(
  element: HTMLElement & StringProperties & BooleanProperties,
  link: HTMLAnchorElement | null,
): URL | undefined {
  const { allowHttp, baseUrl, fileCode, poster, subtitleFile, subtitleLabel, subtitlesJson } = element;
  const href = link?.href;
  if (!href && !baseUrl && !fileCode) return undefined;
  // Attributes may be relative to the page, as elsewhere in HTML.
  const absolute = (address: string) => URL.parse(address, element.baseURI)?.href ?? address;
  // `embedUrl` reports what is missing.
  const options: { -readonly [Name in keyof EmbedOptions]?: EmbedOptions[Name] } = {
    ...(href && parseEmbedUrl(href, { allowHttp })),
    allowHttp,
  };
  if (baseUrl) options.baseUrl = absolute(baseUrl);
  if (fileCode) options.fileCode = fileCode;
  if (poster) options.poster = absolute(poster);
  if (subtitleFile || subtitleLabel)
    options.subtitle = { file: subtitleFile && absolute(subtitleFile), label: subtitleLabel };
  if (subtitlesJson) options.subtitles = { json: absolute(subtitlesJson) };
  return new URL(embedUrl(options as EmbedOptions));
}

/**
 * The style of the shadow root: a constructed sheet, which no `style-src` forbids. There is no animation. Forced colours
 * remove backgrounds and show every border, so the icon is made of borders. Poster and title have a negative z-index to keep
 * the button's focus ring visible; icon and title shrink with a small player. The build removes the line breaks; this
 * order of rules and properties compresses best.
 * @param view The window whose document adopts the sheet.
 */
function createSheet(view: typeof globalThis): CSSStyleSheet {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(`
span, img { z-index: -1 }
span, i { font-size: min(1em, 6cqi) }
button { font: inherit; cursor: pointer; outline-offset: -5px; container-type: inline-size; color: var(--linkhaul-color, #fff); z-index: 0 }
i { display: inline-grid; border: 1px solid #0000; border-radius: 1em; padding: 1em; background: var(--linkhaul-accent, #06707c) }
i::before { clip-path: polygon(0 0, 100% 50%, 0 100%); border: 1em solid; content: '' }
:hover > i { border: 1px solid }
button, iframe, img { background: var(--linkhaul-background, #000); border: 0; width: 100%; height: 100%; inset: 0; position: absolute; object-fit: cover }
span { overflow: hidden; position: absolute; padding: 1em; background: #000a; text-align: start; text-overflow: ellipsis; inset: 0 0 auto; white-space: nowrap }
:host(:not([hidden])) { display: block; aspect-ratio: 16/9; contain: content }
`);
  return sheet;
}

/** The origin that was preconnected last. */
let preconnectedOrigin = '';

/** The style of all players of the page. */
let sharedSheet: CSSStyleSheet | undefined;

// A server has no HTMLElement, but can import this module.
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/**
 * @tagname linkhaul-player
 * @slot - A link to the embed address. It works without script, and names the file unless attributes do.
 *
 * @attr {string} base-url - Address of the service.
 * @attr {string} file-code - Code of the file.
 * @attr {string} poster - Picture before playback, also passed to the player.
 * @attr {string} subtitle-file - Address of a subtitle file, srt or vtt.
 * @attr {string} subtitle-label - Its language or any other label.
 * @attr {string} subtitles-json - Address of a subtitle document.
 * @attr {string} title - Title of the file; default: the text of the link.
 * @attr {string} play-label - The word before the title in the button's name, default "Play".
 * @attr {'lazy' | 'eager'} loading - When to load the poster; default "lazy".
 * @attr {string} allow - Permissions of the frame.
 * @attr {string} sandbox - Restrictions of the frame; without a value, scripts and the host's own storage are allowed.
 * @attr {boolean} credentialless - Load the frame without the host's cookies.
 * @attr {boolean} allow-http - Allow http: on any host.
 *
 * @fires {CustomEvent<null>} linkhaul-activate - Before the player replaces the poster. Cancelable.
 * @fires {CustomEvent<null>} linkhaul-load - The player has loaded.
 * @fires {CustomEvent<EmbedError>} linkhaul-error - Link and attributes make no valid address; `detail` is the EmbedError. Cancel it to suppress the console message.
 *
 * @csspart button - Everything before the player is activated.
 * @csspart poster - The picture in the button.
 * @csspart icon - The play icon on the button.
 * @csspart title - The title on the button.
 * @csspart frame - The player.
 *
 * @cssprop --linkhaul-background - Background of poster and player, default black.
 * @cssprop --linkhaul-color - Color of title and icon, default white.
 * @cssprop --linkhaul-accent - Background of the icon.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `reflect` below defines these properties
export class LinkhaulPlayer extends Base {
  #root = this.attachShadow({ mode: 'open', delegatesFocus: true });
  #slot = createElement('slot');
  #poster = createElement('img', {
    part: 'poster',
    alt: '',
    onerror(this: HTMLElement) {
      this.hidden = true;
    },
  });
  #title = createElement('span', { part: 'title', dir: 'auto' });
  #button = createElement('button', {
    part: 'button',
    onclick: () => {
      this.activate();
      // Not every browser focuses a clicked button, so `activate` may have had no focus to move.
      this.#frame.focus();
    },
  });
  #frame = createElement('iframe');
  /** The error message that was reported last. */
  #reportedMessage = '';
  /** 0: initial; 1: a pointer or the focus was here; 2: active, the player has replaced the poster. */
  #stage = 0;

  constructor() {
    super();
    sharedSheet ??= createSheet(globalThis);
    this.#root.adoptedStyleSheets = [sharedSheet];
    this.#button.append(this.#poster, createElement('i', { part: 'icon' }), this.#title);
    // For attributes and for the link inside. A mutation observer batches the changes of a task: a partial change of
    // options is never rendered.
    new MutationObserver(() => this.#render()).observe(this, {
      attributes: true,
      childList: true,
      characterData: true,
      subtree: true,
    });
  }

  connectedCallback(): void {
    upgradeProperties(this as Record<string, unknown>);
    this.#render();
  }

  /** A constructed sheet belongs to one document, and is lost when the element moves to another. */
  adoptedCallback(_: Document, { defaultView }: Document): void {
    if (defaultView) this.#root.adoptedStyleSheets = [createSheet(defaultView)];
  }

  /** With this method `moveBefore` does not interrupt the player. */
  connectedMoveCallback(): void {}

  /** Whether the player has replaced the poster. */
  get active(): boolean {
    return this.#stage > 1;
  }

  /** Replaces the poster by the player, as a click does. Moves the focus to the player if the poster has it. */
  activate(): void {
    if (this.active || !this.#render() || !this.#fire('linkhaul-activate')) return;
    this.#stage = 2;
    this.#render();
  }

  /** Renders attributes and link, and gives the address; undefined where there is nothing to show. */
  #render(): URL | undefined {
    if (!this.isConnected) return;
    const link = this.querySelector('a');
    const title = this.title || link?.textContent.trim() || 'Video';
    let url: URL | undefined;
    let shown: HTMLElement = this.#slot;
    try {
      url = resolveEmbedUrl(this, link);
      this.#reportedMessage = '';
      if (url) shown = this.active ? this.#renderPlayer(url, title) : this.#renderButton(url, title);
    } catch (error) {
      const message = String(error);
      // The link may not have been parsed yet.
      if (document.readyState === 'loading') addEventListener('load', () => this.#render());
      else if (this.#reportedMessage !== message) {
        this.#reportedMessage = message;
        if (this.#fire('linkhaul-error', error)) console.error(this, error);
      }
    }
    if (!shown.isConnected) {
      const hadFocus = this.#root.activeElement;
      this.#root.replaceChildren(shown);
      if (hadFocus) shown.focus();
    }
    return url;
  }

  #renderButton({ origin, searchParams }: URL, title: string): HTMLElement {
    const isLazy = this.loading !== 'eager';
    this.#poster.loading = isLazy ? 'lazy' : 'eager';
    let src = searchParams.get('c_poster') ?? '';
    // A poster from the host itself would tell the host about every visitor.
    if (isLazy && !this.#stage && URL.parse(src)?.origin === origin) src = '';
    // Setting `src` to the same value would reload the picture.
    if (this.#poster.getAttribute('src') !== src) {
      this.#poster.src = src;
      this.#poster.hidden = !src;
    }
    this.#title.textContent = title;
    this.#button.ariaLabel = `${this.playLabel || 'Play'}: ${title}`;
    // Connects to the host before the click.
    this.#button.onpointerover = this.#button.onfocus = () => {
      if (this.#stage) return;
      this.#stage = 1;
      if (preconnectedOrigin !== origin)
        document.head.append(createElement('link', { rel: 'preconnect', href: origin }));
      preconnectedOrigin = origin;
      this.#render();
    };
    return this.#button;
  }

  #renderPlayer({ href }: URL, title: string): HTMLElement {
    const frame = createElement('iframe', {
      part: 'frame',
      title,
      // With autoplay, because the user clicked.
      allow: this.allow || 'autoplay; fullscreen; picture-in-picture; encrypted-media',
      credentialless: this.credentialless,
      ...(this.hasAttribute('sandbox') && { sandbox: this.sandbox || 'allow-scripts allow-same-origin' }),
      src: href,
      onload: () => this.#fire('linkhaul-load'),
    });
    // A new address needs a new frame, because navigating the old one would add a history entry; a new title does not.
    this.#frame.title = title;
    if (!frame.isEqualNode(this.#frame)) this.#frame = frame;
    return this.#frame;
  }

  /** Gives whether the event was not canceled. */
  #fire(type: string, detail?: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, cancelable: true }));
  }
}

export interface LinkhaulPlayer extends StringProperties, BooleanProperties {}
reflect(LinkhaulPlayer.prototype);

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties?: object,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}

if (globalThis.customElements && !customElements.get('linkhaul-player'))
  customElements.define('linkhaul-player', LinkhaulPlayer);

/** The element's events. All bubble and are cancelable. */
export interface PlayerEvents {
  /** Before the player replaces the poster. Canceling it keeps the poster. */
  'linkhaul-activate': CustomEvent<null>;
  /** The player has loaded. */
  'linkhaul-load': CustomEvent<null>;
  /** Link and attributes make no valid address. Canceling it suppresses the console message. */
  'linkhaul-error': CustomEvent<EmbedError>;
}

declare global {
  interface HTMLElementTagNameMap {
    'linkhaul-player': LinkhaulPlayer;
  }
  interface HTMLElementEventMap extends PlayerEvents {}
}
