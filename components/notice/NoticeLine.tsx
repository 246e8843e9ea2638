/** Next to lists it has two lines at most, and unfolds over the rows. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../button/Button.tsx';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { lazy } from '../lazy.tsx';
import { t } from '../text.ts';
import { AutoDismiss, isAutoDismissed } from './AutoDismiss.tsx';
import type { NoticeContent, NoticeTone } from './notice-content.ts';
import { useUnfold } from './useUnfold.ts';
import './notice.css';

// Only for notices about uploads. The embed builder also runs outside the extension, where uploads can't be read.
const Correction = lazy(() => import('./Correction.tsx'), 'Correction');
const JobCorrection = lazy(() => import('./JobCorrection.tsx'), 'JobCorrection');
const OpenFolder = lazy(() => import('./OpenFolder.tsx'), 'OpenFolder');

interface NoticeLineProps extends NoticeContent {
  /** The notice disappears by itself and is kept up to date. */
  readonly area?: {
    readonly notice: NoticeContent;
    readonly isPaused: boolean;
    readonly show: (notice: NoticeContent | null) => void;
  };
  readonly children?: ComponentChildren;
}

const icons: Readonly<Record<NoticeTone, IconName>> = {
  info: 'info',
  good: 'done',
  warn: 'warning',
  bad: 'failed',
};

/** Names and the service's messages. */
const quoted = /([“„«「]\s*[^“”„«»「」]+\s*[”“»」])/u;

/** Names are cut first, because the sentence matters more. */
const splitNames = (text: string) =>
  text
    .replace(/\s+/gu, ' ')
    .split(quoted)
    .map((part, at) =>
      at % 2 === 1 ? (
        <bdi key={at} class="notice-name">
          {part}
        </bdi>
      ) : (
        part !== '' && <span key={at}>{part}</span>
      ),
    );

/** More would leave no room for the sentence in the popup. */
const maxOffers = 3;

const isOverflowing = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight + 1;

export function NoticeLine(props: NoticeLineProps) {
  const { tone, text, action, more = [], isQuestion = false, area, onDismiss, children } = props;
  const line = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const { isOpen: isUnfolded, toggle, close } = useUnfold();
  useLayoutEffect(close, [text]);
  const isOpen = isUnfolded || (isQuestion && area !== undefined);
  useLayoutEffect(() => {
    if (isQuestion) return setCut(false);
    if (isOpen || line.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      const sentence = entry?.target.querySelector('.notice-sentence');
      if (sentence) setCut([sentence, ...sentence.children].some(isOverflowing));
    });
    observer.observe(line.current);
    return () => observer.disconnect();
  }, [text, isOpen]);
  const offers = more.length + (action ? 1 : 0);
  const hasFolder = offers < maxOffers && Boolean(area && (area.notice.about || area.notice.uploadIds));
  // A notice that disappears by itself needs no dismiss button beside many others.
  const canDismiss = !hasFolder || offers + 1 < maxOffers || !isAutoDismissed(tone);
  const content = <span class="notice-sentence grow break-anywhere">{splitNames(text)}</span>;
  return (
    <div
      class={`notice raised forced-frame flex notice-${tone}${isOpen ? ' notice-open' : ''}${isQuestion ? ' notice-question' : ''}`}
    >
      {area && (
        <>
          <AutoDismiss {...area} onDismiss={() => area.show(null)} />
          {area.notice.about && <Correction notice={area.notice} onCorrect={area.show} />}
          {area.notice.job && <JobCorrection notice={area.notice} onCorrect={area.show} />}
        </>
      )}
      <Icon name={icons[tone]} class={`tone-${tone}`} />
      <p ref={line} class="notice-text grow">
        {isCut ? (
          <button
            type="button"
            class="bare-button flex gap-1"
            title={text}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {content}
            <Icon name="down" class="icon-down" />
          </button>
        ) : (
          content
        )}
      </p>
      {more.map(({ icon, label, onClick }) =>
        icon ? (
          <IconButton key={label} icon={icon} label={label} onClick={onClick} />
        ) : (
          <Button key={label} isSmall kind="quiet" onClick={onClick}>
            {label}
          </Button>
        ),
      )}
      {action && (
        // The previous notice's action may still be running.
        <Button key={onDismiss && text} isSmall kind="quiet" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      {area && hasFolder && <OpenFolder {...area.notice} show={area.show} />}
      {children}
      {onDismiss && canDismiss && <IconButton icon="cross" label={t('common.dismiss')} onClick={onDismiss} />}
    </div>
  );
}
