/** Says that the outbox is paused, for as long as it is. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Notice } from '../notice/Notice.tsx';
import { plural, t } from '../text.ts';

export interface PausedNoticeProps {
  /** How many links wait because of it. */
  readonly waiting: number;
  readonly onResume: () => Promise<void>;
  /** What takes the focus when the notice leaves with it. */
  readonly heir: { readonly current: HTMLElement | null };
}

export function PausedNotice({ waiting, onResume, heir }: PausedNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => () => {
      if (box.current?.contains(document.activeElement)) heir.current?.querySelector('button')?.focus();
    },
    [heir],
  );
  return (
    <div ref={box} class="outbox-paused">
      <Notice
        tone="warn"
        text={waiting > 0 ? plural('outbox.pausedWith', waiting) : t('outbox.paused')}
        action={{ label: t('outbox.resume'), onClick: onResume }}
      />
    </div>
  );
}
