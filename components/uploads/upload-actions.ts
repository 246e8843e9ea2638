/** The likeliest actions are on the row, all others in its menu. */

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
  readonly button: IconAction | undefined;
}

export type ActionName = keyof UploadActionTable;

const likelyActions: Readonly<Partial<Record<UploadItemState, readonly ActionName[]>>> = {
  'needs-file': ['chooseFile'],
  refused: ['tryAgain', 'allow', 'throughService'],
  'folder-gone': ['changeFolder'],
  uncertain: ['checkAgain'],
  failed: ['tryAgain'],
  vanished: ['tryAgain'],
};

/** The first possible one is shown. */
export const getLikelyActions = ({
  state,
  upload: { uncertainty, failure },
}: UploadItem): readonly ActionName[] =>
  // No automatic check is left, so the user decides.
  state === 'uncertain' && uncertainty?.nextCheckAtMs == null
    ? ['sendAgain']
    : state === 'vanished' && failure?.code === 'never-shown'
      ? ['checkAgain']
      : (likelyActions[state] ?? []);

export function actionsFor(item: UploadItem, given: RowContext): UploadActions {
  const context = { ...given, feedback: feedbackAbout(given.feedback, { ids: [item.upload.id] }) };
  const { state, upload } = item;
  const all = createRowActions(item, context);
  const isMoving = state === 'sending' || state === 'verifying';
  const hasMenu = !isMoving || upload.url !== '' || upload.source !== 'external';
  return {
    button: [...getLikelyActions(item).map((name) => all[name]), ...duplicateActions(item, context)].find(
      (each) => each !== null,
    ),
    icons: state === 'done' ? [all.copyLink, all.openPage] : [],
    // Keeps the popup's first load small.
    menu: hasMenu
      ? async () => (await import('./upload-menu.ts')).createUploadMenu(item, context, all)
      : null,
  };
}
