/** Many links at once: a large box to paste into, and what was found in it, line by line, before it is sent. */
import { useId, useMemo, useState } from 'preact/hooks';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { Button } from '../button/Button.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { outcomeNotice } from '../send/outcome.ts';
import { TitleChoice } from '../send/TitleChoice.tsx';
import { withTitle } from '../send/titles.ts';
import { useFolderChoice } from '../send/useFolderChoice.ts';
import { useServices } from '../services.ts';
import { format, plural, t } from '../text.ts';
import { type Batch, readBatch } from './batch.ts';
import { OwnFiles } from './OwnFiles.tsx';
import type { SendFiles } from './own-files.ts';
import './batch-entry.css';

export interface BatchEntryProps {
  /** Where the links go, whatever account is chosen elsewhere meanwhile. */
  readonly accountId: string;
  readonly shortlist: FolderShortlist;
  /** The window is a private one. */
  readonly isPrivate: boolean;
  readonly sendFiles: SendFiles;
}

export function BatchEntry({ accountId, shortlist, isPrivate, sendFiles }: BatchEntryProps) {
  const { send } = useServices();
  const outcome = useOutcome();
  const { notice, show, run } = outcome;
  const [text, setText] = useState('');
  const [title, setTitle] = useState('');
  const [folder, setFolder, chosen] = useFolderChoice(accountId, shortlist);
  const [busy, setBusy] = useState(false);
  const batch = useMemo(() => readBatch(text), [text]);
  const links = useMemo(() => batch.links.map(({ url }) => ({ url })), [batch]);
  const titled = withTitle(links, title);
  const id = useId();

  function sendDrafts(drafts: readonly LinkDraft[], anyway: boolean): Promise<boolean> {
    const request = { accountId, links: drafts, folder: chosen, anyway, private: isPrivate };
    return run(send('links.send', request), (sent) => {
      const held = drafts.filter(({ url }) => sent.duplicates.includes(url));
      return outcomeNotice(sent, folder, async () => void (await sendDrafts(held, true)));
    });
  }

  async function submit(drafts: readonly LinkDraft[] = titled) {
    if (busy) return;
    if (drafts.length === 0) {
      show({ tone: 'warn', text: t('send.nothing') });
      return;
    }
    setBusy(true);
    const sent = await sendDrafts(drafts, false);
    setBusy(false);
    // Invalid lines stay in the box; after a failure everything does.
    const rest = batch.badLines.map((line) => line.text).join('\n');
    if (!sent) return;
    setText((now) => (now === text ? rest : now));
    setTitle('');
  }

  return (
    <form
      class="batch"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label class="batch-label" for={id}>
        {t('manager.batch')}
      </label>
      <p id={`${id}-hint`} class="batch-hint">
        {t('manager.batchHint')}
      </p>
      <textarea
        id={id}
        class="batch-text"
        rows={4}
        wrap="off"
        dir="ltr"
        spellcheck={false}
        autocomplete="off"
        value={text}
        aria-describedby={`${id}-hint`}
        aria-keyshortcuts="Control+Enter"
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void submit();
        }}
      />
      {text.trim() !== '' && <Preview batch={batch} />}
      <TitleChoice
        {...{ links, folder, title }}
        rulesOf={chosen ? undefined : accountId}
        onTitle={setTitle}
        onUpload={submit}
      />
      <div class="batch-end">
        <p class="batch-sum" role="status">
          {text.trim() !== '' && plural('manager.found', batch.links.length)}
          {batch.repeated > 0 && <span>{plural('manager.repeated', batch.repeated)}</span>}
          {batch.badLines.length > 0 && (
            <span class="batch-bad">{plural('send.badLines', batch.badLines.length)}</span>
          )}
        </p>
        <OwnFiles to={{ accountId, folder, private: isPrivate }} sendFiles={sendFiles} outcome={outcome} />
        <FolderButton key={accountId} {...{ accountId, folder, shortlist }} onChange={setFolder} />
        <Button kind="primary" type="submit" busy={busy}>
          {batch.links.length === 0 ? t('send.button') : plural('manager.upload', batch.links.length)}
        </Button>
      </div>
      <NoticeArea {...{ notice, show }} />
    </form>
  );
}

/** Lines without an address come first. */
function Preview({ batch: { links, badLines } }: { batch: Batch }) {
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
