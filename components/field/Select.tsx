import './field.css';

interface SelectProps<Value> {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly class?: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: string])[];
  readonly onChange: (value: Value) => void;
}

export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { class: extra = '', value, choices, onChange, ...attributes } = props;
  return (
    <select
      {...attributes}
      class={`select control-frame ${extra}`}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = choices[currentTarget.selectedIndex];
        // Keep the stored value, in case the change is refused.
        currentTarget.value = `${value}`;
        if (chosen) onChange(chosen[0]);
      }}
    >
      {choices.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  );
}
