/** A name that is being changed where it stands: Enter keeps it, Escape does not. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import './rename-field.css';

export interface RenameFieldProps {
  readonly label: string;
  readonly name: string;
  /** Called once: with the new name, or with null where it stays as it was. */
  readonly onDone: (name: string | null) => void;
}

export function RenameField({ label, name, onDone }: RenameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function end(isKept: boolean) {
    if (isDone.current) return;
    isDone.current = true;
    const wanted = input.current?.value.trim() ?? '';
    onDone(isKept && wanted !== '' && wanted !== name ? wanted : null);
  }

  return (
    <input
      ref={input}
      class="rename-field"
      aria-label={label}
      defaultValue={name}
      dir="auto"
      autocomplete="off"
      onKeyDown={(event) => {
        // What is typed here is no business of the list around it.
        event.stopPropagation();
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        end(event.key === 'Enter');
      }}
      onBlur={() => {
        // Gone to another window, perhaps to look the name up: that is no end.
        if (document.hasFocus()) end(true);
      }}
      onClick={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    />
  );
}
