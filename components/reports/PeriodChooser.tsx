import { useState } from 'preact/hooks';
import { maxDays, type Period, type PeriodChoice, validateChoice } from '../../lib/reports/period.ts';
import { foldText } from '../../lib/search/fold.ts';
import { RadioGroup } from '../field/RadioGroup.tsx';
import { format, type PlainKey, t } from '../text.ts';
import '../field/field.css';

type Preset = 'week' | 'thisMonth' | 'lastMonth' | 'days' | 'range';

const presets: readonly (readonly [Preset, PlainKey])[] = [
  ['week', 'reports.lastWeek'],
  ['thisMonth', 'reports.thisMonth'],
  ['lastMonth', 'reports.lastMonth'],
  ['days', 'reports.lastDays'],
  ['range', 'reports.range'],
];

/** For hosts that only report the last days. */
const presetsOfDays: readonly Preset[] = ['week', 'days'];

const problems: Readonly<Record<'days' | 'order' | 'tooLong', () => string>> = {
  days: () => t('reports.wrongDays', { max: format.number(maxDays) }),
  order: () => t('reports.wrongOrder'),
  tooLong: () => t('reports.tooLong', { max: format.number(maxDays) }),
};

export const lastWeek: PeriodChoice = { kind: 'last', days: 7 };

interface PeriodChooserProps {
  readonly period: Period;
  /** Whether the host accepts a first and a last day. */
  readonly hasRange: boolean;
  readonly onChoose: (choice: PeriodChoice) => void;
}

export function PeriodChooser({ period, hasRange, onChoose }: PeriodChooserProps) {
  const [preset, setPreset] = useState<Preset>('week');
  const [typedDays, setTypedDays] = useState('30');
  const [range, setRange] = useState(period);
  const [problem, setProblem] = useState<ReturnType<typeof validateChoice>>(null);

  function choose(choice: PeriodChoice) {
    const found = validateChoice(choice);
    setProblem(found);
    if (found === null) onChoose(choice);
  }

  function chooseDays(typed: string) {
    setTypedDays(typed);
    const digits = foldText(typed).trim();
    choose({ kind: 'last', days: /^\d+$/u.test(digits) ? Number(digits) : Number.NaN });
  }

  function chooseRange(chosen: Period) {
    setRange(chosen);
    choose({ kind: 'range', ...chosen });
  }

  function choosePreset(chosen: Preset) {
    setPreset(chosen);
    if (chosen === 'days') chooseDays(typedDays);
    else if (chosen === 'range') chooseRange(period);
    else choose(chosen === 'week' ? lastWeek : { kind: chosen });
  }

  // Fields are uncontrolled (`defaultValue`), because a response may arrive while the user types.
  const isWrong = problem !== null || undefined;
  return (
    <div class="reports-chooser row wrap gap-3">
      <RadioGroup
        class="reports-presets"
        label={t('reports.period')}
        kind="segment"
        value={preset}
        choices={presets.flatMap(([id, name]) =>
          hasRange || presetsOfDays.includes(id) ? [[id, t(name)] as const] : [],
        )}
        onChange={choosePreset}
      />
      {preset === 'days' && (
        <label class="row gap-1 tone-quiet">
          {t('reports.days')}
          <input
            class="inline-input control-frame inline-number reports-input"
            type="text"
            inputMode="numeric"
            defaultValue={typedDays}
            aria-invalid={isWrong}
            onChange={(event) => chooseDays(event.currentTarget.value)}
          />
        </label>
      )}
      {preset === 'range' && (
        <div class="row wrap gap-3">
          {(['from', 'to'] as const).map((end) => (
            <label key={end} class="row gap-1 tone-quiet">
              {end === 'from' ? t('reports.from') : t('reports.to')}
              <input
                class="inline-input control-frame reports-input"
                type="date"
                defaultValue={range[end]}
                max="9999-12-31"
                aria-invalid={isWrong}
                onChange={(event) => chooseRange({ ...range, [end]: event.currentTarget.value })}
              />
            </label>
          ))}
        </div>
      )}
      <p class="notice-area tone-bad" role="status">
        {problem !== null && problems[problem]()}
      </p>
    </div>
  );
}
