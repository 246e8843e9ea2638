/** "Titles by pattern": "Rename with a pattern" for links that are to be uploaded. */
import { useMemo, useState } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { createLinkFacts } from '../../lib/links/link-facts.ts';
import { type MadeTitles, unchangedPattern } from '../../lib/titles/make-titles.ts';
import { PatternDialog } from '../bulk/PatternDialog.tsx';
import { useNewTitles } from '../bulk/useNewTitles.ts';
import { folderName } from '../folders/name.ts';
import { usePageApi } from '../page-api.ts';
import { plural } from '../text.ts';

interface TitlesDialogProps {
  /** In the order in which they are numbered; they stay the same while the dialog is open. */
  readonly links: readonly LinkDraft[];
  readonly folder: FolderRef;
  readonly onUpload: (links: readonly LinkDraft[]) => Promise<unknown>;
  readonly onClose: () => void;
}

const problemTexts = {
  empty: (count: number) => plural('send.byPattern.empty', count),
  same: (count: number) => plural('send.byPattern.same', count),
  number: (count: number) => plural('bulk.pattern.renumbered', count),
};

export function TitlesDialog({ links, folder, onUpload, onClose }: TitlesDialogProps) {
  const { now } = usePageApi();
  const [pattern, setPattern] = useState(unchangedPattern);
  const [isBusy, setBusy] = useState(false);
  const files = useMemo(
    () =>
      links.map((link) => ({
        ...createLinkFacts(link, folderName(folder), now()),
        fileCode: link.url,
        folderId: folder.id,
      })),
    [],
  );
  const titles = useNewTitles(files, pattern);
  const answer = useMemo(() => (titles.answer?.ok ? withoutUnchanged(titles.answer) : null), [titles.answer]);
  const isReady = titles.state === 'ready' && answer !== null;

  async function upload() {
    if (!isReady || isBusy) return;
    setBusy(true);
    await onUpload(links.map((link, at) => ({ ...link, typedTitle: answer.titles[at] })));
    onClose();
  }

  return (
    <PatternDialog
      title={plural('send.byPattern.heading', links.length)}
      files={files}
      pattern={pattern}
      titles={titles}
      answer={answer}
      problemTexts={problemTexts}
      onClose={onClose}
      onChange={setPattern}
      confirmLabel={plural('send.byPattern.upload', links.length)}
      disabled={!isReady}
      isBusy={isBusy}
      onSubmit={upload}
    />
  );
}

/** A link has no title yet that could stay. */
const withoutUnchanged = (made: MadeTitles): MadeTitles => ({
  ...made,
  problems: made.problems.map((problem) => (problem === 'unchanged' ? null : problem)),
});
