'use client';
/**
 * The element as a component, for React 19 and newer, including server rendering. React attaches listeners to a custom element when it
 * hydrates the page, or never, so an earlier click would skip a consent listener. This component doesn't activate a player before its
 * listeners are attached. It repeats an earlier click afterwards.
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
  /** `event.detail` is the error. */
  readonly onError?: ((event: PlayerEvents['linkhaul-error']) => void) | undefined;
}

/** Marks elements whose listeners aren't attached yet. */
const pendingAttribute = 'data-linkhaul-pending';
/** The last event that was held back for each element. */
const heldBack = new WeakMap<EventTarget, Event>();

function holdBack(event: Event): void {
  // The player, even if it is in a shadow tree.
  const [target] = event.composedPath();
  if (!(target instanceof Element) || !target.hasAttribute(pendingAttribute)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  heldBack.set(target, event);
}

// Registered when the element is defined, so it runs before the page's listeners.
globalThis.document?.addEventListener('linkhaul-activate', holdBack, true);
globalThis.document?.addEventListener('linkhaul-error', holdBack, true);

/** Call once the listeners are attached. */
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
      // Events of other players bubble too.
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

/** Servers render these, and the element observes them. */
function toAttributes(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(props).map(([name, value]) => {
    if (!attributes.has(name)) return [name, value];
    const attribute =
      name === 'referrerPolicy' ? 'referrerpolicy' : name.replace(/[A-Z]/g, '-$&').toLowerCase();
    // `false` would become the attribute's value, and the attribute would be set.
    return [attribute, typeof value === 'boolean' ? (value ? '' : undefined) : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Without `credentialless`: React sets the property of that name, and '' is false for it. */
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

/** The link that works without script. */
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
