/** Changes where a rule puts links, and the title that it gives them. */
import { useState } from 'preact/hooks';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import type { Rule, RuleDraft } from '../../lib/uploads/rules.ts';
import { Dialog, DialogButtons } from '../dialog/Dialog.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { type Outcome, useViewOutcome } from '../notice/useOutcome.ts';
import { t } from '../text.ts';
import { PatternField, patternFault } from './PatternField.tsx';
import { subjectText } from './sentences.ts';

export interface RuleDialogProps {
  readonly rule: Rule;
  readonly shortlist: FolderShortlist;
  /** Shows what fails after the dialog was closed. */
  readonly outcome: Outcome;
  /** The dialog stays open where it rejects. */
  readonly onSave: (changed: RuleDraft) => Promise<unknown>;
  readonly onClose: () => void;
}

export function RuleDialog({ rule, shortlist, outcome, onSave, onClose }: RuleDialogProps) {
  const { accountId, host, kind } = rule;
  const [folder, setFolder] = useState(rule.isFolderGone ? shortlist.default : rule.folder);
  const [pattern, setPattern] = useState(rule.titlePattern ?? '');
  const [isBusy, setBusy] = useState(false);
  const { notice, show, run } = useViewOutcome(outcome);

  async function save() {
    if (isBusy || patternFault(pattern) !== null) return;
    setBusy(true);
    const changed = { accountId, host, kind, folder, titlePattern: pattern.trim() || null };
    await run(onSave(changed), () => null);
    setBusy(false);
  }

  return (
    <Dialog title={subjectText(rule)} onClose={onClose}>
      <form
        class="dialog-form stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FolderButton {...{ folder, shortlist, accountId }} onChange={setFolder} />
        <PatternField pattern={pattern} onChange={setPattern} />
        <NoticeArea {...{ notice, show }} />
        <DialogButtons confirm={t('rules.save')} busy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
