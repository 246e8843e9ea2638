/** Selects all but one file of each group of copies. */
import { Button, IconButton } from '../../button/Button.tsx';
import { plural, t } from '../../text.ts';
import { unfiltered } from '../model/route.ts';
import { useFilesContext } from '../model/useFiles.ts';

export function DuplicatesBar() {
  const { route, go, listing, duplicates, select, snapshot } = useFilesContext();
  if (!route.conditions.isDuplicate || duplicates === null || listing.matches.length === 0) return null;
  const extras = listing.matches.filter((fileId) => !duplicates.firsts.has(fileId));
  return (
    <section class="inset-flat stack gap-1" aria-label={t('duplicates.title')}>
      <div class="row wrap gap-3">
        <p class="grow medium" role="status">
          {plural('duplicates.groups', listing.matches.length - extras.length)}
        </p>
        <Button
          isSmall
          icon="check"
          disabled={extras.length === 0}
          onClick={() => select({ fileIds: new Set(extras), anchor: null })}
        >
          {plural('duplicates.select', extras.length)}
        </Button>
        <IconButton icon="cross" label={t('files.filter.none')} onClick={() => go(unfiltered(route))} />
      </div>
      <p class="small tone-quiet">
        {t('duplicates.hint')} {snapshot.syncStatus.phase !== 'complete' && t('files.empty.stillReading')}
      </p>
    </section>
  );
}
