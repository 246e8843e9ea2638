/** Asks for the name of a new folder. */
import { useState } from 'preact/hooks';
import { Button } from '../../button/Button.tsx';
import { Dialog } from '../../dialog/Dialog.tsx';
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
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={trimmedName === ''}>
            {t('folder.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
