import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  isNumbered,
  type NumberOrder,
  type Placeholder,
  type RenamePattern,
  unchangedPattern,
} from '../../lib/titles/make-titles.ts';
import { Field, Toggle } from '../field/Field.tsx';
import { Placeholders } from '../field/Placeholders.tsx';
import { Select } from '../field/Select.tsx';
import { format, type PlainKey, t } from '../text.ts';
import '../field/field.css';

interface PatternFieldsProps {
  readonly pattern: RenamePattern;
  /** The orders in which `{n}` can count. */
  readonly orders: readonly NumberOrder[];
  readonly numberBy: NumberOrder;
  readonly placeholders: readonly Placeholder[];
  readonly onChange: (pattern: RenamePattern) => void;
  readonly templateError: string | null;
  readonly findError: string | null;
}

const orderNames: Readonly<Record<NumberOrder, PlainKey>> = {
  title: 'files.column.title',
  date: 'bulk.pattern.by.date',
  list: 'bulk.pattern.by.list',
};

const letterCases: readonly RenamePattern['letters'][] = ['keep', 'lower', 'upper', 'title'];

/** A preset sets these fields. Turned off, it restores their defaults. */
const presets: readonly (readonly [name: () => string, change: Partial<RenamePattern>])[] = [
  [() => 'S01E01', { template: 'S01E{n:2}' }],
  [() => t('bulk.pattern.cleanUp'), { isCleaned: true }],
];

export function PatternFields(props: PatternFieldsProps) {
  const { pattern, orders, numberBy, placeholders, onChange, templateError, findError } = props;
  const box = useRef<HTMLDivElement>(null);
  // The dialog opens after this effect.
  useLayoutEffect(() => box.current?.querySelector('input')?.setAttribute('autofocus', ''), []);
  const change = (some: Partial<RenamePattern>) => onChange({ ...pattern, ...some });

  return (
    <div class="pattern-fields stack">
      <fieldset class="flow">
        <legend class="visually-hidden">{t('bulk.pattern.presets')}</legend>
        {presets.map(([name, preset]) => {
          const keys = Object.keys(preset) as (keyof RenamePattern)[];
          const isOn = keys.every((key) => pattern[key] === preset[key]);
          const off = Object.fromEntries(keys.map((key) => [key, unchangedPattern[key]]));
          return (
            <label key={name()} class="option chip">
              <input
                class="option-input"
                type="checkbox"
                checked={isOn}
                onChange={() => change(isOn ? off : preset)}
              />
              {name()}
            </label>
          );
        })}
      </fieldset>
      <div ref={box} class="stack gap-1">
        <Field
          label={t('bulk.pattern.pattern')}
          value={pattern.template}
          onInput={(template) => change({ template })}
          error={templateError}
        />
        <Placeholders
          label={t('bulk.pattern.placeholders')}
          names={placeholders}
          explain={(name) => t(`bulk.pattern.means.${name}`)}
          findField={() => box.current?.querySelector('input')}
          onChange={(template) => change({ template })}
        />
      </div>
      {isNumbered(pattern.template) && (
        <div class="pattern-numbers halves">
          <label class="stack gap-1">
            <span class="medium">{t('bulk.pattern.numberBy')}</span>
            <Select
              value={numberBy}
              choices={orders.map((order) => [order, t(orderNames[order])])}
              onChange={(order) => change({ numberBy: order })}
            />
          </label>
          <NumberField
            label={t('bulk.pattern.start')}
            value={pattern.start}
            onChange={(start) => change({ start })}
          />
          <NumberField
            label={t('bulk.pattern.step')}
            value={pattern.step}
            onChange={(step) => change({ step })}
          />
        </div>
      )}
      <div class="halves">
        <Field
          label={t('bulk.pattern.find')}
          value={pattern.find}
          onInput={(find) => change({ find })}
          error={findError}
        />
        <Field
          label={t('bulk.pattern.replace')}
          value={pattern.replace}
          onInput={(replace) => change({ replace })}
        />
      </div>
      <PatternOptions pattern={pattern} change={change} />
    </div>
  );
}

interface PatternOptionsProps {
  readonly pattern: RenamePattern;
  readonly change: (some: Partial<RenamePattern>) => void;
}

const switches = [
  ['isExpression', 'bulk.pattern.expression'],
  ['matchCase', 'bulk.pattern.matchCase'],
  ['trim', 'bulk.pattern.trim'],
] as const satisfies readonly (readonly [keyof RenamePattern, PlainKey])[];

/** Rarely used options. Folded, it names those that are on. */
function PatternOptions({ pattern, change }: PatternOptionsProps) {
  const { letters } = pattern;
  const active = switches.filter(([name]) => pattern[name]).map(([, text]) => t(text));
  if (letters !== 'keep') active.push(t(`bulk.pattern.letters.${letters}`));
  const [isOpen, setOpen] = useState(active.length > 0);
  return (
    <details
      class="fold pattern-options"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {t('bulk.pattern.options')}
        {!isOpen && active.length > 0 && <span class="tone-quiet"> {format.list(active)}</span>}
      </summary>
      <div class="pattern-switches row">
        {switches.map(([name, text]) => (
          <Toggle
            key={name}
            label={t(text)}
            checked={pattern[name]}
            onChange={(checked) => change({ [name]: checked })}
          />
        ))}
        <label class="row">
          {t('bulk.pattern.lettersLabel')}
          <Select
            value={letters}
            choices={letterCases.map((each) => [each, t(`bulk.pattern.letters.${each}`)])}
            onChange={(chosen) => change({ letters: chosen })}
          />
        </label>
      </div>
    </details>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Keeps the previous value while the text is no whole number. */
function NumberField({ label, value, onChange }: NumberFieldProps) {
  const id = useId();
  return (
    <div class="stack gap-1">
      <label class="medium" for={id}>
        {label}
      </label>
      <input
        id={id}
        class="select control-frame"
        type="number"
        step={1}
        defaultValue={String(value)}
        onInput={(event) => {
          const { valueAsNumber } = event.currentTarget;
          if (Number.isSafeInteger(valueAsNumber)) onChange(valueAsNumber);
        }}
      />
    </div>
  );
}
