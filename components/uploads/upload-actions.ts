/** Actions on an upload: the likeliest on the row, all in its menu. */

import type { UploadItem, UploadItemState } from '../../lib/uploads/upload-items.ts';
import type { IconAction } from '../menu/action.ts';
import { feedbackAbout } from '../notice/useFeedback.ts';
import type { RowActions } from './RowControls.tsx';
import {
  createRowActions,
  duplicateActions,
  type RowContext,
  type UploadActionTable,
} from './row-actions.ts';

export interface UploadActions extends RowActions {
  readonly buttons: readonly IconAction[];
}

interface StateActions {
  readonly buttons?: readonly ActionName[];
  readonly icons?: readonly ActionName[];
}
type ActionName = keyof UploadActionTable;

const actionsByState: Readonly<Partial<Record<UploadItemState, StateActions>>> = {
  'needs-file': { buttons: ['chooseFile', 'remove'] },
  refused: { buttons: ['tryAgain', 'allow', 'throughService', 'throughBrowser', 'dismiss'] },
  'folder-gone': { buttons: ['changeFolder', 'dismiss'] },
  uncertain: { buttons: ['checkAgain', 'sendAgain'] },
  failed: { buttons: ['tryAgain', 'throughBrowser', 'dismissFailed'] },
  vanished: { buttons: ['tryAgain', 'checkAgain', 'dismiss'] },
  done: { icons: ['copyLink', 'openPage'] },
};

export function actionsFor(row: UploadItem, given: RowContext): UploadActions {
  const context = { ...given, feedback: feedbackAbout(given.feedback, { ids: [row.upload.id] }) };
  const { state, upload } = row;
  const all = createRowActions(row, context);
  const { buttons = [], icons = [] } = actionsByState[state] ?? {};
  const named = (names: readonly ActionName[]) => names.flatMap((name) => all[name] ?? []);
  const isMoving = state === 'sending' || state === 'verifying';
  const hasMenu = !isMoving || upload.url !== '' || upload.source !== 'external';
  return {
    buttons: [...named(buttons), ...duplicateActions(row, context)],
    icons: named(icons),
    // Loaded when needed, to keep the popup's first load small.
    menu: hasMenu ? async () => (await import('./upload-menu.ts')).createUploadMenu(row, context, all) : null,
  };
}
