/** Buttons that insert a placeholder into a field. */
import './field.css';

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface PlaceholdersProps<Name extends string> {
  readonly label: string;
  readonly names: readonly Name[];
  readonly explain?: (name: Name) => string;
  readonly findField: () => TextField | null | undefined;
  readonly onChange: (text: string) => void;
}

export function Placeholders<Name extends string>(props: PlaceholdersProps<Name>) {
  const { label, names, explain, findField, onChange } = props;
  function insert(text: string) {
    const field = findField();
    if (!field) return;
    const at = field.selectionStart ?? field.value.length;
    field.setRangeText(text, at, field.selectionEnd ?? at, 'end');
    onChange(field.value);
    field.focus();
  }
  return (
    <ul class="flow" aria-label={label}>
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            class="button button-plain button-small placeholder"
            title={explain?.(name)}
            onClick={() => insert(`{${name}}`)}
          >
            {`{${name}}`}
          </button>
        </li>
      ))}
    </ul>
  );
}
