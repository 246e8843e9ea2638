/** A field of the builder: what is wrong with it once the typing rests, and what was found out about it. */
import type { DraftProblem } from 'linkhaul-player/builder';
import type { ComponentChildren } from 'preact';
import { IconButton } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { useDebouncedValue } from '../hooks/useDebouncedValue.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import { type CheckOutcome, problemText } from './wording.ts';

export interface EmbedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly problem?: DraftProblem | undefined;
  readonly hint?: string;
  readonly outcome?: CheckOutcome | null;
  /** Offered where the outcome is a bad one. */
  readonly onCheckAgain?: () => void;
  /** An address or a code. */
  readonly isCode?: boolean;
  readonly placeholder?: string;
  readonly children?: ComponentChildren;
}

const icons: Readonly<Record<CheckOutcome['tone'], IconName>> = {
  good: 'done',
  warn: 'warning',
  bad: 'failed',
  quiet: 'clock',
};

export function EmbedField(props: EmbedFieldProps) {
  const { label, value, problem, outcome = null, hint, onCheckAgain } = props;
  const isResting = useDebouncedValue(value) === value;
  const error = problem && isResting ? problemText(problem) : null;
  const quiet = hint ?? (problem?.code === 'missing' && isResting ? t('embed.needed') : undefined);
  return (
    <Field
      label={label}
      value={value}
      onInput={props.onInput}
      isCode={props.isCode ?? false}
      inputMode={props.isCode ? 'url' : 'text'}
      placeholder={props.placeholder ?? ''}
      error={error}
      hint={
        <span role="status" class={outcome && !error ? `embed-outcome tone-${outcome.tone}` : ''}>
          {outcome && !error ? (
            <>
              <Icon name={icons[outcome.tone]} class={`tone-${outcome.tone}`} />
              <span>{outcome.text}</span>
            </>
          ) : (
            !error && quiet
          )}
        </span>
      }
    >
      {props.children}
      {onCheckAgain && outcome?.tone === 'bad' && !error && (
        <IconButton icon="again" label={t('embed.checkAgain')} onClick={onCheckAgain} />
      )}
    </Field>
  );
}
