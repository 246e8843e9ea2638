/** Sends many pasted links, listed first, and the user's files. */
import { useEffect } from 'preact/hooks';
import { LinksForm } from '../add-links/LinksForm.tsx';
import { type AddTarget, useLinksForm } from '../add-links/useLinksForm.ts';
import { DropArea } from '../drop/DropArea.tsx';
import { OwnFiles, type OwnFilesProps } from '../own-files/OwnFiles.tsx';
import { useAccountPage } from '../page-api.ts';
import { format, plural, t } from '../text.ts';
import './manager.css';

interface BatchEntryProps extends AddTarget {
  readonly opening: OwnFilesProps['opening'];
}

export function BatchEntry({ opening, ...target }: BatchEntryProps) {
  const { accountId, feedback, input } = target;
  const { uploadFiles } = useAccountPage();
  const form = useLinksForm(target);
  const { links } = form.reading;
  const { folder, onChange } = form.folderChoice;
  useEffect(() => {
    if (opening?.folder) onChange(opening.folder);
  }, []);
  const preview = links.length > 1 && (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="batch-preview framed" aria-label={t('manager.preview')} tabIndex={0}>
      <ol class="divided">
        {links.map(({ url, line, times }) => (
          <li key={url} class="batch-line flex gap-3">
            <span class="url grow one-line" dir="ltr" title={url}>
              {url}
            </span>
            <span class="note">
              {times > 1 && `${plural('manager.times', times)} · `}
              {t('manager.line', { line: format.number(line) })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
  return (
    <div class="pad-4">
      <LinksForm form={form} preview={preview} tools={<OwnFiles folder={folder} opening={opening} />} />
      <DropArea
        accountId={accountId}
        feedback={feedback}
        getFolder={() => (input.current.choice?.accountId === accountId ? folder : null)}
        defaultFolder={folder}
        onFiles={(files, to) => uploadFiles?.(files, to ?? folder, true)}
      />
    </div>
  );
}
