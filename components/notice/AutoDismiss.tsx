/** Loaded with the notice. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { NoticeTone } from './notice-content.ts';

/** Without an action, with one, and with an offer to send links that were held back. */
const plainMs = 6_000;
const actionMs = 10_000;
const offerMs = 60_000;

/** Problems stay. */
export const isAutoDismissed = (tone: NoticeTone): boolean => tone !== 'bad' && tone !== 'warn';

interface AutoDismissProps {
  readonly notice: { readonly tone: NoticeTone; readonly action?: unknown };
  readonly isPaused: boolean;
  readonly onDismiss: () => void;
}

/** Pauses while the pointer or focus is on the notice, or the page is hidden. */
export function AutoDismiss({ notice, isPaused, onDismiss }: AutoDismissProps) {
  const [isHidden, setHidden] = useState(document.hidden);
  const shown = useRef({ notice, atMs: performance.now() });
  if (shown.current.notice !== notice) shown.current = { notice, atMs: performance.now() };
  // The page may be hidden before the next frame.
  useLayoutEffect(() => {
    const update = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  // Until the next frame, an effect's timer would dismiss a newer notice.
  useLayoutEffect(() => {
    if (isPaused || isHidden) return;
    const { tone, action } = notice;
    if (tone === 'bad' || (tone === 'warn' && !action)) return;
    const isOld = performance.now() - shown.current.atMs > offerMs;
    const timer = setTimeout(onDismiss, isOld ? 0 : tone === 'warn' ? offerMs : action ? actionMs : plainMs);
    return () => clearTimeout(timer);
  }, [notice, isPaused, isHidden]);
  return null;
}
