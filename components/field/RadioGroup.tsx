import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './field.css';

interface RadiosProps<Value> {
  readonly kind: 'chip' | 'segment';
  readonly value: Value;
  /** `name` is for content without words. */
  readonly choices: readonly (readonly [value: Value, content: ComponentChildren, name?: string])[];
  readonly onChange: (value: Value) => void;
}

interface RadioGroupProps<Value> extends RadiosProps<Value> {
  readonly label: string;
  readonly class?: string;
}

export function RadioGroup<Value>({ label, class: extra = '', ...radios }: RadioGroupProps<Value>) {
  return (
    <fieldset class={`${radios.kind === 'chip' ? 'flow' : 'segments'} ${extra}`}>
      <legend class="visually-hidden">{label}</legend>
      <Radios {...radios} />
    </fieldset>
  );
}

/** Without a group, for use below a visible label. */
export function Radios<Value>({ kind, value, choices, onChange }: RadiosProps<Value>) {
  const group = useId();
  return (
    <>
      {choices.map(([each, content, name]) => (
        <label key={`${each}`} class={`option ${kind}`} title={name}>
          <input
            class="option-input"
            type="radio"
            name={group}
            aria-label={name}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {content}
        </label>
      ))}
    </>
  );
}
