import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useIsPrivate } from '#page/hooks.ts';
import { useShortlist } from '#page/page-data.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { LinkReading } from '../../lib/links/read-links.ts';
import type { AddOutcome, RuleSuggestion } from '../../lib/protocol.ts';
import { lazy } from '../lazy.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import type { LinksInput } from './links-input.ts';
import { withTitle } from './links-input.ts';

export interface AddTarget {
  /** Where the links go, whatever account is chosen elsewhere meanwhile. */
  readonly accountId: string;
  readonly feedback: Feedback;
  /** Where the notice of what was sent stays, if not in the form. */
  readonly noticeFeedback?: Feedback;
  /** Offered for a new folder. */
  readonly newFolderName?: string | undefined;
  /** Kept while the form is not shown; changed at once, because the popup may be closed before it is drawn again. */
  readonly input: { current: LinksInput };
}

/** Loaded when there is something to add. */
const loadWording = () => import('./wording.ts');
const loadReader = () => import('../field/read-pasted.ts');
export const TitleChoice = lazy(() => import('./TitleChoice.tsx'), 'TitleChoice');
export const BadLines = lazy(() => import('./BadLines.tsx'), 'BadLines');

const emptyReading: LinkReading = { links: [], leftOut: [] };

export type LinksFormState = ReturnType<typeof useLinksForm>;

export function useLinksForm(target: AddTarget) {
  const { accountId, newFolderName, feedback, input } = target;
  const shortlist = useShortlist();
  const isPrivate = useIsPrivate();
  const { send, now } = usePageApi();
  const [, redraw] = useState({});
  const change = (part: Partial<LinksInput>) => {
    input.current = { ...input.current, ...part };
    redraw({});
  };
  const { text, title } = input.current;
  // Without a chosen folder the user's rules decide.
  const findChosen = () => {
    const { choice } = input.current;
    return choice?.accountId === accountId ? choice.folder : undefined;
  };
  const chosen = findChosen();
  const [rule, setRule] = useState<RuleSuggestion | null>(null);
  // A rule may send links to another account: its folders are not for files, nor to choose from.
  const ruleFolder = rule?.accountId === accountId ? rule.folder : undefined;
  const folder = chosen ?? ruleFolder ?? shortlist.default;
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const [read, setRead] = useState<((text: string) => LinkReading) | null>(null);
  useEffect(() => {
    if (text !== '') void loadReader().then(({ readPasted }) => setRead(() => readPasted));
  }, [text === '']);
  const reading = useMemo(() => (text === '' ? undefined : read?.(text)) ?? emptyReading, [text, read]);
  const { links } = reading;

  /** `onSent` gets what was held back. */
  function addDrafts(
    drafts: readonly LinkDraft[],
    onSent?: (held: readonly LinkDraft[]) => void,
    anyway = false,
    only?: AddOutcome['heldBy'],
  ): Promise<boolean> {
    // By the time the user sends anyway, another one may be chosen.
    const request = { accountId, links: drafts, folder: findChosen(), anyway, only, private: isPrivate };
    const sending = Promise.all([send('links.send', request), loadWording()]);
    return feedback.run(sending, ([sent, { sentNotice }]) => {
      const held = drafts.filter(({ url }) => sent.duplicates.includes(url));
      onSent?.(held);
      const anyway = () => addDrafts(held, onSent, true, sent.heldBy);
      const undoing = { accountId, send, now, feedback: target.noticeFeedback ?? feedback };
      return sentNotice(sent, request.folder ?? shortlist.default, anyway, undoing);
    });
  }

  async function submit(given?: readonly LinkDraft[]) {
    if (isBusy) return;
    setBusy(true);
    const { links, leftOut } = (await loadReader()).readPasted(text);
    const badLines = leftOut.flatMap((each) => (each.reason === 'rest' ? [] : each.text));
    const drafts = given ?? withTitle(links, title);
    if (drafts.length === 0) {
      setBusy(false);
      box.current?.focus();
      return feedback.show((await loadWording()).nothingNotice(badLines));
    }
    let left = text;
    // What was held back and invalid lines stay in the box, unless it was changed; after a failure everything does.
    await addDrafts(drafts, (held) => {
      const before = left;
      left = [...held.map(({ url }) => url), ...badLines].join('\n');
      if (input.current.text === before) change({ text: left });
      if (!held[0] && input.current.title === title) change({ title: '' });
    });
    setBusy(false);
  }

  return {
    reading,
    isBusy,
    addDrafts,
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
      accountId,
      folder,
      shortlist,
      newFolderName,
      onChange: (to: FolderRef) => change({ choice: { accountId, folder: to } }),
    },
    titleChoice: {
      links,
      accountId,
      folder: chosen ?? rule?.folder ?? shortlist.default,
      title,
      onTitle: (typed: string) => change({ title: typed }),
      onUpload: submit,
      rulesOf: chosen ? undefined : accountId,
      onRule: setRule,
    },
  };
}
