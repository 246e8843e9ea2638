/** How links are called: a title to type for one, a pattern for many. Each is left to the service where nothing is said. */
import { useState } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { Button } from '../button/Button.tsx';
import { Field } from '../field/Field.tsx';
import { lazy } from '../lazy.tsx';
import { RuleHint } from '../rules/RuleHint.tsx';
import { t } from '../text.ts';

export interface TitleChoiceProps {
  readonly links: readonly LinkDraft[];
  readonly folder: FolderRef;
  /** Whose rules choose the folder; none where the user has chosen it. */
  readonly rulesOf?: string | undefined;
  /** Of the one link. */
  readonly title: string;
  readonly onTitle: (title: string) => void;
  /** Sends the links with the titles that a pattern made. */
  readonly onUpload: (links: readonly LinkDraft[]) => Promise<unknown>;
}

const TitlesDialog = lazy(() => import('./TitlesDialog.tsx'), 'TitlesDialog');

export function TitleChoice(props: TitleChoiceProps) {
  const { links, folder, rulesOf, title, onTitle, onUpload } = props;
  const [isOpen, setOpen] = useState(false);
  const [first] = links;
  if (first === undefined) return null;
  const rule = rulesOf !== undefined && <RuleHint accountId={rulesOf} links={links} />;
  if (links.length === 1) {
    const hint = first.title ?? t('send.titleHint');
    return (
      <>
        <Field label={t('send.title')} placeholder={hint} value={title} onInput={onTitle} />
        {rule}
      </>
    );
  }
  return (
    <div>
      <Button small icon="rename" onClick={() => setOpen(true)}>
        {t('send.byPattern.button')}
      </Button>
      {rule}
      {isOpen && <TitlesDialog {...{ links, folder, onUpload }} onClose={() => setOpen(false)} />}
    </div>
  );
}
