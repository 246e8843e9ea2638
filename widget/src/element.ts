/**
 * `<linkhaul-player>`: a picture and a button, which become the hosted player when somebody asks for it. Importing this file
 * defines the element; on a server it does nothing.
 *
 *     <linkhaul-player><a href="https://host.example/e/abc">Title</a></linkhaul-player>
 *
 * It promises: no request to the host before a pointer or the focus is on it, no shift of the page, nothing that a
 * strict Content-Security-Policy or Trusted Types forbid, and a link that works where this script does not run.
 */
import { type EmbedOptions, embedUrl } from './addresses.ts';
import { EmbedError } from './check.ts';
import { STYLE } from './element-style.ts';
import { readOptions } from './read-options.ts';
import { type Flags, reflect, type Texts, takeOver } from './reflect.ts';

/** What a frame may do that was asked for by a click. */
const PERMISSIONS = 'autoplay; fullscreen; picture-in-picture; encrypted-media';

/** Hosts that the browser was told to connect to. */
const warm = new Set<string>();

const sheets = new WeakMap<Document, CSSStyleSheet>();

// A server has no HTMLElement, and shall be able to import what imports this.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

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
 * @fires linkhaul-activate - Somebody asked for the player. Prevent it, and nothing happens.
 * @fires linkhaul-load - The player has loaded.
 * @fires linkhaul-error - What was given makes no address; `detail` is the EmbedError. Prevent it to keep the console quiet.
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
  #slot = document.createElement('slot');
  #button = make('button', 'button');
  #poster = make('img', 'poster');
  #title = make('span', 'title');
  #frame: HTMLIFrameElement | undefined;
  /** What the frame was made from: another one is made when that changes, and only then. */
  #made = '';
  /** Empty where there is nothing to show. */
  #url = '';
  #complaint = '';
  #isWanted = false;
  #isActive = false;

  constructor() {
    super();
    const icon = make('span', 'icon');
    this.#poster.alt = '';
    this.#title.dir = 'auto';
    this.#button.type = 'button';
    this.#button.append(this.#poster, icon, this.#title);
    this.#button.addEventListener('click', () => {
      this.activate();
      // Not every browser focuses a button that is clicked, so there may have been no focus to hand on.
      this.#frame?.focus();
    });
    for (const type of ['pointerover', 'focusin']) this.#root.addEventListener(type, () => this.#wanted());
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
    takeOver(this);
    // Empty at the first time, and again after a move to another document.
    if (!this.#root.adoptedStyleSheets.length) this.#root.adoptedStyleSheets = [sheet(this.ownerDocument)];
    this.#render();
    // A page that is still arriving may bring the link later, and `#read` does not complain before.
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', () => this.#render(), { once: true });
  }

  /** Being there makes `moveBefore` leave the running player alone. */
  connectedMoveCallback(): void {}

  /** Whether the player has taken the place of the picture. */
  get active(): boolean {
    return this.#isActive;
  }

  /** Puts the player in place of the picture, as a click does. The focus goes along if it is here. */
  activate(): void {
    this.#render();
    if (this.#isActive || !this.#url || !this.#fire('linkhaul-activate')) return;
    this.#isActive = true;
    this.#render();
  }

  #render(): void {
    if (!this.isConnected) return;
    const link = this.querySelector('a');
    const options = this.#read(link);
    const title = this.title || link?.textContent.trim() || 'Video';
    if (!options) this.#show(this.#slot);
    else if (this.#isActive) this.#play(this.#url, title);
    else this.#tease(options, title);
  }

  /** Sets the address, empty where there is none, and tells of what is wrong, once for each fault. */
  #read(link: HTMLAnchorElement | null): EmbedOptions | undefined {
    this.#url = '';
    try {
      const options = readOptions(this, link);
      if (options) this.#url = embedUrl(options);
      this.#complaint = '';
      return options;
    } catch (error) {
      if (!(error instanceof EmbedError)) throw error;
      const isNews = document.readyState !== 'loading' && this.#complaint !== error.message;
      if (isNews) this.#complaint = error.message;
      if (isNews && this.#fire('linkhaul-error', error))
        console.error('<linkhaul-player>', error.message, this);
      return undefined;
    }
  }

  #tease({ poster }: EmbedOptions, title: string): void {
    const { loading } = this;
    this.#poster.loading = loading === 'eager' ? loading : 'lazy';
    // A poster from the host itself would tell the host of every visitor.
    const isToldAnyway = loading === 'eager' || this.#isWanted;
    if (poster && (isToldAnyway || new URL(poster).origin !== new URL(this.#url).origin))
      set(this.#poster, 'src', poster);
    else this.#poster.removeAttribute('src');
    this.#title.textContent = title;
    set(this.#button, 'aria-label', `${this.playLabel || 'Play'}: ${title}`);
    this.#show(this.#button);
  }

  #play(url: string, title: string): void {
    const { sandbox, credentialless, allow } = this;
    const made = JSON.stringify([url, sandbox, this.hasAttribute('sandbox'), credentialless, allow]);
    if (!this.#frame || made !== this.#made) {
      // A new frame, because a new address in the old one would be a step in the page's history.
      this.#frame = make('iframe', 'frame');
      this.#frame.allow = allow || PERMISSIONS;
      if (this.hasAttribute('sandbox'))
        set(this.#frame, 'sandbox', sandbox || 'allow-scripts allow-same-origin');
      if (credentialless) set(this.#frame, 'credentialless', '');
      this.#frame.addEventListener('load', () => this.#fire('linkhaul-load'));
      this.#frame.src = url;
      this.#made = made;
    }
    this.#frame.title = title;
    this.#show(this.#frame);
  }

  #show(node: HTMLElement): void {
    if (this.#root.contains(node)) return;
    const hadFocus = this.#root.activeElement;
    this.#root.replaceChildren(node);
    if (hadFocus) node.focus();
  }

  /** A pointer or the focus is here: the connection can be made while the finger is still on its way. */
  #wanted(): void {
    if (!this.#url || this.#isWanted) return;
    this.#isWanted = true;
    const { origin } = new URL(this.#url);
    if (!warm.has(origin)) {
      warm.add(origin);
      const hint = document.createElement('link');
      hint.rel = 'preconnect';
      hint.href = origin;
      document.head.append(hint);
    }
    this.#render();
  }

  /** Whether nobody prevented it. */
  #fire(type: string, detail?: EmbedError): boolean {
    return this.dispatchEvent(
      new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }),
    );
  }
}

export interface LinkhaulPlayer extends Texts, Flags {}
reflect(LinkhaulPlayer.prototype);

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, part: string): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  set(element, 'part', part);
  return element;
}

/** Setting what is set already would load a picture again. */
function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** A constructed sheet belongs to one document; all players in it share it. */
function sheet(owner: Document): CSSStyleSheet {
  let made = sheets.get(owner);
  if (!made) {
    made = new (owner.defaultView ?? globalThis).CSSStyleSheet();
    made.replaceSync(STYLE);
    sheets.set(owner, made);
  }
  return made;
}

if (globalThis.customElements && !customElements.get('linkhaul-player'))
  customElements.define('linkhaul-player', LinkhaulPlayer);

declare global {
  interface HTMLElementTagNameMap {
    'linkhaul-player': LinkhaulPlayer;
  }
}
