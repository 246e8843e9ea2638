/** Asks for the name of a new folder. */
import { useState } from 'preact/hooks';
import { Dialog, DialogButtons } from '../../dialog/Dialog.tsx';
import { Field } from '../../field/Field.tsx';
import { t } from '../../text.ts';

export interface NewFolderDialogProps {
  /** Name of the parent folder. */
  readonly parent: string;
  readonly onCreate: (name: string) => void;
  readonly onClose: () => void;
}

export function NewFolderDialog({ parent, onCreate, onClose }: NewFolderDialogProps) {
  const [name, setName] = useState('');
  const trimmedName = name.trim();
  return (
    <Dialog title={t('folder.new')} onClose={onClose}>
      <form
        class="dialog-form stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmedName !== '') onCreate(trimmedName);
        }}
      >
        <Field label={t('folder.newIn', { parent })} value={name} onInput={setName} autoFocus />
        <DialogButtons confirm={t('folder.create')} disabled={trimmedName === ''} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
