/** What can be done with all transfers at once. */
import type { ComponentChildren } from 'preact';
import { Button } from '../button/Button.tsx';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';
import { answered } from './answered.ts';
import './transfers-footer.css';

export interface TransfersFooterProps {
  readonly outcome: Outcome;
  readonly onClearAll: () => void;
  /** Stands at the end. */
  readonly children: ComponentChildren;
}

export function TransfersFooter({ outcome, onClearAll, children }: TransfersFooterProps) {
  const { send } = useServices();
  return (
    <footer class="transfers-footer">
      <Button
        small
        kind="quiet"
        onClick={async () => {
          await outcome.run(send('transfers.restartFailed', {}), ({ msg }) =>
            answered(t('transfers.outcome.restarted'), msg),
          );
        }}
      >
        {t('transfers.restartFailed')}
      </Button>
      <Button
        small
        kind="quiet"
        onClick={async () => {
          await outcome.run(send('transfers.clearFailed', {}), ({ msg }) =>
            answered(t('transfers.outcome.clearedFailed'), msg),
          );
        }}
      >
        {t('transfers.clearFailed')}
      </Button>
      <Button small kind="quiet" onClick={onClearAll}>
        {t('transfers.clearAll')}
      </Button>
      {children}
    </footer>
  );
}
