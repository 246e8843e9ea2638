import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { maxDays, type Period, type PeriodChoice, validateRange } from '../../lib/reports/period.ts';
import { useDraft } from '../drafts/useDraft.ts';
import { RadioGroup } from '../field/RadioGroup.tsx';
import { formatDays } from '../format/units.ts';
import type { Step } from '../hooks/address.ts';
import { format, t } from '../text.ts';
import { presets, reportsHash } from './route.ts';
import '../field/field.css';

const problems = {
  order: () => t('reports.wrongOrder'),
  tooLong: () => t('reports.tooLong', { max: format.number(maxDays) }),
};

const getPresetName = (preset: (typeof presets)[number]): string => {
  if (preset.kind === 'last') return formatDays(preset.days);
  return t(preset.kind === 'thisMonth' ? 'reports.thisMonth' : 'reports.lastMonth');
};

interface PeriodChooserProps {
  readonly accountId: string;
  readonly choice: PeriodChoice;
  /** Where the user's own range starts. */
  readonly period: Period;
  readonly onChoose: (choice: PeriodChoice, step: Step) => void;
}

export function PeriodChooser({ accountId, choice, period, onChoose }: PeriodChooserProps) {
  /** The address has the valid ones. */
  const [wrong, setWrong] = useDraft<Period | null>(`reports range ${accountId}`, null);
  const isRange = choice.kind === 'range' || wrong !== null;
  const { from, to } = wrong ?? (choice.kind === 'range' ? choice : period);
  const shown = useRef(choice);
  useLayoutEffect(() => {
    if (shown.current !== choice) setWrong(null);
    shown.current = choice;
  }, [choice]);
  const problem = wrong && validateRange(wrong);

  function change(typed: Partial<Period>) {
    const range = { from, to, ...typed };
    const isValid = validateRange(range) === null;
    setWrong(isValid ? null : range);
    if (isValid) onChoose({ kind: 'range', ...range }, 'replace');
  }

  return (
    <div class="reports-chooser row wrap gap-3">
      <RadioGroup
        class="reports-presets"
        label={t('reports.period')}
        kind="segment"
        value={isRange ? 'range' : reportsHash(choice)}
        choices={[
          ...presets.map((preset) => [reportsHash(preset), getPresetName(preset)] as const),
          ['range', t('reports.range')] as const,
        ]}
        onChange={(chosen) => {
          setWrong(null);
          onChoose(
            presets.find((preset) => reportsHash(preset) === chosen) ?? { kind: 'range', from, to },
            'push',
          );
        }}
      />
      {isRange && (
        <div class="row wrap gap-3">
          {(['from', 'to'] as const).map((end) => (
            <DayField
              key={end}
              label={end === 'from' ? t('reports.from') : t('reports.to')}
              day={end === 'from' ? from : to}
              isWrong={problem !== null}
              onChange={(day) => change({ [end]: day })}
            />
          ))}
        </div>
      )}
      <p class="notice-area tone-bad" role="status">
        {problem !== null && problems[problem]()}
      </p>
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string;
  readonly isWrong: boolean;
  readonly onChange: (day: string) => void;
}

/** Not a controlled field, because the screen may render while the user types. Follows a new `day`, as after Back. */
function DayField({ label, day, isWrong, onChange }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // While a day is incomplete, both are empty, and setting the field would clear what is typed.
    if (input.current && input.current.value !== day) input.current.value = day;
  }, [day]);
  return (
    <label class="row gap-1 tone-quiet">
      {label}
      <input
        ref={input}
        class="inline-input control-frame reports-input"
        type="date"
        defaultValue={day}
        max="9999-12-31"
        aria-invalid={isWrong || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
