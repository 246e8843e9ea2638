/** The menu of a row that was clicked with the other button. */
import { ContextMenu } from '../menu/ContextMenu.tsx';
import { t } from '../text.ts';
import { actionsFor } from './actions.ts';
import { focusList } from './focus.ts';
import { itemName } from './item.ts';
import type { Files } from './useFiles.ts';

export function FilesMenu({ files }: { files: Files }) {
  const { menu, setMenu } = files;
  if (menu === null) return null;
  return (
    <ContextMenu
      label={t('transfers.more', { title: itemName(files, menu.item) })}
      groups={actionsFor(files, menu.item)}
      point={menu.point}
      onClose={(isDone) => {
        setMenu(null);
        if (isDone) focusList();
      }}
    />
  );
}
