/** Each filter takes effect at once and is part of the address. */
import { useState } from 'preact/hooks';
import { Button } from '../../button/Button.tsx';
import { Radios } from '../../field/RadioGroup.tsx';
import { t } from '../../text.ts';
import {
  countConditions,
  type FileConditions,
  noConditions,
  readDay,
  readMinutes,
} from '../model/conditions.ts';
import { useFilesContext } from '../model/useFiles.ts';
import './toolbar.css';
import '../../field/field.css';

export function Filters() {
  const { route, go } = useFilesContext();
  const { conditions } = route;
  const set = (change: Partial<FileConditions>) =>
    go({ ...route, conditions: { ...conditions, ...change } }, 'replace');
  return (
    <section class="filters flow raised" aria-label={t('files.filter.title')}>
      <fieldset class="filter row wrap">
        <legend class="small strong">{t('files.filter.uploaded')}</legend>
        <Day label={t('files.filter.from')} day={conditions.from} onChange={(from) => set({ from })} />
        <Day label={t('files.filter.to')} day={conditions.to} onChange={(to) => set({ to })} />
      </fieldset>
      <fieldset class="filter row wrap">
        <legend class="small strong">{t('files.filter.length')}</legend>
        <Minutes
          label={t('files.filter.atLeast')}
          seconds={conditions.atLeast}
          onChange={(atLeast) => set({ atLeast })}
        />
        <Minutes
          label={t('files.filter.atMost')}
          seconds={conditions.atMost}
          onChange={(atMost) => set({ atMost })}
        />
      </fieldset>
      <Choice
        label={t('files.filter.playable')}
        value={conditions.canPlay}
        choices={anyYesNo}
        onChange={(canPlay) => set({ canPlay })}
      />
      <Choice
        label={t('files.filter.public')}
        value={conditions.isPublic}
        choices={anyYesNo}
        onChange={(isPublic) => set({ isPublic })}
      />
      <Choice
        label={t('duplicates.title')}
        value={conditions.isDuplicate}
        choices={[any, [true, t('files.filter.yes')]]}
        onChange={(isDuplicate) => {
          // Copies are side by side at first, whatever the sorting was.
          const sorting = isDuplicate ? null : route.sorting;
          go({ ...route, sorting, conditions: { ...conditions, isDuplicate } }, 'replace');
        }}
      />
      <Button
        isSmall
        kind="quiet"
        disabled={countConditions(conditions) === 0}
        onClick={() => go({ ...route, conditions: noConditions }, 'replace')}
      >
        {t('files.filter.none')}
      </Button>
    </section>
  );
}

interface DayProps {
  readonly label: string;
  readonly day: string | null;
  readonly onChange: (day: string | null) => void;
}

function Day({ label, day, onChange }: DayProps) {
  return (
    <label class="row gap-1 tone-quiet">
      <span>{label}</span>
      <input
        class="inline-input control-frame"
        type="date"
        value={day ?? ''}
        max="9999-12-31"
        onChange={(event) => onChange(readDay(event.currentTarget.value))}
      />
    </label>
  );
}

interface MinutesProps {
  readonly label: string;
  readonly seconds: number | null;
  readonly onChange: (seconds: number | null) => void;
}

function Minutes({ label, seconds, onChange }: MinutesProps) {
  // Typed, not entered: redrawing the field must not empty it.
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <label class="row gap-1 tone-quiet">
      <span>{label}</span>
      <input
        class="inline-input control-frame inline-number"
        type="text"
        inputMode="decimal"
        value={draft ?? (seconds === null ? '' : `${Math.round((seconds / 60) * 100) / 100}`)}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => {
          setDraft(null);
          onChange(readMinutes(event.currentTarget.value));
        }}
      />
      <span>{t('files.filter.minutes')}</span>
    </label>
  );
}

interface ChoiceProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends boolean | null>({ label, ...radios }: ChoiceProps<Value>) {
  return (
    <fieldset class="filter row wrap">
      <legend class="small strong">{label}</legend>
      <span class="segments">
        <Radios kind="segment" {...radios} />
      </span>
    </fieldset>
  );
}

const any = [null, t('files.filter.any')] as const;
const anyYesNo: ChoiceProps<boolean | null>['choices'] = [
  any,
  [true, t('files.filter.yes')],
  [false, t('files.filter.no')],
];
