/** Filters apply at once and are part of the address. */
import { useId, useState } from 'preact/hooks';
import { Button } from '../../button/Button.tsx';
import { Radios } from '../../field/RadioGroup.tsx';
import { Select } from '../../field/Select.tsx';
import { formatDays, getMegabyteName } from '../../format/units.ts';
import { t } from '../../text.ts';
import { listColumns } from '../list/columns.ts';
import {
  countConditions,
  type FileConditions,
  type LimitedColumn,
  limitedColumns,
  noConditions,
  readAmount,
  readDay,
} from '../model/conditions.ts';
import { useFilesContext } from '../model/useFiles.ts';
import './toolbar.css';
import '../../field/field.css';

export function Filters() {
  const { capabilities, route, go } = useFilesContext();
  const { conditions } = route;
  const offered = listColumns(capabilities);
  const set = (change: Partial<FileConditions>) =>
    go({ ...route, conditions: { ...conditions, ...change } }, 'replace');
  return (
    <section class="filters flow raised" aria-label={t('files.filter.title')}>
      <fieldset class="filter row wrap">
        <legend class="small strong">{t('files.filter.uploaded')}</legend>
        <Day label={t('files.filter.from')} day={conditions.from} onChange={(from) => set({ from })} />
        <Day label={t('files.filter.to')} day={conditions.to} onChange={(to) => set({ to })} />
      </fieldset>
      {limitedColumns.map((column) => {
        if (!offered.includes(column)) return null;
        const { of, name } = units[column];
        const limit = (which: 'least' | 'most', label: string) => {
          const value = conditions[column][which];
          return (
            <NumberField
              label={label}
              value={value === null ? '' : `${Math.round((value / of) * 100) / 100}`}
              unit={name}
              onChange={(typed) =>
                set({ [column]: { ...conditions[column], [which]: readAmount(typed, of) } })
              }
            />
          );
        };
        return (
          <fieldset key={column} class="filter row wrap">
            <legend class="small strong">{t(`files.column.${column}`)}</legend>
            {limit('least', t('files.filter.atLeast'))}
            {limit('most', t('files.filter.atMost'))}
          </fieldset>
        );
      })}
      <Unviewed value={conditions.unviewed} onChange={(unviewed) => set({ unviewed })} />
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
        label={t('files.takedown.mark')}
        value={conditions.isTakedown}
        choices={anyYesNo}
        onChange={(isTakedown) => set({ isTakedown })}
      />
      <Choice
        label={t('duplicates.title')}
        value={conditions.isDuplicate}
        choices={[any, [true, t('files.filter.yes')]]}
        onChange={(isDuplicate) => {
          // Copies start side by side, whatever the sorting was.
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

/** The unit that the user types in. */
const units: Readonly<Record<LimitedColumn, { readonly of: number; readonly name: string }>> = {
  length: { of: 60, name: t('files.filter.minutes') },
  views: { of: 1, name: '' },
  size: { of: 1_000_000, name: getMegabyteName() },
};

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  /** May be empty. */
  readonly unit?: string;
  readonly onChange: (typed: string) => void;
}

function NumberField({ label, value, unit = '', onChange }: NumberFieldProps) {
  // The typed text, which redrawing must not empty.
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <label class="row gap-1 tone-quiet">
      <span>{label}</span>
      <input
        class="inline-input control-frame inline-number"
        type="text"
        inputMode="decimal"
        value={draft ?? value}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => {
          setDraft(null);
          onChange(event.currentTarget.value);
        }}
      />
      {unit !== '' && <span>{unit}</span>}
    </label>
  );
}

const dayChoices = [30, 60, 90, 120];
const maxDays = 9_999;

interface UnviewedProps {
  readonly value: FileConditions['unviewed'];
  readonly onChange: (value: FileConditions['unviewed']) => void;
}

function Unviewed({ value, onChange }: UnviewedProps) {
  const id = useId();
  const isListed = value === null || value === 'never' || dayChoices.includes(value);
  const [isCustom, setCustom] = useState(false);
  const chosen = isCustom || !isListed ? 'custom' : `${value ?? 'any'}`;
  return (
    <fieldset class="filter row wrap">
      <legend class="small strong">
        <label for={id}>{t('files.filter.unviewed')}</label>
      </legend>
      <Select
        id={id}
        value={chosen}
        choices={[
          ['any', t('files.filter.any')],
          ...dayChoices.map((days) => [`${days}`, formatDays(days)] as const),
          ['never', t('files.neverViewed')],
          ['custom', t('files.filter.custom')],
        ]}
        onChange={(choice) => {
          setCustom(choice === 'custom');
          if (choice === 'never') onChange(choice);
          else if (choice !== 'custom') onChange(choice === 'any' ? null : Number(choice));
        }}
      />
      {chosen === 'custom' && (
        <NumberField
          label={t('reports.days')}
          value={typeof value === 'number' ? `${value}` : ''}
          onChange={(typed) => {
            const days = readAmount(typed, 1);
            onChange(days === null || days === 0 ? null : Math.min(days, maxDays));
          }}
        />
      )}
    </fieldset>
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
