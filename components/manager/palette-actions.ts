/** What the palette does at once, of which only that is listed which would do something now. Pure but for `run`. */
import type { Send } from '../../lib/protocol.ts';
import type { IconName } from '../icons/Icon.tsx';
import { createAction, type IconAction } from '../menu/action.ts';
import type { Outcome } from '../notice/useOutcome.ts';
import { format, t } from '../text.ts';
import { actionsForAll } from '../uploads/actions-for-all.ts';
import type { Row } from '../uploads/rows.ts';

export interface PaletteState {
  readonly accountId: string;
  /** Null until they have been read for the first time. */
  readonly rows: readonly Row[] | null;
  readonly isPaused: boolean;
  readonly isOnline: boolean;
  /** The folder that Files shows; null: all files, or another view. */
  readonly folderId: string | null;
}

export interface PaletteTools {
  readonly send: Send;
  readonly outcome: Outcome;
  readonly navigate: (hash: string) => void;
  /** Asks for the name of a new folder. */
  readonly onNewFolder: () => void;
}

export function listActions(state: PaletteState, tools: PaletteTools): readonly IconAction[] {
  const { accountId, rows, isPaused, isOnline, folderId } = state;
  const { send, outcome, navigate, onNewFolder } = tools;
  const all = actionsForAll(accountId, rows ?? [], { send }, outcome);
  const action = (id: string, icon: IconName, label: string, view: string, run: () => void) =>
    createAction(`action ${id}`, icon, label, run, view);
  const [uploads, files] = [t('popup.uploads'), t('popup.files')];
  return [
    isPaused
      ? action('resume', 'play', t('queue.resume'), uploads, () => {
          void outcome.run(send('uploads.resume', {}), () => t('queue.nowResumed'));
        })
      : action('pause', 'pause', t('queue.pause'), uploads, () => {
          void outcome.run(send('uploads.pause', {}), () => t('queue.nowPaused'));
        }),
    all.failedCount > 0 &&
      action(
        'restart',
        'again',
        t('uploads.retryAllFailed', { count: format.number(all.failedCount) }),
        uploads,
        () => void all.retryFailed(),
      ),
    all.doneCount > 0 &&
      action('clear', 'check', t('uploads.clearFinished'), uploads, () => void all.clearFinished()),
    isOnline &&
      action('refresh', 'again', t('files.refresh'), files, () => {
        void outcome.run(send('catalog.refresh', { accountId, folderId }), () => t('files.refreshed'));
      }),
    action('new-folder', 'plus', t('folder.newDialog'), files, onNewFolder),
    action('duplicates', 'copy', t('files.duplicates'), files, () => navigate('#duplicates')),
  ].filter((command) => command !== false);
}
