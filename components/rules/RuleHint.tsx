/** Says where a rule puts the links for which no folder is chosen. */
import { useEffect, useState } from 'preact/hooks';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { folderName } from '../folders/name.ts';
import { useServices } from '../services.ts';
import { t } from '../text.ts';

export interface RuleHintProps {
  readonly accountId: string;
  readonly links: readonly LinkDraft[];
}

/** With every key the background is asked about all of them. */
const maxLinks = 100;

export function RuleHint({ accountId, links }: RuleHintProps) {
  const { send } = useServices();
  const [folder, setFolder] = useState<FolderRef | null>(null);
  const urls = links.map(({ url }) => url).join('\n');

  useEffect(() => {
    let isCurrent = true;
    const show = (found: FolderRef | null) => {
      if (isCurrent) setFolder(found);
    };
    if (links.length > maxLinks) return show(null);
    // Only a hint: on failure, the outcome of sending names the folder.
    send('rules.suggest', { accountId, links }).then(
      (suggestion) => show(suggestion?.folder ?? null),
      () => show(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [send, accountId, urls]);

  return folder && <p class="small tone-quiet">{t('rules.hint', { folder: folderName(folder) })}</p>;
}
