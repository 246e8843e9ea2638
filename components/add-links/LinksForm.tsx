import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../button/Button.tsx';
import { PasteBox } from '../field/PasteBox.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { lazy } from '../lazy.tsx';
import { plural, t } from '../text.ts';
import type { LinksFormState } from './useLinksForm.ts';
import './add-links.css';

const LinksDetails = lazy(() => import('./LinksDetails.tsx'), 'LinksDetails');

interface LinksFormProps {
  readonly form: LinksFormState;
  readonly tools?: ComponentChildren;
  /** Other ways to upload, shown while the box is empty. */
  readonly others?: ComponentChildren;
  readonly isRoomy?: boolean;
}

const maxRows = 6;

export function LinksForm({ form, tools, others, isRoomy = false }: LinksFormProps) {
  const { links } = form;
  const text = form.box.value;
  const isEmpty = text === '';
  const id = useId();

  return (
    <form class="stack" onSubmit={form.submit}>
      <div class="send-box control-frame">
        <label class="visually-hidden" for={id}>
          {t('send.label')}
        </label>
        <PasteBox
          id={id}
          rows={text.split('\n', maxRows).length}
          placeholder={t('send.placeholder')}
          {...form.box}
        />
        <div class="send-tools pad-1 row">
          <p id={`${id}-hint`} class="send-hint flow grow tone-quiet small" role="status">
            {links.length > 0 && plural('send.hint', links.length)}
          </p>
          {tools}
          <FolderButton key={form.folderChoice.accountId} {...form.folderChoice} />
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            {t('send.button')}
          </Button>
        </div>
      </div>
      {!isEmpty && <LinksDetails form={form} isRoomy={isRoomy} />}
      {isEmpty && others && <div class="send-others flow">{others}</div>}
    </form>
  );
}
