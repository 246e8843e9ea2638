import { useEffect, useState } from 'preact/hooks';
import { lazy } from '../lazy.tsx';
import type { NoticeContent } from './NoticeLine.tsx';

export type { NoticeContent, NoticeTone } from './NoticeLine.tsx';

// The popup shows none at first.
export const Notice = lazy(() => import('./NoticeLine.tsx'), 'NoticeLine');

/** How long notices without a problem are shown: without and with an action, and with an offer to send what was held back. */
const plainMs = 6_000;
const actionMs = 10_000;
const offerMs = 60_000;

/**
 * The place where outcomes appear. What is no problem goes by itself, unless the pointer or the focus is on it or the page is out of
 * sight. The area stands in the page from the start, because a live region that arrives together with its text is not read out.
 */
export function NoticeArea(props: { notice: NoticeContent | null; show: (notice: null) => void }) {
  const { notice, show } = props;
  const [isPaused, setPaused] = useState(false);
  const [isHidden, setHidden] = useState(document.hidden);
  useEffect(() => setPaused(false), [notice]);
  useEffect(() => {
    const update = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  useEffect(() => {
    if (notice === null || isPaused || isHidden) return;
    const { tone, action } = notice;
    if (tone === 'bad' || (tone === 'warn' && !action)) return;
    const timer = setTimeout(() => show(null), tone === 'warn' ? offerMs : action ? actionMs : plainMs);
    return () => clearTimeout(timer);
  }, [notice, isPaused, isHidden]);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  return (
    <div
      class="notice-area"
      role="status"
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocusIn={pause}
      onFocusOut={resume}
    >
      {notice && <Notice {...notice} onDismiss={() => show(null)} />}
    </div>
  );
}
