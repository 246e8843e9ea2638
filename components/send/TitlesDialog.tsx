/** "Titles by pattern": the rules of "Rename with a pattern" for links that are to be uploaded, and the titles that they make. */
import { useMemo, useState } from 'preact/hooks';
import {
  type NewTitles,
  type PatternRules,
  placeholdersOf,
  type TitleProblem,
  unchangedRules,
} from '../../lib/bulk/pattern.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { createLinkFacts } from '../../lib/links/title-pattern.ts';
import { PatternFields } from '../bulk/PatternFields.tsx';
import { TitlePreview } from '../bulk/TitlePreview.tsx';
import { patternFaults, useNewTitles } from '../bulk/useNewTitles.ts';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { folderName } from '../folders/name.ts';
import { useServices } from '../services.ts';
import { plural, t } from '../text.ts';
import '../bulk/bulk-dialogs.css';
import '../bulk/rename-pattern.css';

export interface TitlesDialogProps {
  /** In the order in which they are numbered; they stay the same while the dialog is open. */
  readonly links: readonly LinkDraft[];
  /** Where they go. */
  readonly folder: FolderRef;
  /** Sends the links, with the titles as typed ones. */
  readonly onUpload: (links: readonly LinkDraft[]) => Promise<unknown>;
  readonly onClose: () => void;
}

export function TitlesDialog({ links, folder, onUpload, onClose }: TitlesDialogProps) {
  const { now } = useServices();
  const [rules, setRules] = useState<PatternRules>(unchangedRules);
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
  const titles = useNewTitles(files, rules);
  const answer = useMemo(() => (titles.answer?.ok ? withoutUnchanged(titles.answer) : null), [titles.answer]);
  const isReady = titles.state === 'ready' && answer !== null;

  async function upload() {
    if (!isReady || isBusy) return;
    setBusy(true);
    await onUpload(links.map((link, at) => ({ ...link, typedTitle: answer.titles[at] })));
    onClose();
  }

  return (
    <Dialog title={plural('send.byPattern.heading', links.length)} kind="panel" onClose={onClose}>
      <form
        class="bulk-wide column gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog may stand inside a form of its own.
          event.stopPropagation();
          void upload();
        }}
      >
        <PatternFields
          rules={rules}
          placeholders={placeholdersOf(files)}
          onChange={setRules}
          {...patternFaults(titles)}
        />
        <TitlePreview files={files} answer={answer} isStale={!isReady} />
        <TitleCounts problems={isReady ? answer.problems : []} />
        <div class="dialog-buttons">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={!isReady} busy={isBusy}>
            {plural('send.byPattern.upload', links.length)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type MadeTitles = Extract<NewTitles, { ok: true }>;

/** A link has no title yet that could stay. */
const withoutUnchanged = (made: MadeTitles): MadeTitles => ({
  ...made,
  problems: made.problems.map((problem) => (problem === 'unchanged' ? null : problem)),
});

function TitleCounts({ problems }: { problems: readonly (TitleProblem | null)[] }) {
  const count = (problem: TitleProblem) => problems.filter((each) => each === problem).length;
  const [empty, same] = [count('empty'), count('same')];
  return (
    <p class="bulk-note tone-quiet bulk-counts" role="status">
      {empty > 0 && <span class="tone-warn">{plural('send.byPattern.empty', empty)}</span>}
      {same > 0 && <span class="tone-warn">{plural('send.byPattern.same', same)}</span>}
    </p>
  );
}
