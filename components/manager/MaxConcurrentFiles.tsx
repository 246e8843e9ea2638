/** How many of the user's own files are sent at once: offered while some are on their way. */
import { useId } from 'preact/hooks';
import '../field/select.css';
import type { Outcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { format, t } from '../text.ts';
import type { Row } from '../uploads/rows.ts';

export interface MaxConcurrentFilesProps {
  readonly value: number;
  readonly outcome: Outcome;
}

const choices = [1, 2, 3, 4, 5, 6];

export function MaxConcurrentFiles({ value, outcome }: MaxConcurrentFilesProps) {
  const { send } = useServices();
  const id = useId();
  return (
    <div class="max-concurrent-files row">
      <label for={id}>{t('ownFiles.atOnce')}</label>
      <select
        id={id}
        class="select control-frame"
        value={value}
        onChange={({ currentTarget }) => {
          const change = { filesAtOnce: Number(currentTarget.value) };
          void outcome.run(send('settings.change', change), () => null);
        }}
      >
        {choices.map((count) => (
          <option key={count} value={count}>
            {format.number(count)}
          </option>
        ))}
      </select>
    </div>
  );
}

export const isWaitingFile = ({ upload, state }: Row): boolean =>
  upload.source === 'file' && (state === 'waiting' || state === 'sending');
