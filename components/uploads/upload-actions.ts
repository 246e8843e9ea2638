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

export function actionsFor(row: UploadItem, given: RowContext): UploadActions {
  const context = { ...given, feedback: feedbackAbout(given.feedback, { ids: [row.upload.id] }) };
  const { state, upload } = row;
  const all = createRowActions(row, context);
  const isMoving = state === 'sending' || state === 'verifying';
  const hasMenu = !isMoving || upload.url !== '' || upload.source !== 'external';
  return {
    button: [...getLikelyActions(row).map((name) => all[name]), ...duplicateActions(row, context)].find(
      (each) => each !== null,
    ),
    icons: state === 'done' ? [all.copyLink, all.openPage] : [],
    // Keeps the popup's first load small.
    menu: hasMenu ? async () => (await import('./upload-menu.ts')).createUploadMenu(row, context, all) : null,
  };
}
