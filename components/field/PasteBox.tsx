/** Pasted lines, left to right and unwrapped. Enter submits a single line, Shift+Enter adds another. */
import type { Ref, TargetedEvent } from 'preact';
import { readKey } from '../keys/key-press.ts';
import './paste-box.css';

const loadInsertLinks = () => import('./insert-links.ts');

interface PasteBoxProps {
  /** The hint has the id `${id}-hint`. */
  readonly id: string;
  readonly rows: number;
  readonly value: string;
  readonly placeholder?: string;
  readonly box?: Ref<HTMLTextAreaElement>;
  readonly onInput: (value: string) => void;
  /** Set if Ctrl+Enter submits the form. */
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
      onInput={({ currentTarget: { value, dataset } }) => {
        // Undo restores deleted text even in an empty box.
        if (value === '') dataset['emptied'] = '';
        else delete dataset['emptied'];
        onInput(value);
      }}
      onPaste={(event) => takeLinks(event, event.clipboardData)}
      onDrop={(event) => takeLinks(event, event.dataTransfer)}
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

/** Copied links have their addresses only in the HTML. */
function takeLinks(event: TargetedEvent<HTMLTextAreaElement>, data: DataTransfer | null): void {
  const html = data?.getData('text/html') ?? '';
  if (!/<a\s[^<>]*href/i.test(html)) return;
  event.preventDefault();
  const box = event.currentTarget;
  const plain = data?.getData('text/plain') ?? '';
  void loadInsertLinks().then(({ insertLinks }) => insertLinks(box, plain, html));
}
