/** A labelled `<select>` whose change takes effect at once. */
import { useId } from 'preact/hooks';
import './field.css';

export interface SelectProps<Value extends string | number> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: Value;
  readonly values: readonly (readonly [value: Value, name: () => string])[];
  readonly onChange: (value: Value) => void;
}

export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { label, hint, value, values, onChange } = props;
  const id = useId();
  return (
    <div class="setting-row row wrap gap-4">
      <div>
        <label for={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} class="small tone-quiet">
            {hint}
          </p>
        )}
      </div>
      <select
        id={id}
        class="select control-frame"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        // Controlled by hand: what is shown is what is stored, also where a change is refused.
        ref={(box) => {
          if (box) box.value = String(value);
        }}
        onChange={(event) => {
          const chosen = values[event.currentTarget.selectedIndex];
          event.currentTarget.value = String(value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {values.map(([each, name]) => (
          <option key={each} value={each}>
            {name()}
          </option>
        ))}
      </select>
    </div>
  );
}
