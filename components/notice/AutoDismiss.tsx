/** Dismisses a notice after a while, unless it reports a problem. Loaded with the notice. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { NoticeTone } from './notice-content.ts';

/** How long notices without a problem are shown: without and with an action, and with an offer to send what was held back. */
const plainMs = 6_000;
const actionMs = 10_000;
const offerMs = 60_000;

/** It reports no problem, and goes within seconds. */
export const goesSoon = (tone: NoticeTone): boolean => tone !== 'bad' && tone !== 'warn';

interface AutoDismissProps {
  /** A new one begins anew. */
  readonly notice: { readonly tone: NoticeTone; readonly action?: unknown };
  /** The pointer or the focus is on it. */
  readonly isPaused: boolean;
  readonly onDismiss: () => void;
}

/** Not while the pointer or the focus is on it or the page is out of sight; but nobody comes back for news of long ago. */
export function AutoDismiss({ notice, isPaused, onDismiss }: AutoDismissProps) {
  const [isHidden, setHidden] = useState(document.hidden);
  const shown = useRef({ notice, atMs: performance.now() });
  if (shown.current.notice !== notice) shown.current = { notice, atMs: performance.now() };
  useEffect(() => {
    const update = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  useEffect(() => {
    if (isPaused || isHidden) return;
    const { tone, action } = notice;
    if (tone === 'bad' || (tone === 'warn' && !action)) return;
    const isOld = performance.now() - shown.current.atMs > offerMs;
    const timer = setTimeout(onDismiss, isOld ? 0 : tone === 'warn' ? offerMs : action ? actionMs : plainMs);
    return () => clearTimeout(timer);
  }, [notice, isPaused, isHidden]);
  return null;
}
