/** Old and new titles side by side. */
import { useMemo, useState } from 'preact/hooks';
import type { BulkFile } from '../../lib/bulk/work.ts';
import { diffTitles } from '../../lib/titles/diff-titles.ts';
import type { MadeTitles, TitleProblem } from '../../lib/titles/make-titles.ts';
import { Toggle } from '../field/Field.tsx';
import { Icon } from '../icons/Icon.tsx';
import { VirtualList } from '../list/VirtualList.tsx';
import { type PlainKey, plural, t } from '../text.ts';

interface TitlePreviewProps {
  readonly files: readonly BulkFile[];
  /** Null: only the old titles are shown. */
  readonly answer: MadeTitles | null;
  /** The new titles are being computed, or can't be. */
  readonly isStale: boolean;
}

const problemNames: Readonly<Record<TitleProblem, PlainKey>> = {
  empty: 'bulk.pattern.isEmpty',
  unchanged: 'bulk.pattern.isUnchanged',
  same: 'bulk.pattern.isSame',
  number: 'bulk.pattern.isNumber',
};

export function TitlePreview({ files, answer, isStale }: TitlePreviewProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const odd = useMemo(() => {
    const isOdd = (at: number) => !['unchanged', null].includes(answer?.problems[at] ?? null);
    return (answer?.order ?? []).filter(isOdd);
  }, [answer]);
  const isFiltered = onlyProblems && odd.length > 0;
  const count = isFiltered ? odd.length : files.length;

  return (
    <div class={`titles column gap-2${isStale ? ' titles-stale' : ''}`}>
      <VirtualList
        label={t('bulk.pattern.preview')}
        class="scroll framed"
        count={count}
        rowHeight={28}
        header={
          <p class="titles-row halves titles-head tone-quiet" aria-hidden="true">
            <span>{t('bulk.pattern.old')}</span>
            <span>{t('bulk.pattern.new')}</span>
          </p>
        }
        isBusy={isStale}
        rowClass={() => 'titles-row halves'}
      >
        {(row) => {
          const at = (isFiltered ? odd : answer?.order)?.[row] ?? row;
          return (
            <Titles
              before={files[at]?.title ?? ''}
              after={answer?.titles[at] ?? null}
              problem={answer?.problems[at] ?? null}
            />
          );
        }}
      </VirtualList>
      {odd.length > 0 && odd.length < files.length && (
        <Toggle
          label={plural('bulk.pattern.onlyProblems', odd.length)}
          checked={onlyProblems}
          onChange={setOnlyProblems}
        />
      )}
    </div>
  );
}

interface TitlesProps {
  readonly before: string;
  readonly after: string | null;
  readonly problem: TitleProblem | null;
}

/** Colour isn't the only mark of a change. */
function Titles({ before, after, problem }: TitlesProps) {
  const diff = after === null ? null : diffTitles(before, after);
  const tone = problem === 'unchanged' ? 'tone-quiet' : 'tone-warn';
  return (
    <>
      <span class="tone-quiet one-line" dir="auto" title={before}>
        {diff?.before.map(({ text, isChanged }, at) =>
          isChanged ? (
            <del key={at} class="titles-change">
              {text}
            </del>
          ) : (
            text
          ),
        ) ?? before}
      </span>
      <span class="titles-new row grow">
        <span class="visually-hidden">{t('bulk.pattern.becomes')}</span>
        {problem !== null && <Icon name={problem === 'unchanged' ? 'vanished' : 'warning'} class={tone} />}
        <span class="grow one-line" dir="auto" title={after ?? ''}>
          {diff?.after.map(({ text, isChanged }, at) =>
            isChanged ? (
              <ins key={at} class="titles-change">
                {text}
              </ins>
            ) : (
              text
            ),
          )}
        </span>
        {problem !== null && <span class={`note ${tone}`}>{t(problemNames[problem])}</span>}
      </span>
    </>
  );
}
