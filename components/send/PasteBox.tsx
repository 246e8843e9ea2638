/** A text box for pasted lines: they read from the left and do not wrap. Enter submits a single one, Shift+Enter adds another. */

import type { Ref } from 'preact';
import { readKey } from '../key-press.ts';
import './paste-box.css';

export interface PasteBoxProps {
  /** The hint has the id `${id}-hint`. */
  readonly id: string;
  readonly rows: number;
  readonly value: string;
  readonly placeholder?: string;
  readonly box?: Ref<HTMLTextAreaElement>;
  readonly onInput: (value: string) => void;
  /** Ctrl+Enter submits the form around the box. */
  readonly 'aria-keyshortcuts'?: 'Control+Enter';
}

export function PasteBox({ id, box = null, onInput, ...rest }: PasteBoxProps) {
  return (
    <textarea
      {...rest}
      ref={box}
      id={id}
      class="paste-box control-frame"
      wrap="off"
      dir="ltr"
      spellcheck={false}
      autocomplete="off"
      aria-describedby={`${id}-hint`}
      onInput={(event) => onInput(event.currentTarget.value)}
      onKeyDown={(event) => {
        const press = readKey(event);
        const isOneLine = /^.*\S.*$/.test(event.currentTarget.value) && press?.shift === false;
        if (press?.key !== 'Enter' || !(press.mod || isOneLine)) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    />
  );
}
