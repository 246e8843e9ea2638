/** Changes where a rule puts links, and the title that it gives them. */
import { useState } from 'preact/hooks';
import type { FolderShortlist } from '../../lib/folders/folder.ts';
import type { Rule, RuleDraft } from '../../lib/uploads/rules.ts';
import { Dialog, DialogButtons } from '../dialog/Dialog.tsx';
import { FolderButton } from '../folders/FolderButton.tsx';
import { t } from '../text.ts';
import { PatternField, patternFault } from './PatternField.tsx';
import { subjectText } from './sentences.ts';

export interface RuleDialogProps {
  readonly rule: Rule;
  readonly shortlist: FolderShortlist;
  readonly onSave: (changed: RuleDraft) => void;
  readonly onClose: () => void;
}

export function RuleDialog({ rule, shortlist, onSave, onClose }: RuleDialogProps) {
  const { accountId, host, kind } = rule;
  const [folder, setFolder] = useState(rule.isFolderGone ? shortlist.default : rule.folder);
  const [pattern, setPattern] = useState(rule.titlePattern ?? '');
  return (
    <Dialog title={subjectText(rule)} onClose={onClose}>
      <form
        class="dialog-form stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (patternFault(pattern) === null)
            onSave({ accountId, host, kind, folder, titlePattern: pattern.trim() || null });
        }}
      >
        <FolderButton {...{ folder, shortlist, accountId }} onChange={setFolder} />
        <PatternField pattern={pattern} onChange={setPattern} />
        <DialogButtons confirm={t('rules.save')} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
