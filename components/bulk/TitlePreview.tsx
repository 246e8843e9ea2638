/** Old and new titles side by side; only visible rows are drawn. */
import { useMemo, useState } from 'preact/hooks';
import type { NewTitles, TitleProblem } from '../../lib/bulk/pattern.ts';
import type { BulkFile } from '../../lib/bulk/work.ts';
import { Toggle } from '../field/Field.tsx';
import { Icon } from '../icons/Icon.tsx';
import { type PlainKey, plural, t } from '../text.ts';
import { useVirtualRows } from '../virtual/useVirtualRows.ts';

export interface TitlePreviewProps {
  readonly files: readonly BulkFile[];
  /** Null where there is none: then the old titles are shown alone. */
  readonly answer: Extract<NewTitles, { ok: true }> | null;
  /** What is shown is being made anew, or cannot be. */
  readonly isStale: boolean;
}

/** Pixels; the style sheet says the same. */
const rowHeight = 28;

const problemNames: Readonly<Record<TitleProblem, PlainKey>> = {
  empty: 'bulk.pattern.isEmpty',
  unchanged: 'bulk.pattern.isUnchanged',
  same: 'bulk.pattern.isSame',
};

export function TitlePreview({ files, answer, isStale }: TitlePreviewProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const odd = useMemo(
    () =>
      (answer?.problems ?? []).flatMap((problem, at) =>
        problem === 'empty' || problem === 'same' ? [at] : [],
      ),
    [answer],
  );
  const isFiltered = onlyProblems && odd.length > 0;
  const count = isFiltered ? odd.length : files.length;
  const { scroller, first, end } = useVirtualRows(count, rowHeight);
  const drawn = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);

  return (
    <div class={`titles${isStale ? ' titles-stale' : ''}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={scroller} class="titles-scroll" aria-label={t('bulk.pattern.preview')} tabIndex={0}>
        <p class="titles-row titles-head" aria-hidden="true">
          <span>{t('bulk.pattern.old')}</span>
          <span>{t('bulk.pattern.new')}</span>
        </p>
        <ol class="titles-rows" style={{ blockSize: `${count * rowHeight}px` }} aria-busy={isStale}>
          {drawn.map((row) => {
            const at = isFiltered ? (odd[row] ?? 0) : row;
            const file = files[at];
            return (
              file && (
                <TitleRow
                  key={file.fileCode}
                  row={row}
                  of={count}
                  old={file.title}
                  made={answer?.titles[at] ?? null}
                  problem={answer?.problems[at] ?? null}
                />
              )
            );
          })}
        </ol>
      </section>
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

interface TitleRowProps {
  readonly row: number;
  readonly of: number;
  readonly old: string;
  readonly made: string | null;
  readonly problem: TitleProblem | null;
}

function TitleRow({ row, of, old, made, problem }: TitleRowProps) {
  return (
    <li
      class="titles-row"
      aria-posinset={row + 1}
      aria-setsize={of}
      style={{ insetBlockStart: `${row * rowHeight}px` }}
    >
      <span class="titles-old one-line" dir="auto" title={old}>
        {old}
      </span>
      <span class="titles-new">
        <span class="visually-hidden">{t('bulk.pattern.becomes')}</span>
        {problem !== null && (
          <Icon name={problem === 'unchanged' ? 'vanished' : 'warning'} class={`titles-${problem}`} />
        )}
        <span class="one-line" dir="auto" title={made ?? ''}>
          {made}
        </span>
        {problem !== null && <span class={`titles-word titles-${problem}`}>{t(problemNames[problem])}</span>}
      </span>
    </li>
  );
}
