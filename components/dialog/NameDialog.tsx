import { useState } from 'preact/hooks';
import { Field } from '../field/Field.tsx';
import { Dialog, DialogButtons, type DialogButtonsProps } from './Dialog.tsx';

interface NameDialogProps extends Pick<DialogButtonsProps, 'confirmLabel' | 'isBusy'> {
  readonly title: string;
  readonly label: string;
  /** The current name. */
  readonly name?: string;
  /** Gets a new name that isn't empty. */
  readonly onName: (name: string) => unknown;
  readonly onClose: () => void;
}

export function NameDialog({ title, label, name = '', onName, onClose, ...button }: NameDialogProps) {
  const [typed, setTyped] = useState(name);
  const next = typed.trim();
  const isReady = next !== '' && next !== name;
  return (
    <Dialog title={title} onClose={onClose}>
      <form class="dialog-form stack gap-4" onSubmit={() => isReady && void onName(next)}>
        <Field label={label} value={typed} onInput={setTyped} autoFocus />
        <DialogButtons {...button} disabled={!isReady} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
