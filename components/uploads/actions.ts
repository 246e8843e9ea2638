/** What can be done with a row: the likeliest actions are on it, all of them are in its menu. */
import type { Account } from '../../lib/accounts/account.ts';
import type { MessageName } from '../../lib/protocol.ts';
import type { IconName } from '../icons/Icon.tsx';
import { t } from '../text.ts';
import { type ActionContext, fileActions, type RowAction, sourceActions } from './file-actions.ts';
import type { Direction } from './moves.ts';
import type { Row } from './rows.ts';

export interface RowActions {
  /** Shown on the row as text buttons. */
  readonly buttons: readonly RowAction[];
  /** Shown on the row as icons. */
  readonly icons: readonly RowAction[];
  /** Groups of the row's menu. */
  readonly menu: readonly (readonly RowAction[])[];
}

export interface RowContext extends ActionContext {
  readonly account: Account;
  /** How many transfers failed: the service restarts all of them or none. */
  readonly failedCount: number;
  /** Asks before the transfer is deleted. */
  readonly askDelete: (row: Row) => void;
  /** Lets the user choose the file of an upload again. */
  readonly chooseFile: (row: Row) => void;
  /** Lets the user choose another folder. */
  readonly chooseFolder: (row: Row) => void;
  /** Ids of the uploads that wait, in the order in which they are sent. */
  readonly queue: readonly string[];
  readonly move: (row: Row, direction: Direction) => Promise<void>;
}

export function actionsFor(row: Row, context: RowContext): RowActions {
  const own = stateActions(row, context);
  const twin = twinAction(row, context);
  return twin === null ? own : { ...own, buttons: [...own.buttons, twin], menu: [...own.menu, [twin]] };
}

function stateActions(row: Row, context: RowContext): RowActions {
  const { upload } = row;
  const all = actionTable(row, context);
  const source = sourceActions(upload.url, context);
  const withMenu = (...menu: (readonly RowAction[])[]): RowActions => ({ buttons: [], icons: [], menu });
  switch (row.state) {
    case 'sending':
      return upload.source === 'file' ? withMenu([all.remove]) : withMenu(source);
    case 'verifying':
      return withMenu(source);
    case 'needs-file':
      return {
        ...withMenu([all.chooseFile, all.changeFolder], [all.remove]),
        buttons: [all.chooseFile, all.remove],
      };
    case 'waiting': {
      // Nothing is sent early while the queue is paused.
      const now = upload.wait?.reason === 'paused' ? [] : [all.tryNow];
      return withMenu([...now, all.changeFolder, ...source], moveActions(row, context), [all.remove]);
    }
    case 'refused':
      return {
        ...withMenu([all.tryAgain, all.changeFolder, ...source], [all.dismiss]),
        buttons: [all.tryAgain, all.dismiss],
      };
    case 'folder-gone':
      return {
        ...withMenu([all.changeFolder, ...source], [all.dismiss]),
        buttons: [all.changeFolder, all.dismiss],
      };
    case 'uncertain':
      return {
        ...withMenu([all.checkAgain, all.sendAgain, ...source], [all.dismiss]),
        buttons: [all.checkAgain, all.sendAgain],
      };
    case 'pending':
    case 'other':
    case 'working':
      return withMenu(source, [all.deleteTransfer]);
    case 'failed':
      return { ...withMenu([all.restart, ...source], [all.deleteTransfer]), buttons: [all.restart] };
    case 'vanished':
      return {
        ...withMenu([all.tryAgain, ...source], [all.putAway]),
        buttons: [all.tryAgain, all.putAway],
      };
    case 'done': {
      const { folder, fileCode } = upload;
      const file = fileActions(context.account, { fileCode: fileCode ?? '', folderId: folder.id }, context);
      return {
        ...withMenu([file.openPlayer, file.showInFolder, file.copyLink, ...source], [all.putAway]),
        icons: [file.copyLink, file.openPlayer],
      };
    }
  }
}

