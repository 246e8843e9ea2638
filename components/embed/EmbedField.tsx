/** A field with the result of its check, and its problem once typing pauses. */
import type { Builder, BuilderState, DraftField, DraftProblem, ParsedDraft } from 'linkhaul-player/builder';
import type { ComponentChildren } from 'preact';
import { IconButton } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { useDebouncedValue } from '../hooks/useDebouncedValue.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import { type CheckResult, problemText } from './wording.ts';

export interface PartProps {
  readonly state: BuilderState;
  readonly builder: Builder;
}

export const draftField = (
  { state: { draft, parsed }, builder }: PartProps,
  name: 'file' | 'baseUrl' | 'title' | 'poster' | 'document' | 'width' | 'height' | 'script',
) => ({
  value: draft[name],
  problem: problemAt(parsed, name),
  onInput: (text: string) => builder.change((now) => ({ ...now, [name]: text })),
});

export const problemAt = ({ problems }: ParsedDraft, field: DraftField | 'title'): DraftProblem | undefined =>
  problems.find((problem) => problem.field === field);

interface EmbedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly problem: DraftProblem | undefined;
  readonly hint?: string;
  readonly result?: CheckResult | null;
  readonly onCheckAgain?: () => void;
  readonly kind?: 'text' | 'url';
  readonly placeholder?: string;
  readonly children?: ComponentChildren;
}

const icons: Readonly<Record<CheckResult['tone'], IconName>> = {
  good: 'done',
  warn: 'warning',
  bad: 'failed',
  quiet: 'clock',
};

export function EmbedField(props: EmbedFieldProps) {
  const { label, value, onInput, problem, hint, onCheckAgain, kind = 'text', placeholder = '' } = props;
  const isResting = useDebouncedValue(value) === value;
  const error = problem && isResting ? problemText(problem) : null;
  const result = error ? null : props.result;
  const quiet = hint ?? (problem?.code === 'missing' && isResting ? t('embed.needed') : undefined);
  const field = (
    <Field
      label={label}
      value={value}
      onInput={onInput}
      kind={kind}
      placeholder={placeholder}
      error={error}
      hint={
        <span
          role="status"
          class={result ? `quiet-success flex gap-1 break-anywhere tone-${result.tone}` : ''}
        >
          {result ? (
            <>
              <Icon name={icons[result.tone]} class={`tone-${result.tone}`} />
              <span>{result.text}</span>
            </>
          ) : (
            !error && quiet
          )}
        </span>
      }
    >
      {props.children}
      {onCheckAgain && result?.tone === 'bad' && (
        <IconButton icon="again" label={t('embed.checkAgain')} onClick={onCheckAgain} />
      )}
    </Field>
  );
  return <div data-problem={problem?.code}>{field}</div>;
}
