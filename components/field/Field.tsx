import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import './field.css';

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly hint?: ComponentChildren;
  /** Marks the field as invalid. */
  readonly error?: string | null;
  /** A search shows its label as the placeholder. `url` and `code` aren't spell-checked and run left to right. */
  readonly kind?: 'text' | 'search' | 'url' | 'code';
  readonly isMasked?: boolean;
  readonly placeholder?: string;
  readonly suggestions?: readonly string[];
  readonly autoFocus?: boolean;
  /** At the end, inside the field. */
  readonly children?: ComponentChildren;
}

const isFieldFocused = () => document.activeElement?.matches('textarea, input:not([type="file"])') ?? false;

export function Field(props: FieldProps) {
  const { label, value, onInput, hint, error = null, kind = 'text' } = props;
  const isSearch = kind === 'search';
  const isCode = kind === 'url' || kind === 'code';
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const element = input.current;
    // One that appears late doesn't take the focus from another. Dialogs take it anyway.
    if (!props.autoFocus || !element || (isFieldFocused() && !element.closest('dialog'))) return;
    element.focus();
    element.select();
  }, []);
  const described = [error !== null && `${id}-error`, hint !== undefined && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return (
    <div class="field stack gap-1">
      <label class={isSearch ? 'visually-hidden' : 'medium'} for={id}>
        {label}
      </label>
      <div class="field-line row gap-1 control-frame">
        <input
          ref={input}
          id={id}
          class={`field-input grow ${props.isMasked ? 'field-masked' : ''}`}
          // Preact's types differ, the behaviour doesn't.
          type={(isSearch ? kind : 'text') as 'text'}
          value={value}
          inputMode={kind === 'url' ? 'url' : 'text'}
          placeholder={props.placeholder ?? (isSearch ? label : '')}
          // Dialogs focus this element when they open.
          autofocus={props.autoFocus ?? false}
          autocomplete="off"
          list={props.suggestions && `${id}-list`}
          spellcheck={!isCode}
          autocapitalize={isCode ? 'none' : 'sentences'}
          dir={isCode ? 'ltr' : 'auto'}
          aria-invalid={error !== null || undefined}
          aria-describedby={described || undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        {props.children}
      </div>
      {props.suggestions && (
        <datalist id={`${id}-list`}>
          {props.suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {error !== null && (
        <p id={`${id}-error`} class="tone-bad break-anywhere">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="small tone-quiet">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Toggle({ label, hint, checked, disabled = false, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div class="toggle">
      <input
        id={id}
        class="toggle-box check"
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => {
          const isChecked = event.currentTarget.checked;
          // Keep the stored value, in case the change is refused.
          event.currentTarget.checked = checked;
          onChange(isChecked);
        }}
      />
      <label class="toggle-label" for={id}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="small tone-quiet toggle-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
