import { Button, IconButton } from '../../button/Button.tsx';
import { Menu } from '../../menu/Menu.tsx';
import { plural, t } from '../../text.ts';
import { selectionActions } from '../model/menu-items.ts';
import { addFiles, countListed, emptySelection } from '../model/selection.ts';
import { chosenTargets } from '../model/targets.ts';
import { deleteAction } from '../model/to-delete.ts';
import { useFilesContext } from '../model/useFiles.ts';
import './toolbar.css';

/** @param props.isNarrow shows the actions in a menu */
export function SelectionBar({ isNarrow }: { isNarrow: boolean }) {
  const files = useFilesContext();
  const { selection, select, listing, openDialog, setRenaming } = files;
  const count = selection.fileIds.size;
  const listed = countListed(selection, listing.fileIds);
  const hidden = count - listed;
  const all = listing.fileIds.length;
  const [first] = selection.fileIds;
  const openFor = (what: 'copy' | 'move' | 'rename') => openDialog({ what, files: chosenTargets(files) });
  const remove = deleteAction(files, chosenTargets(files));
  const rename = () => (count === 1 && hidden === 0 ? setRenaming(`file ${first}`) : openFor('rename'));
  const buttons = [
    ['links', 'files.copyAs', () => openFor('copy')],
    ['folder', 'files.moveTo', () => openFor('move')],
    ['rename', 'files.renamePattern', rename],
  ] as const;
  return (
    <section class="selection-bar row wrap grow" aria-label={t('files.selection')}>
      <IconButton icon="cross" label={t('files.selectNone')} onClick={() => select(emptySelection)} />
      <p class="selection-count medium numbers" role="status">
        {plural('files.chosen', count)}
        {hidden > 0 && <span class="hidden-count">{plural('files.hidden', hidden)}</span>}
      </p>
      {listed < all && (
        <Button isSmall kind="quiet" onClick={() => select(addFiles(selection, listing.fileIds))}>
          {plural('files.selectAll', all)}
        </Button>
      )}
      <span class="selection-actions flex grow">
        {isNarrow ? (
          <Menu label={t('files.selection')} groups={() => selectionActions(files)} />
        ) : (
          <>
            {buttons.map(([icon, label, onClick]) => (
              <Button key={icon} isSmall icon={icon} onClick={onClick}>
                {t(label)}
              </Button>
            ))}
            <IconButton icon={remove.icon} label={remove.label} onClick={remove.run} />
          </>
        )}
      </span>
    </section>
  );
}
