/** The activity in the popup, in the place of everything else, with the way back. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import type { FileLocation } from '../../lib/catalog/file-hash.ts';
import { Activity } from '../activity/Activity.tsx';
import { IconButton } from '../button/Button.tsx';
import { t } from '../text.ts';
import './popup-views.css';

export interface PopupActivityProps {
  readonly accounts: readonly Account[];
  readonly onBack: () => void;
  readonly onManager: () => void;
  /** Shows a file in its folder. */
  readonly showFile: (place: FileLocation) => void;
}

export function PopupActivity(props: PopupActivityProps) {
  const { accounts, onBack, onManager, showFile } = props;
  const header = useRef<HTMLElement>(null);
  // What was clicked to come here is not in the page any more.
  useLayoutEffect(() => header.current?.querySelector('button')?.focus(), []);
  return (
    <>
      <header ref={header} class="popup-head row">
        <IconButton icon="back" label={t('popup.back')} onClick={onBack} />
        <h1 class="heading grow">{t('activity.title')}</h1>
        <IconButton icon="expand" label={t('popup.fullTab')} onClick={onManager} />
      </header>
      <main class="column">
        <Activity accounts={accounts} showFile={showFile} />
      </main>
    </>
  );
}
