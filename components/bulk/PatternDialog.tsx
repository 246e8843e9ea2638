import type { ComponentChildren } from 'preact';
import {
  getDefaultOrder,
  listPlaceholders,
  type MadeTitles,
  type PatternItems,
  type RenamePattern,
  type TitleProblem,
} from '../../lib/titles/make-titles.ts';
import { Dialog, DialogButtons, type DialogButtonsProps } from '../dialog/Dialog.tsx';
import { PatternFields } from './PatternFields.tsx';
import { TitlePreview } from './TitlePreview.tsx';
import { type NewTitlesState, patternFaults } from './useNewTitles.ts';
import './bulk.css';

interface PatternDialogProps extends Pick<DialogButtonsProps, 'confirmLabel' | 'isStarting' | 'disabled'> {
  readonly title: string;
  readonly files: PatternItems;
  readonly pattern: RenamePattern;
  readonly onChange: (pattern: RenamePattern) => void;
  readonly titles: NewTitlesState;
  /** Null if the pattern is invalid. */
  readonly answer: MadeTitles | null;
  readonly problemTexts: Readonly<Partial<Record<TitleProblem, (count: number) => string>>>;
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
  readonly children?: ComponentChildren;
}

export function PatternDialog(props: PatternDialogProps) {
  const { title, files, pattern, onChange, titles, answer, problemTexts, onSubmit, onClose } = props;
  const isReady = titles.state === 'ready' && answer !== null;
  return (
    <Dialog title={title} kind="panel" onClose={onClose}>
      <form
        class="bulk-wide column gap-3"
        onSubmit={(event) => {
          // The dialog may be inside another form.
          event.stopPropagation();
          void onSubmit();
        }}
      >
        <PatternFields
          placeholders={listPlaceholders(files)}
          orders={files.some((file) => 'uploaded' in file) ? ['title', 'date', 'list'] : ['title', 'list']}
          numberBy={pattern.numberBy ?? getDefaultOrder(files)}
          pattern={pattern}
          onChange={onChange}
          {...patternFaults(titles)}
        />
        <TitlePreview files={files} answer={answer} isStale={!isReady} />
        <p class="collapse-empty tone-quiet bulk-counts flow" role="status">
          {(Object.keys(problemTexts) as TitleProblem[]).map((problem) => {
            const count = isReady ? answer.problems.filter((each) => each === problem).length : 0;
            return (
              count > 0 && (
                <span key={problem} class={problem === 'unchanged' ? '' : 'tone-warn'}>
                  {problemTexts[problem]?.(count)}
                </span>
              )
            );
          })}
        </p>
        {props.children}
        <DialogButtons
          confirmLabel={props.confirmLabel}
          isStarting={props.isStarting ?? false}
          disabled={props.disabled ?? false}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
