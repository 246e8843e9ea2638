/** "Rename with a pattern": the rules, and a preview of every new title. */
import { useMemo, useState } from 'preact/hooks';
import {
  type NewTitles,
  type PatternFile,
  type PatternRules,
  placeholdersOf,
  type TitleProblem,
  unchangedRules,
} from '../../lib/bulk/pattern.ts';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { plural, t } from '../text.ts';
import { PatternFields } from './PatternFields.tsx';
import { TitlePreview } from './TitlePreview.tsx';
import { patternFaults, useNewTitles } from './useNewTitles.ts';
import { useStartWork, type WorkDialogProps } from './useStartWork.ts';
import './bulk-dialogs.css';
import './rename-pattern.css';

export interface RenamePatternDialogProps extends WorkDialogProps {
  /** In the order in which they are numbered; the same array as long as it is the same files. */
  readonly files: readonly PatternFile[];
}

export function RenamePatternDialog(props: RenamePatternDialogProps) {
  const { files, onClose } = props;
  const { notice, show, start } = useStartWork(props);
  const [rules, setRules] = useState<PatternRules>(unchangedRules);
  const titles = useNewTitles(files, rules);
  const { answer } = titles;
  const isReady = titles.state === 'ready' && answer !== null && answer.ok;
  const renamed = useMemo(() => (answer?.ok ? dropUnchanged(files, answer) : null), [files, answer]);
  const count = isReady ? (renamed?.files.length ?? 0) : 0;

  return (
    <Dialog title={plural('bulk.pattern.heading', files.length)} kind="panel" onClose={onClose}>
      <form
        class="bulk-wide column gap-3"
        onSubmit={async (event) => {
          event.preventDefault();
          if (renamed !== null && count > 0) await start({ kind: 'rename', ...renamed });
        }}
      >
        <PatternFields
          rules={rules}
          placeholders={placeholdersOf(files)}
          onChange={setRules}
          {...patternFaults(titles)}
        />
        <TitlePreview files={files} answer={answer?.ok ? answer : null} isStale={!isReady} />
        <TitleCounts answer={isReady ? answer : null} />
        <NoticeArea {...{ notice, show }} />
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={count === 0}>
            {count === 0 ? t('bulk.rename') : plural('bulk.renameFiles', count)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type MadeTitles = Extract<NewTitles, { ok: true }>;

/** Drops titles that would be empty or unchanged. */
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

function TitleCounts({ answer }: { answer: NewTitles | null }) {
  const count = (problem: TitleProblem) =>
    answer?.ok ? answer.problems.filter((each) => each === problem).length : 0;
  const [empty, unchanged, same] = [count('empty'), count('unchanged'), count('same')];
  return (
    <p class="bulk-note tone-quiet bulk-counts" role="status">
      {empty > 0 && <span class="tone-warn">{plural('bulk.pattern.empty', empty)}</span>}
      {unchanged > 0 && <span>{plural('bulk.pattern.unchanged', unchanged)}</span>}
      {same > 0 && <span class="tone-warn">{plural('bulk.pattern.same', same)}</span>}
    </p>
  );
}
