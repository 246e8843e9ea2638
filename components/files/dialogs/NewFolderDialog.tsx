/** Asks for the name of a new folder. */
import { useState } from 'preact/hooks';
import { Dialog, DialogButtons } from '../../dialog/Dialog.tsx';
import { Field } from '../../field/Field.tsx';
import { useIsMounted } from '../../hooks/hooks.ts';
import { t } from '../../text.ts';

export interface NewFolderDialogProps {
  /** Name of the parent folder. */
  readonly parent: string;
  /** The dialog is open until it settles; it must not reject. */
  readonly onCreate: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

export function NewFolderDialog({ parent, onCreate, onClose }: NewFolderDialogProps) {
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const isOpen = useIsMounted();
  const trimmedName = name.trim();

  async function create() {
    setBusy(true);
    await onCreate(trimmedName);
    // Another dialog may be open by now.
    if (isOpen.current) onClose();
  }

  return (
    <Dialog title={t('folder.new')} onClose={onClose}>
      <form
        class="dialog-form stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmedName !== '') void create();
        }}
      >
        <Field label={t('folder.newIn', { parent })} value={name} onInput={setName} autoFocus />
        <DialogButtons
          confirmLabel={t('folder.create')}
          isBusy={busy}
          disabled={trimmedName === ''}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