/** A second transfer can be deleted; of a second file only the remark can go. */
function twinAction({ upload, title }: Row, { services, outcome }: RowContext): RowAction | null {
  const twin = upload.twins[0];
  if (twin === undefined) return null;
  const done = twin.isTransfer ? t('uploads.outcome.twinDeleted', { title }) : null;
  return {
    id: 'twin',
    label: t(twin.isTransfer ? 'uploads.deleteTwin' : 'uploads.dismissTwin'),
    icon: twin.isTransfer ? 'trash' : 'check',
    async run() {
      const { fileCode } = twin;
      await outcome.run(services.send('uploads.removeTwin', { id: upload.id, fileCode }), () => done);
    },
  };
}

function moveActions(row: Row, { queue, move }: RowContext): readonly RowAction[] {
  const at = queue.indexOf(row.upload.id);
  const to = (id: Direction, label: string): RowAction => ({ id, label, icon: id, run: () => move(row, id) });
  return [
    ...(at > 0 ? [to('first', t('queue.first')), to('up', t('queue.up'))] : []),
    ...(at < queue.length - 1 ? [to('down', t('queue.down')), to('last', t('queue.last'))] : []),
  ];
}

type ActsOnUpload = Extract<
  MessageName,
  'uploads.retry' | 'uploads.checkAgain' | 'uploads.sendAgain' | 'uploads.remove'
>;

function actionTable(row: Row, context: RowContext) {
  const { account, services, outcome, failedCount, askDelete, chooseFolder } = context;
  const { send } = services;
  const { title, upload } = row;
  const { id, url, folder, accountId } = upload;

  type Done = Parameters<typeof outcome.run>[1];
  const act = (message: ActsOnUpload, label: string, icon: IconName, done: Done): RowAction => ({
    ...{ id: message, label, icon },
    async run() {
      await outcome.run(send(message, { id }), done);
    },
  });
  async function undo(): Promise<void> {
    const links = [{ url, title: upload.title ?? undefined }];
    const request = { links, folder, accountId, anyway: true, private: upload.private };
    await outcome.run(send('links.send', request), () => null);
  }
  const removed = () => ({
    ...{ tone: 'good' as const, text: t('uploads.outcome.removed', { title }) },
    ...(url !== '' && { action: { label: t('common.undo'), onClick: undo } }),
  });
  const retried = () => t('uploads.outcome.retried', { title });
  const checking = () => t('uploads.outcome.checking', { title });

  return {
    tryAgain: act('uploads.retry', t('common.retry'), 'again', retried),
    tryNow: act('uploads.retry', t('uploads.tryNow'), 'again', retried),
    checkAgain: act('uploads.checkAgain', t('uploads.checkAgain'), 'search', checking),
    sendAgain: act('uploads.sendAgain', t('uploads.sendAgain'), 'sending', retried),
    remove: act('uploads.remove', t('uploads.remove'), 'trash', removed),
    dismiss: act('uploads.remove', t('common.dismiss'), 'cross', removed),
    /** What has ended leaves the list, and nothing is lost by it. */
    putAway: act('uploads.remove', t('common.dismiss'), 'cross', () => null),
    chooseFile: {
      id: 'file',
      label: t('uploads.chooseFile'),
      icon: 'folder',
      run: () => context.chooseFile(row),
    },
    changeFolder: {
      id: 'folder',
      label: t('uploads.changeFolder'),
      icon: 'folder',
      run: () => chooseFolder(row),
    },
    restart: {
      id: 'restart',
      label: failedCount > 1 ? t('uploads.restartAll') : t('uploads.restart'),
      icon: 'again',
      async run() {
        const sent = send('uploads.restartFailed', { accountId: account.id });
        await outcome.run(sent, () => t('uploads.outcome.restarted'));
      },
    },
    deleteTransfer: {
      ...{ id: 'delete', label: t('uploads.delete'), icon: 'trash', danger: true },
      run: () => askDelete(row),
    },
  } satisfies Record<string, RowAction>;
}
