/** A box for links: paste them, choose a folder, send. Every send ends in a sentence below the box. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { Button } from '../button/Button.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { lazy } from '../lazy.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { plural, t } from '../text.ts';
import { readPaste } from './paste.ts';
import { useFolderChoice } from './useFolderChoice.ts';
import './quick-send.css';

export interface QuickSendProps {
  /** Where the links go, whatever account is chosen elsewhere meanwhile. */
  readonly accountId: string;
  readonly shortlist: FolderShortlist;
  /** The page that the user looks at; null where there is none that a service could fetch. */
  readonly page: LinkDraft | null;
  /** The window is a private one. */
  readonly isPrivate: boolean;
  /** The box takes the focus as it appears. */
  readonly autoFocus?: boolean;
  /** Other ways to send, beside the one for the page; shown while the box is empty. */
  readonly children?: ComponentChildren;
}

/** Loaded when there is something to send. */
const loadMore = () => import('./quick-send-more.ts');
const TitleChoice = lazy(loadMore, 'TitleChoice');

/** The box grows with its text up to this many lines. */
const maxRows = 6;

export function QuickSend(props: QuickSendProps) {
  const { accountId, shortlist, page, isPrivate, autoFocus = false, children } = props;
  const { send } = useServices();
  const { notice, show, run } = useOutcome();
  const [text, setText] = useState('');
  const [title, setTitle] = useState('');
  const [folder, setFolder, chosen] = useFolderChoice(accountId, shortlist);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    if (autoFocus) box.current?.focus();
  }, []);

  const { links, badLines } = readPaste(text);
  const titled = links.length > 1 ? links : links.map((link) => ({ ...link, typedTitle: title }));

  function sendDrafts(drafts: readonly LinkDraft[], anyway: boolean): Promise<boolean> {
    const request = { accountId, links: drafts, folder: chosen, anyway, private: isPrivate };
    const sending = Promise.all([send('links.send', request), loadMore()]);
    return run(sending, ([outcome, { outcomeNotice }]) => {
      const held = drafts.filter(({ url }) => outcome.duplicates.includes(url));
      return outcomeNotice(outcome, folder, async () => void (await sendDrafts(held, true)));
    });
  }

  async function submit(drafts: readonly LinkDraft[] = titled) {
    if (busy) return;
    if (links.length === 0) {
      box.current?.focus();
      const { invalidSentence } = await loadMore();
      show({ tone: 'warn', text: badLines.length > 0 ? invalidSentence(badLines) : t('send.nothing') });
      return;
    }
    setBusy(true);
    const sent = await sendDrafts(drafts, false);
    setBusy(false);
    if (!sent) return;
    // Invalid lines stay in the box; after a failure everything does.
    setText((now) => (now === text ? badLines.join('\n') : now));
    setTitle('');
  }

  return (
    <form
      class="quick-send"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div class="quick-send-box">
        <label class="visually-hidden" for={id}>
          {t('send.label')}
        </label>
        <textarea
          ref={box}
          id={id}
          class="quick-send-text"
          rows={Math.min(Math.max(text.split('\n').length, 1), maxRows)}
          wrap="off"
          dir="ltr"
          spellcheck={false}
          autocomplete="off"
          placeholder={t('send.placeholder')}
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
        <div class="quick-send-tools">
          <p id={`${id}-hint`} class="quick-send-hint">
            {text !== '' && links.length > 0 && plural('send.hint', links.length)}
            {badLines.length > 0 && (
              <span class="quick-send-bad">{plural('send.badLines', badLines.length)}</span>
            )}
          </p>
          <FolderButton key={accountId} {...{ accountId, folder, shortlist }} onChange={setFolder} />
          <Button kind="primary" type="submit" busy={busy}>
            {t('send.button')}
          </Button>
        </div>
      </div>
      {links.length > 0 && (
        <TitleChoice
          {...{ links, folder, title }}
          rulesOf={chosen ? undefined : accountId}
          onTitle={setTitle}
          onUpload={submit}
        />
      )}
      {text === '' && (page !== null || children) && (
        <div class="quick-send-others">
          {page && (
            <Button
              small
              kind="quiet"
              icon="plus"
              onClick={async () => void (await sendDrafts([page], false))}
            >
              {t('send.page')}
            </Button>
          )}
          {children}
        </div>
      )}
      <NoticeArea {...{ notice, show }} />
    </form>
  );
}
