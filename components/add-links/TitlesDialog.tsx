/** "Titles by pattern" fills in the links' titles. Another button uploads them. */
import { useMemo } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { createLinkFacts } from '../../lib/links/link-facts.ts';
import { type MadeTitles, type RenamePattern, unchangedPattern } from '../../lib/titles/make-titles.ts';
import { PatternDialog } from '../bulk/PatternDialog.tsx';
import { useNewTitles } from '../bulk/useNewTitles.ts';
import { folderName } from '../format/names.ts';
import { usePageApi } from '../page-api.ts';
import { plural, t } from '../text.ts';
import type { PatternTitles } from './links-input.ts';

interface TitlesDialogProps {
  /** In numbering order. Don't change while the dialog is open. */
  readonly links: readonly LinkDraft[];
  readonly folder: FolderRef;
  /** The last pattern. */
  readonly pattern: RenamePattern | undefined;
  readonly onChange: (change: PatternTitles) => void;
  readonly onClose: () => void;
}

const problemTexts = {
  empty: (count: number) => plural('send.byPattern.empty', count),
  same: (count: number) => plural('send.byPattern.same', count),
  number: (count: number) => plural('bulk.pattern.renumbered', count),
};

export function TitlesDialog(props: TitlesDialogProps) {
  const { links, folder, pattern = unchangedPattern, onChange, onClose } = props;
  const { now } = usePageApi();
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

  function apply() {
    if (!isReady) return;
    onChange({
      pattern,
      titles: Object.fromEntries(links.map(({ url }, at) => [url, answer.titles[at] ?? ''])),
    });
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
      onChange={(next) => onChange({ pattern: next })}
      confirmLabel={t('send.byPattern.apply')}
      disabled={!isReady}
      onSubmit={apply}
    />
  );
}

/** A link's title can't be unchanged, because it has none yet. */
const withoutUnchanged = (made: MadeTitles): MadeTitles => ({
  ...made,
  problems: made.problems.map((problem) => (problem === 'unchanged' ? null : problem)),
});
