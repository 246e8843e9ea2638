import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../button/Button.tsx';
import { PasteBox } from '../field/PasteBox.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { plural, t } from '../text.ts';
import { BadLines, type LinksFormState, TitleChoice } from './useLinksForm.ts';
import './add-links.css';

interface LinksFormProps {
  readonly form: LinksFormState;
  readonly tools?: ComponentChildren;
  /** Other ways to send; shown while the box is empty. */
  readonly others?: ComponentChildren;
  /** What was pasted; shown while the box has text. */
  readonly preview?: ComponentChildren;
}

/** The box grows with its text up to this many lines. */
const maxRows = 6;

export function LinksForm({ form, tools, others, preview }: LinksFormProps) {
  const { links, leftOut } = form.reading;
  const text = form.box.value;
  const isEmpty = text === '';
  const repeated = links.reduce((sum, { times }) => sum + times - 1, 0);
  const id = useId();

  return (
    <form class="stack" onSubmit={form.onSubmit}>
      <div class="send-box control-frame">
        <label class="visually-hidden" for={id}>
          {t('send.label')}
        </label>
        <PasteBox
          id={id}
          rows={Math.min(text.split('\n').length, maxRows)}
          placeholder={t('send.placeholder')}
          {...form.box}
        />
        <div class="send-tools pad-1 row">
          <p id={`${id}-hint`} class="send-hint flow grow tone-quiet small" role="status">
            {links.length > 0 && plural('send.hint', links.length)}
            {repeated > 0 && <span>{plural('send.repeated', repeated)}</span>}
          </p>
          {tools}
          <FolderButton key={form.folderChoice.accountId} {...form.folderChoice} />
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            {t('send.button')}
          </Button>
        </div>
      </div>
      {leftOut.length > 0 && <BadLines lines={leftOut} />}
      {!isEmpty && preview}
      {links.length > 0 && <TitleChoice {...form.titleChoice} />}
      {isEmpty && others && <div class="send-others flow">{others}</div>}
    </form>
  );
}
