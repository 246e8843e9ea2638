/** A dialog with the rules for titles, a preview of what they make, and the button that applies them. */
import type { ComponentChildren } from 'preact';
import {
  type NewTitles,
  type PatternFile,
  type PatternLink,
  type PatternRules,
  placeholdersOf,
  type TitleProblem,
} from '../../lib/bulk/pattern.ts';
import { Dialog, DialogButtons, type DialogButtonsProps } from '../dialog/Dialog.tsx';
import { PatternFields } from './PatternFields.tsx';
import { TitlePreview } from './TitlePreview.tsx';
import { type NewTitlesState, patternFaults } from './useNewTitles.ts';
import './bulk.css';

export type MadeTitles = Extract<NewTitles, { ok: true }>;

export interface PatternDialogProps extends Pick<DialogButtonsProps, 'confirmLabel' | 'isBusy' | 'disabled'> {
  readonly title: string;
  readonly files: readonly (PatternFile | PatternLink)[];
  readonly rules: PatternRules;
  readonly onChange: (rules: PatternRules) => void;
  readonly titles: NewTitlesState;
  /** What the rules make; null where they make none. */
  readonly answer: MadeTitles | null;
  /** Sentences that count the titles with a problem. */
  readonly problemTexts: Readonly<Partial<Record<TitleProblem, (count: number) => string>>>;
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
  /** Above the buttons. */
  readonly children?: ComponentChildren;
}

export function PatternDialog(props: PatternDialogProps) {
  const { title, files, rules, onChange, titles, answer, problemTexts, onSubmit, onClose } = props;
  const isReady = titles.state === 'ready' && answer !== null;
  return (
    <Dialog title={title} kind="panel" onClose={onClose}>
      <form
        class="bulk-wide column gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may be inside another form.
          event.stopPropagation();
          void onSubmit();
        }}
      >
        <PatternFields
          placeholders={placeholdersOf(files)}
          rules={rules}
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
          isBusy={props.isBusy ?? false}
          disabled={props.disabled ?? false}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
