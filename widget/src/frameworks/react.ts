'use client';
/**
 * The element as a component, for React 19 and newer, also rendered on a server. React adds listeners to a custom element when it
 * hydrates a page, or not at all: a click before would not ask for consent. Here no player is activated before the listeners are
 * there, and a click is repeated afterwards.
 */
import * as React from 'react';
import '../element.ts';
import type { LinkhaulPlayer as LinkhaulPlayerElement, PlayerEvents } from '../element.ts';
import { embedUrl } from '../player-form.ts';
import type { Camelize, PlayerAttributes, PlayerListeners } from './attributes.ts';

export type { LinkhaulPlayerElement, PlayerEvents };

export interface LinkhaulPlayerProps
  extends Omit<
      React.HTMLAttributes<LinkhaulPlayerElement>,
      'onError' | 'onLoad' | 'dangerouslySetInnerHTML' | 'children'
    >,
    Camelize<PlayerAttributes> {
  /** A link to the embed address, instead of `baseUrl` and `fileCode`. */
  readonly children?: React.ReactNode;
  readonly ref?: React.Ref<LinkhaulPlayerElement> | undefined;
  /** Before the player replaces the poster. `event.preventDefault()` keeps the poster. */
  readonly onActivate?: ((event: PlayerEvents['linkhaul-activate']) => void) | undefined;
  readonly onLoad?: ((event: PlayerEvents['linkhaul-load']) => void) | undefined;
  /** `event.detail` says what is invalid. */
  readonly onError?: ((event: PlayerEvents['linkhaul-error']) => void) | undefined;
}

/** Marks elements whose listeners are not there yet. */
const pendingAttribute = 'data-linkhaul-pending';
/** The last event of such an element, which was held back. */
const heldBack = new WeakMap<EventTarget, Event>();

function holdBack(event: Event): void {
  // That of a player in a shadow tree.
  const [target] = event.composedPath();
  if (!(target instanceof Element) || !target.hasAttribute(pendingAttribute)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  heldBack.set(target, event);
}

// Before any listener of the page, and from the moment when the element is defined.
globalThis.document?.addEventListener('linkhaul-activate', holdBack, true);
globalThis.document?.addEventListener('linkhaul-error', holdBack, true);

/** What the element does with an event, now that its listeners are there. */
function repeat(player: LinkhaulPlayerElement, event: Event): void {
  if (event.type === 'linkhaul-activate') {
    player.activate();
    return;
  }
  const { detail } = event as PlayerEvents['linkhaul-error'];
  const again = new CustomEvent(event.type, { detail, bubbles: true, cancelable: true, composed: true });
  if (player.dispatchEvent(again)) console.error(player, detail);
}

const useBrowserLayoutEffect = globalThis.document ? React.useLayoutEffect : React.useEffect;

export function LinkhaulPlayer({
  children,
  ref,
  onActivate,
  onLoad,
  onError,
  ...props
}: LinkhaulPlayerProps): React.ReactElement {
  const element = React.useRef<LinkhaulPlayerElement>(null);
  const handlers = React.useRef<Record<string, unknown>>({});
  React.useImperativeHandle(ref, () => element.current as LinkhaulPlayerElement);
  useBrowserLayoutEffect(() => {
    handlers.current = {
      'linkhaul-activate': onActivate,
      'linkhaul-load': onLoad,
      'linkhaul-error': onError,
    };
  });
  useBrowserLayoutEffect(() => {
    const player = element.current;
    if (!player) return undefined;
    const call = (event: Event) => {
      const handler = handlers.current[event.type];
      // Those of other players bubble, too.
      if (typeof handler === 'function' && event.target === player) handler(event);
    };
    const types = Object.keys(handlers.current);
    for (const type of types) player.addEventListener(type, call);
    player.removeAttribute(pendingAttribute);
    const event = heldBack.get(player);
    heldBack.delete(player);
    if (event) repeat(player, event);
    return () => {
      for (const type of types) player.removeEventListener(type, call);
    };
  }, []);
  return React.createElement(
    'linkhaul-player',
    { ...toAttributes(props), [pendingAttribute]: '', ref: element, suppressHydrationWarning: true },
    children ?? createLink(props),
  );
}

/** The names of HTML, which a server renders and the element observes. */
function toAttributes(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(props).map(([name, value]) => {
    if (!attributes.has(name)) return [name, value];
    const attribute =
      name === 'referrerPolicy' ? 'referrerpolicy' : name.replace(/[A-Z]/g, '-$&').toLowerCase();
    // `false` would be the attribute's value, so that it would be set.
    return [attribute, typeof value === 'boolean' ? (value ? '' : undefined) : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Not `credentialless`: React sets the property of that name, to which '' is false. */
const attributes = new Set<string>([
  'baseUrl',
  'fileCode',
  'subtitleFile',
  'subtitleLabel',
  'subtitlesJson',
  'playLabel',
  'openLabel',
  'referrerPolicy',
  'allowHttp',
] satisfies (keyof LinkhaulPlayerProps)[]);

/** What is there without script. */
function createLink({ baseUrl = '', fileCode = '', allowHttp, title }: LinkhaulPlayerProps): React.ReactNode {
  try {
    return React.createElement(
      'a',
      { href: embedUrl({ baseUrl, fileCode, allowHttp }), suppressHydrationWarning: true },
      title || 'Video',
    );
  } catch {
    // The element reports it.
    return null;
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'linkhaul-player': React.DetailedHTMLProps<
        React.HTMLAttributes<LinkhaulPlayerElement>,
        LinkhaulPlayerElement
      > &
        PlayerAttributes &
        PlayerListeners<'on'>;
    }
  }
}
