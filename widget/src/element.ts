/**
 * `<linkhaul-player>`: a picture and a button, which become the hosted player when somebody asks for it. Importing this file
 * defines the element; on a server it does nothing.
 *
 *     <linkhaul-player><a href="https://host.example/e/abc">Title</a></linkhaul-player>
 *
 * It promises: no request to the host before a pointer or the focus is on it, no shift of the page, nothing that a
 * strict Content-Security-Policy or Trusted Types forbid, and a link that works where this script does not run.
 */

import type { EmbedError } from './check.ts';
import { createAddress } from './element-address.ts';
import { createSheet } from './element-style.ts';
import { type Flags, reflect, type Texts, upgradeProperties } from './reflect.ts';

/** The origin that was preconnected last. */
let preconnectedOrigin = '';

/** The style of all players of the page. */
let sharedSheet: CSSStyleSheet | undefined;

// A server has no HTMLElement, and shall be able to import what imports this.
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/**
 * @tagname linkhaul-player
 * @slot - A link to the embed address. It works without script, and says what to play where no attribute does.
 *
 * @attr {string} base-url - Address of the service.
 * @attr {string} file-code - Code of the file.
 * @attr {string} poster - Picture before it plays, also handed to the player.
 * @attr {string} subtitle-file - Address of a subtitle file, srt or vtt.
 * @attr {string} subtitle-label - Its language or any other label.
 * @attr {string} subtitles-json - Address of a subtitle document.
 * @attr {string} title - What the file is called; default: the text of the link.
 * @attr {string} play-label - The word before the title in the button's name, default "Play".
 * @attr {'lazy' | 'eager'} loading - When to load the poster; default "lazy".
 * @attr {string} allow - Permissions of the frame.
 * @attr {string} sandbox - Restrictions of the frame; without a value, scripts and the host's own storage are allowed.
 * @attr {boolean} credentialless - Load the frame without the host's cookies.
 * @attr {boolean} allow-http - Take http: on any host.
 *
 * @fires {CustomEvent<null>} linkhaul-activate - Somebody asked for the player. Prevent it, and nothing happens.
 * @fires {CustomEvent<null>} linkhaul-load - The player has loaded.
 * @fires {CustomEvent<EmbedError>} linkhaul-error - What was given makes no address; `detail` is the EmbedError. Prevent it to keep the console quiet.
 *
 * @csspart button - All that is there before the player.
 * @csspart poster - The picture in it.
 * @csspart icon - The sign on it.
 * @csspart title - The title on it.
 * @csspart frame - The player.
 *
 * @cssprop --linkhaul-background - Behind poster and player, default black.
 * @cssprop --linkhaul-color - Of title and sign, default white.
 * @cssprop --linkhaul-accent - Behind the sign.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `reflect` below makes these properties
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
      // Not every browser focuses a button that is clicked, so there may have been no focus to hand on.
      this.#frame.focus();
    },
  });
  #frame = createElement('iframe');
  /** The error message that was reported last. */
  #reportedMessage = '';
  /** 0: nobody asked for it; 1: a pointer or the focus was here; 2: the player has taken the place of the picture. */
  #stage = 0;

  constructor() {
    super();
    sharedSheet ??= createSheet(globalThis);
    this.#root.adoptedStyleSheets = [sharedSheet];
    this.#button.append(this.#poster, createElement('i', { part: 'icon' }), this.#title);
    // One observer for attributes and for the link inside. It hears of all that one task changes at once: options that
    // are set one after another are never seen half done.
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

  /** A constructed sheet belongs to one document, and is not taken along to another. */
  adoptedCallback(_: Document, { defaultView }: Document): void {
    if (defaultView) this.#root.adoptedStyleSheets = [createSheet(defaultView)];
  }

  /** Being there makes `moveBefore` leave the running player alone. */
  connectedMoveCallback(): void {}

  /** Whether the player has taken the place of the picture. */
  get active(): boolean {
    return this.#stage > 1;
  }

  /** Puts the player in place of the picture, as a click does. The focus goes along if it is here. */
  activate(): void {
    if (this.active || !this.#render() || !this.#fire('linkhaul-activate')) return;
    this.#stage = 2;
    this.#render();
  }

  /** Shows what attributes and link say now, and gives the address; undefined where there is nothing to show. */
  #render(): URL | undefined {
    if (!this.isConnected) return;
    const link = this.querySelector('a');
    const title = this.title || link?.textContent.trim() || 'Video';
    let url: URL | undefined;
    let shown: HTMLElement = this.#slot;
    try {
      url = createAddress(this, link);
      this.#reportedMessage = '';
      if (url) shown = this.active ? this.#play(url, title) : this.#tease(url, title);
    } catch (error) {
      const message = String(error);
      // A page that is still arriving may bring the link later.
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

  #tease({ origin, searchParams }: URL, title: string): HTMLElement {
    const isLazy = this.loading !== 'eager';
    this.#poster.loading = isLazy ? 'lazy' : 'eager';
    let src = searchParams.get('c_poster') ?? '';
    // A poster from the host itself would tell the host of every visitor.
    if (isLazy && !this.#stage && URL.parse(src)?.origin === origin) src = '';
    // Setting what is set already would load a picture again.
    if (this.#poster.getAttribute('src') !== src) {
      this.#poster.src = src;
      this.#poster.hidden = !src;
    }
    this.#title.textContent = title;
    this.#button.ariaLabel = `${this.playLabel || 'Play'}: ${title}`;
    // A pointer or the focus is here: the connection can be made while the finger is still on its way.
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

  #play({ href }: URL, title: string): HTMLElement {
    const frame = createElement('iframe', {
      part: 'frame',
      title,
      // What a frame may do that was asked for by a click.
      allow: this.allow || 'autoplay; fullscreen; picture-in-picture; encrypted-media',
      credentialless: this.credentialless,
      ...(this.hasAttribute('sandbox') && { sandbox: this.sandbox || 'allow-scripts allow-same-origin' }),
      src: href,
      onload: () => this.#fire('linkhaul-load'),
    });
    // A new address in the old one would be a step in the page's history; a new title needs no new one.
    this.#frame.title = title;
    if (!frame.isEqualNode(this.#frame)) this.#frame = frame;
    return this.#frame;
  }

  /** Whether nobody prevented it. */
  #fire(type: string, detail?: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, cancelable: true }));
  }
}

export interface LinkhaulPlayer extends Texts, Flags {}
reflect(LinkhaulPlayer.prototype);

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties?: object,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}

if (globalThis.customElements && !customElements.get('linkhaul-player'))
  customElements.define('linkhaul-player', LinkhaulPlayer);

/** What the element tells; all of it bubbles and can be prevented. */
export interface PlayerEvents {
  /** Somebody asked for the player. Prevented, nothing happens. */
  'linkhaul-activate': CustomEvent<null>;
  /** The player has loaded. */
  'linkhaul-load': CustomEvent<null>;
  /** What was given makes no address. Prevented, the console stays quiet. */
  'linkhaul-error': CustomEvent<EmbedError>;
}

declare global {
  interface HTMLElementTagNameMap {
    'linkhaul-player': LinkhaulPlayer;
  }
  interface HTMLElementEventMap extends PlayerEvents {}
}
