/** A form that sends pasted links: its text, title and folder, and what became of what was sent. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FolderRef, FolderShortlist } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { lazy } from '../lazy.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { readPaste } from './paste.ts';
import { emptyInput, type SendInput } from './send-input.ts';
import { withTitle } from './titles.ts';

export interface SendTarget {
  /** Where the links go, whatever account is chosen elsewhere meanwhile. */
  readonly accountId: string;
  readonly shortlist: FolderShortlist;
  /** The window is a private one. */
  readonly isPrivate: boolean;
  /** Offered for a new folder. */
  readonly newFolderName?: string | undefined;
  /** Where the input is kept while the form is not shown. */
  readonly input?: { current: SendInput };
}

/** Loaded when there is something to send. */
const loadSendParts = () => import('./send-parts.ts');
export const TitleChoice = lazy(loadSendParts, 'TitleChoice');
export const BadLines = lazy(loadSendParts, 'BadLines');

export type SendFormState = ReturnType<typeof useSendForm>;

export function useSendForm({ accountId, shortlist, isPrivate, newFolderName, input: kept }: SendTarget) {
  const { send } = useServices();
  const outcome = useOutcome();
  const [input, setInput] = useState(kept?.current ?? emptyInput);
  const change = (part: Partial<SendInput>) => setInput((current) => ({ ...current, ...part }));
  const { text, title, choice } = input;
  // Not after painting: the popup may be closed by then.
  useLayoutEffect(() => {
    if (kept) kept.current = input;
  }, [input]);
  // Without a chosen folder the user's rules decide.
  const chosen = choice?.accountId === accountId ? choice.folder : undefined;
  const folder = chosen ?? shortlist.default;
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const paste = useMemo(() => readPaste(text), [text]);
  const { links } = paste;
  // What became of the links of another account is not said under this one.
  useEffect(() => outcome.show(null), [accountId]);
  const badLines = paste.badLines.map((line) => line.text);

  function sendDrafts(drafts: readonly LinkDraft[], anyway = false): Promise<boolean> {
    const request = { accountId, links: drafts, folder: chosen, anyway, private: isPrivate };
    const sending = Promise.all([send('links.send', request), loadSendParts()]);
    return outcome.run(sending, ([sent, { outcomeNotice }]) => {
      const held = drafts.filter(({ url }) => sent.duplicates.includes(url));
      return outcomeNotice(sent, folder, () => sendDrafts(held, true));
    });
  }

  async function submit(drafts: readonly LinkDraft[] = withTitle(links, title)) {
    if (busy) return;
    if (drafts.length === 0) {
      box.current?.focus();
      return outcome.show((await loadSendParts()).nothingNotice(badLines));
    }
    setBusy(true);
    const sent = await sendDrafts(drafts);
    setBusy(false);
    if (!sent) return;
    // Invalid lines stay in the box; after a failure everything does.
    setInput((current) => ({
      ...current,
      ...(current.text === text && { text: badLines.join('\n') }),
      title: '',
    }));
  }

  return {
    ...{ outcome, paste, busy, sendDrafts },
    onSubmit: (event: Event) => {
      event.preventDefault();
      void submit();
    },
    box: {
      box,
      value: text,
      onInput: (typed: string) => change({ text: typed }),
      'aria-keyshortcuts': 'Control+Enter' as const,
    },
    folderChoice: {
      ...{ accountId, folder, shortlist, newFolderName },
      onChange: (to: FolderRef) => change({ choice: { accountId, folder: to } }),
    },
    titleChoice: {
      ...{ links, folder, title, onTitle: (typed: string) => change({ title: typed }), onUpload: submit },
      rulesOf: chosen ? undefined : accountId,
    },
  };
}
