import type { AriaAttributes, ComponentChildren, KeyboardEventHandler, Ref } from 'preact';
import { Icon } from '../icons/Icon.tsx';
import './field.css';

interface SearchInputProps extends AriaAttributes {
  readonly inputRef: Ref<HTMLInputElement>;
  /** Also the placeholder, unless one is given. */
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown: KeyboardEventHandler<HTMLInputElement>;
  readonly onClick?: () => void;
  readonly role?: 'combobox';
  /** At the end, inside the field. */
  readonly children?: ComponentChildren;
}

export function SearchInput({ inputRef, label, onType, children, ...attributes }: SearchInputProps) {
  return (
    <search class="field-line row gap-1 control-frame search-input grow">
      <Icon name="search" class="tone-quiet" />
      <input
        ref={inputRef}
        class="field-input grow search-input-text"
        // Preact's types differ. A list below needs a text field.
        type={(attributes.role ? 'text' : 'search') as 'text'}
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        onInput={(event) => onType(event.currentTarget.value)}
        {...attributes}
      />
      {children}
    </search>
  );
}
