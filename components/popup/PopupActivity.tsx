import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import { Activity } from '../activity/Activity.tsx';
import { IconButton } from '../button/Button.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { t } from '../text.ts';
import './popup-views.css';

interface PopupActivityProps {
  readonly accounts: readonly Account[];
  readonly feedback: Feedback;
  readonly onBack: () => void;
  readonly onManager: () => void;
}

export function PopupActivity({ accounts, feedback, onBack, onManager }: PopupActivityProps) {
  const header = useRef<HTMLElement>(null);
  // The clicked button is hidden now.
  useLayoutEffect(() => {
    header.current?.querySelector('button')?.focus();
    const goBack = () => document.querySelector<HTMLElement>('.popup-tools button')?.focus();
    return () => queueMicrotask(goBack);
  }, []);
  return (
    <>
      <header ref={header} class="popup-head inset line-below row">
        <IconButton icon="back" label={t('popup.back')} onClick={onBack} />
        <h1 class="heading grow">{t('activity.title')}</h1>
        <IconButton icon="expand" label={t('popup.fullTab')} onClick={onManager} />
      </header>
      <main class="column">
        <Activity accounts={accounts} feedback={feedback} />
      </main>
    </>
  );
}
