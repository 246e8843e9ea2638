/** A box for links: paste them, choose a folder, send. Every send ends in a sentence below the box. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect } from 'preact/hooks';
import type { LinkDraft } from '../../lib/links/link.ts';
import { Button } from '../button/Button.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { plural, t } from '../text.ts';
import { PasteBox } from './PasteBox.tsx';
import { type SendTarget, TitleChoice, useSendForm } from './useSendForm.ts';
import './quick-send.css';

export interface QuickSendProps extends SendTarget {
  /** The page that the user looks at; null where there is none that a service could fetch. */
  readonly page: LinkDraft | null;
  /** The box takes the focus as it appears. */
  readonly autoFocus?: boolean;
  /** Other ways to send, beside the one for the page; shown while the box is empty. */
  readonly children?: ComponentChildren;
}

/** The box grows with its text up to this many lines. */
const maxRows = 6;

export function QuickSend({ page, autoFocus = false, children, ...target }: QuickSendProps) {
  const form = useSendForm({ ...target, newFolderName: page?.title });
  const { links, badLines } = form.paste;
  const text = form.box.value;
  const id = useId();

  useLayoutEffect(() => {
    if (autoFocus) form.box.box.current?.focus();
  }, []);

  return (
    <form class="quick-send" onSubmit={form.onSubmit}>
      <div class="quick-send-box">
        <label class="visually-hidden" for={id}>
          {t('send.label')}
        </label>
        <PasteBox
          id={id}
          rows={Math.min(Math.max(text.split('\n').length, 1), maxRows)}
          placeholder={t('send.placeholder')}
          {...form.box}
        />
        <div class="quick-send-tools">
          <p id={`${id}-hint`} class="quick-send-hint">
            {text !== '' && links.length > 0 && plural('send.hint', links.length)}
            {badLines.length > 0 && (
              <span class="quick-send-bad">{plural('send.badLines', badLines.length)}</span>
            )}
          </p>
          <FolderButton key={target.accountId} {...form.folderChoice} />
          <Button kind="primary" type="submit" busy={form.busy}>
            {t('send.button')}
          </Button>
        </div>
      </div>
      {links.length > 0 && <TitleChoice {...form.titleChoice} />}
      {text === '' && (page !== null || children) && (
        <div class="quick-send-others">
          {page && (
            <Button small kind="quiet" icon="plus" onClick={() => form.sendDrafts([page])}>
              {t('send.page')}
            </Button>
          )}
          {children}
        </div>
      )}
      <NoticeArea {...form.outcome} />
    </form>
  );
}
