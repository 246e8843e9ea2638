import { useEffect, useState } from 'preact/hooks';
import { lazy } from '../lazy.tsx';
import type { NoticeContent } from './notice-content.ts';

export type { NoticeContent, NoticeTone } from './notice-content.ts';

// The popup shows none at first.
export const Notice = lazy(() => import('./NoticeLine.tsx'), 'NoticeLine');

/**
 * The place where outcomes appear, and go by themselves (`AutoDismiss.tsx`). The area stands in the page from the start, because a
 * live region that arrives together with its text is not read out.
 */
export function NoticeArea(props: {
  notice: NoticeContent | null;
  show: (notice: NoticeContent | null) => void;
}) {
  const { notice, show } = props;
  const [isPaused, setPaused] = useState(false);
  useEffect(() => setPaused(false), [notice]);
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
      {notice && <Notice {...notice} area={{ notice, isPaused, show }} onDismiss={() => show(null)} />}
    </div>
  );
}
