/** Enter saves, Escape cancels. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useDraftInput } from '../../drafts/useDraft.ts';
import { readKey } from '../../keys/key-press.ts';
import './file-list.css';

interface RenameFieldProps {
  readonly label: string;
  readonly name: string;
  /** Default: the name. */
  readonly typed?: string;
  /** Called once, with null if the name is unchanged. */
  readonly onDone: (name: string | null) => void;
}

export function RenameField({ label, name, typed = name, onDone }: RenameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const draft = useDraftInput<string | null>(`typed: ${label}`, null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function finish(isKept: boolean) {
    if (isDone.current) return;
    isDone.current = true;
    draft.current = null;
    const newName = input.current?.value.trim() ?? '';
    onDone(isKept && newName !== '' && newName !== name ? newName : null);
  }

  return (
    <input
      ref={input}
      class="rename-field no-ring"
      aria-label={label}
      defaultValue={draft.current ?? typed}
      dir="auto"
      autocomplete="off"
      onInput={(event) => {
        draft.current = event.currentTarget.value;
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        const key = readKey(event)?.key;
        if (key !== 'Enter' && key !== 'Escape') return;
        event.preventDefault();
        finish(key === 'Enter');
      }}
      onBlur={() => {
        // Leaving the window doesn't end it, nor does a reload, which Firefox reports as a blur.
        if (document.hasFocus() && document.visibilityState === 'visible') finish(true);
      }}
      onClick={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    />
  );
}
