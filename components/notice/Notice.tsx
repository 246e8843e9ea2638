/** A sentence that says how something ended or why it waits, where the user is looking, and read out as it appears. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../button/Button.tsx';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import './notice.css';

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad';

export interface NoticeContent {
  readonly tone: NoticeTone;
  readonly text: string;
  readonly action?: { readonly label: string; readonly onClick: () => unknown } | undefined;
  /** The service gave no answer: it goes when the account is connected again. */
  readonly isOutage?: boolean;
}

const icons: Readonly<Record<NoticeTone, IconName>> = {
  info: 'info',
  good: 'done',
  warn: 'warning',
  bad: 'failed',
};

export function Notice({
  tone,
  text,
  action,
  onDismiss,
  children,
}: NoticeContent & {
  readonly onDismiss?: (() => void) | undefined;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class={`notice notice-${tone}`}>
      <Icon name={icons[tone]} />
      <p class="notice-text" dir="auto">
        {text}
      </p>
      {action && (
        <Button small kind="quiet" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      {children}
      {onDismiss && <IconButton icon="cross" label={t('common.dismiss')} onClick={onDismiss} />}
    </div>
  );
}

/** How long what is no problem is shown, without and with an action. */
const readingMs = 6_000;
const actionMs = 20_000;

/**
 * The place where outcomes appear. What is no problem goes by itself, unless the pointer or the focus is on it. The area stands in the
 * page from the start, because a live region that arrives together with its text is not read out.
 */
export function NoticeArea(props: { notice: NoticeContent | null; show: (notice: null) => void }) {
  const { notice, show } = props;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => setHeld(false), [notice]);
  useEffect(() => {
    if (notice === null || notice.tone === 'bad' || notice.tone === 'warn' || isHeld) return;
    const timer = setTimeout(() => show(null), notice.action ? actionMs : readingMs);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div
      class="notice-area"
      role="status"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocusIn={hold}
      onFocusOut={release}
    >
      {notice && <Notice {...notice} onDismiss={() => show(null)} />}
    </div>
  );
}
