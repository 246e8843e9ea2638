/** A sentence that says how something ended or why it waits, where the user is looking, and read out as it appears. */
import { useEffect, useState } from 'preact/hooks';
import { Button, IconButton } from '../button/Button.tsx';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import './notice.css';

export type Tone = 'info' | 'good' | 'warn' | 'bad';

export interface NoticeContent {
  readonly tone: Tone;
  readonly text: string;
  readonly action?: { readonly label: string; readonly onClick: () => unknown } | undefined;
}

const icons: Readonly<Record<Tone, IconName>> = {
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
}: NoticeContent & { readonly onDismiss?: (() => void) | undefined }) {
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
      {onDismiss && <IconButton icon="cross" label={t('common.dismiss')} onClick={onDismiss} />}
    </div>
  );
}

/** How long a success is shown, without and with an action. */
const readingMs = 6_000;
const actionMs = 20_000;

/**
 * The place where outcomes appear. A success goes by itself, unless the pointer or the focus is on it. The area stands in the
 * page from the start, because a live region that arrives together with its text is not read out.
 */
export function NoticeArea(props: { notice: NoticeContent | null; show: (notice: null) => void }) {
  const { notice, show } = props;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => setHeld(false), [notice]);
  useEffect(() => {
    if (notice?.tone !== 'good' || isHeld) return;
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
