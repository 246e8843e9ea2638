import { useLayoutEffect, useState } from 'preact/hooks';
import { lazy } from '../lazy.tsx';
import type { NoticeContent } from './notice-content.ts';

export type { NoticeContent, NoticeTone } from './notice-content.ts';

// The popup starts without notices.
export const Notice = lazy(() => import('./NoticeLine.tsx'), 'NoticeLine');

/**
 * Shows outcomes until they disappear (`AutoDismiss.tsx`). Always in the page, because screen readers don't announce a live region that is
 * added with its text.
 */
export function NoticeArea(props: {
  notice: NoticeContent | null;
  show: (notice: NoticeContent | null) => void;
}) {
  const { notice, show } = props;
  const [isPaused, setPaused] = useState(false);
  useLayoutEffect(() => setPaused(false), [notice]);
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
