import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useIsPrivate } from '#page/hooks.ts';
import { useShortlist } from '#page/page-data.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { RuleSuggestion } from '../../lib/protocol.ts';
import type { ParsedPaste } from '../field/read-pasted.ts';
import { usePageApi } from '../page-api.ts';
import { type AddTarget, getOwnInput, isTicked, type LinksInput } from './links-input.ts';

const loadAdding = () => import('./submit-links.ts');
const loadReader = () => import('../field/read-pasted.ts');

type PasteReader = (text: string) => ParsedPaste | null;

const nothingParsed: ParsedPaste = { links: [], leftOut: [], doubts: new Map(), isUnclear: false };

export type LinksFormState = ReturnType<typeof useLinksForm>;

export function useLinksForm(target: AddTarget) {
  const { accountId, newFolderName, input } = target;
  const shortlist = useShortlist();
  const isPrivate = useIsPrivate();
  const pageApi = usePageApi();
  const [, redraw] = useState({});
  const change = (part: Partial<LinksInput>) => {
    // Choosing a folder keeps text that another account's upload left over. Typing replaces it.
    const before = part.choice ? input.current : getOwnInput(input.current, accountId);
    input.current = { ...before, ...part };
    redraw({});
  };
  const own = getOwnInput(input.current, accountId);
  const { text, title, ticks } = own;
  // If undefined, the user's rules decide.
  const findChosen = () => {
    const { choice } = input.current;
    return choice?.accountId === accountId ? choice.folder : undefined;
  };
  const chosen = findChosen();
  const [rule, setRule] = useState<RuleSuggestion | null>(null);
  // If a rule chooses another account, its folder isn't used here.
  const ruleFolder = rule?.accountId === accountId ? rule.folder : undefined;
  const folder = chosen ?? ruleFolder ?? shortlist.default;
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const [read, setRead] = useState<PasteReader | null>(null);
  useEffect(() => {
    if (text !== '')
      void loadReader().then(({ createPasteReader }) => setRead(() => createPasteReader(() => redraw({}))));
  }, [text === '']);
  const known = read?.(text);
  const parsed = known ?? nothingParsed;
  const links = useMemo(() => parsed.links.filter((link) => isTicked(link, parsed, own)), [parsed, ticks]);
  const defaultFolder = shortlist.default;
  const adding = {
    ...target,
    pageApi,
    isPrivate,
    defaultFolder,
    findChosen,
    change,
    known: { text, parsed: known },
  };

  async function submit() {
    if (isBusy) return;
    setBusy(true);
    // While the code is loaded, the user may type the next link.
    const submitted = getOwnInput(input.current, accountId);
    if (!(await (await loadAdding()).submitLinks({ ...adding, submitted }))) box.current?.focus();
    setBusy(false);
  }

  return {
    parsed,
    isBusy,
    links,
    change,
    input: own,
    addDrafts: async (drafts: readonly LinkDraft[]) => (await loadAdding()).addDrafts(adding, drafts),
    submit,
    box: {
      box,
      value: text,
      onInput: (typed: string) => change({ text: typed, leftOverBy: undefined }),
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
      folder: chosen ?? rule?.folder ?? defaultFolder,
      title,
      onTitle: (typed: string) => change({ title: typed }),
      patternTitles: own,
      onPattern: change,
      rulesOf: chosen ? undefined : accountId,
      onRule: setRule,
    },
  };
}
