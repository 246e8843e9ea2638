/** Many links at once: a large box to paste into, and what was found in it, line by line, before it is sent. */
import { useId } from 'preact/hooks';
import { Button } from '../button/Button.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { PasteBox } from '../send/PasteBox.tsx';
import type { Paste } from '../send/paste.ts';
import { TitleChoice } from '../send/TitleChoice.tsx';
import { type SendTarget, useSendForm } from '../send/useSendForm.ts';
import { format, plural, t } from '../text.ts';
import { OwnFiles } from './OwnFiles.tsx';
import type { SendFiles } from './own-files.ts';
import './batch-entry.css';

export interface BatchEntryProps extends SendTarget {
  readonly sendFiles: SendFiles;
}

export function BatchEntry({ sendFiles, ...target }: BatchEntryProps) {
  const { accountId, isPrivate } = target;
  const { outcome, paste, box, folderChoice, titleChoice, ...form } = useSendForm(target);
  const { links, badLines } = paste;
  const isEmpty = box.value.trim() === '';
  const repeated = links.reduce((sum, { times }) => sum + times - 1, 0);
  const id = useId();

  return (
    <form class="batch" onSubmit={form.onSubmit}>
      <label class="batch-label" for={id}>
        {t('manager.batch')}
      </label>
      <p id={`${id}-hint`} class="batch-hint">
        {t('manager.batchHint')}
      </p>
      <PasteBox id={id} rows={4} {...box} />
      {!isEmpty && <Preview paste={paste} />}
      <TitleChoice {...titleChoice} />
      <div class="batch-end">
        <p class="batch-sum" role="status">
          {!isEmpty && plural('manager.found', links.length)}
          {repeated > 0 && <span>{plural('manager.repeated', repeated)}</span>}
          {badLines.length > 0 && <span class="batch-bad">{plural('send.badLines', badLines.length)}</span>}
        </p>
        <OwnFiles
          to={{ accountId, folder: folderChoice.folder, private: isPrivate }}
          sendFiles={sendFiles}
          outcome={outcome}
        />
        <FolderButton key={accountId} {...folderChoice} />
        <Button kind="primary" type="submit" busy={form.busy}>
          {links.length === 0 ? t('send.button') : plural('manager.upload', links.length)}
        </Button>
      </div>
      <NoticeArea {...outcome} />
    </form>
  );
}

/** Lines without an address come first. */
function Preview({ paste: { links, badLines } }: { paste: Paste }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="batch-preview" aria-label={t('manager.preview')} tabIndex={0}>
      <ol>
        {badLines.map(({ line, text }) => (
          <li key={`bad ${line}`} class="batch-line">
            <span class="batch-what one-line" dir="auto" title={text}>
              {text}
            </span>
            <span class="batch-remark batch-bad">{t('manager.badLine', { line: format.number(line) })}</span>
          </li>
        ))}
        {links.map(({ url, line, times }) => (
          <li key={url} class="batch-line">
            <span class="batch-what batch-url one-line" dir="ltr" title={url}>
              {url}
            </span>
            <span class="batch-remark">
              {times > 1 && `${plural('manager.times', times)} · `}
              {t('manager.line', { line: format.number(line) })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
