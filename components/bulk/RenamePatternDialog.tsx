import { useMemo } from 'preact/hooks';
import {
  type MadeTitles,
  type PatternFile,
  type RenamePattern,
  unchangedPattern,
} from '../../lib/titles/make-titles.ts';
import { useDraft } from '../drafts/useDraft.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { plural, t } from '../text.ts';
import { PatternDialog } from './PatternDialog.tsx';
import { useNewTitles } from './useNewTitles.ts';
import { useStartWork, type WorkDialogProps } from './useStartWork.ts';

interface RenamePatternDialogProps extends WorkDialogProps {
  /** In numbering order. The same array as long as the files are the same. */
  readonly files: readonly PatternFile[];
}

const problemTexts = {
  empty: (count: number) => plural('bulk.pattern.empty', count),
  unchanged: (count: number) => plural('bulk.pattern.unchanged', count),
  same: (count: number) => plural('bulk.pattern.same', count),
  number: (count: number) => plural('bulk.pattern.renumbered', count),
};

/** Kept for the same files only. */
interface LastPattern {
  readonly codes: string;
  readonly pattern: RenamePattern;
}

const noPattern: LastPattern = { codes: '', pattern: unchangedPattern };

export function RenamePatternDialog(props: RenamePatternDialogProps) {
  const { files } = props;
  const codes = useMemo(
    () =>
      files
        .map(({ fileCode }) => fileCode)
        .toSorted()
        .join(),
    [files],
  );
  const [last, setLast] = useDraft('rename pattern', noPattern);
  const pattern = last.codes === codes ? last.pattern : unchangedPattern;
  const { notice, show, start, isStarting, close } = useStartWork(props, () => setLast(noPattern));
  const titles = useNewTitles(files, pattern);
  const answer = titles.answer?.ok ? titles.answer : null;
  const renamed = useMemo(() => answer && dropUnchanged(files, answer), [files, answer]);
  const count = titles.state === 'ready' ? (renamed?.files.length ?? 0) : 0;

  return (
    <PatternDialog
      title={plural('bulk.pattern.heading', files.length)}
      files={files}
      pattern={pattern}
      titles={titles}
      answer={answer}
      problemTexts={problemTexts}
      onClose={close}
      isStarting={isStarting}
      onChange={(changed) => setLast({ codes, pattern: changed })}
      confirmLabel={count === 0 ? t('bulk.rename') : plural('bulk.renameFiles', count)}
      disabled={count === 0}
      onSubmit={() => renamed !== null && count > 0 && start({ kind: 'rename', ...renamed })}
    >
      <NoticeArea notice={notice} show={show} />
    </PatternDialog>
  );
}

function dropUnchanged(files: readonly PatternFile[], { titles, problems }: MadeTitles) {
  const changed = files.flatMap((file, at) =>
    problems[at] === 'empty' || problems[at] === 'unchanged'
      ? []
      : [{ file, title: titles[at] ?? file.title }],
  );
  return {
    files: changed.map(({ file: { fileCode, title, folderId } }) => ({ fileCode, title, folderId })),
    titles: changed.map(({ title }) => title),
  };
}
