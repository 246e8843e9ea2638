/** What can be done with a row: the few things one does at once stand on it, everything stands in its menu. */
import type { Account } from '../../lib/accounts/account.ts';
import type { FilePlace } from '../files/route.ts';
import type { IconName } from '../icons/Icon.tsx';
import type { Outcome } from '../notice/useOutcome.ts';
import type { Direction } from '../outbox/moves.ts';
import type { Services } from '../services.ts';
import { t } from '../text.ts';
import { playerAddress } from './player.ts';
import type { Row } from './rows.ts';

export interface RowAction {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  readonly run: () => void | Promise<void>;
}

export interface RowActions {
  /** Shown on the row as words. */
  readonly words: readonly RowAction[];
  /** Shown on the row as icons. */
  readonly icons: readonly RowAction[];
  /** Groups of the row's menu. */
  readonly menu: readonly (readonly RowAction[])[];
}

export interface RowContext {
  readonly account: Account;
  readonly services: Services;
  readonly outcome: Outcome;
  /** How many transfers failed: the service restarts all of them or none. */
  readonly failedCount: number;
  /** Opens an address in a new tab. */
  readonly open: (address: string) => void;
  /** Shows a file in its folder. */
  readonly showFile: (place: FilePlace) => void;
  /** Asks before the transfer is deleted. */
  readonly askDelete: (row: Row) => void;
  /** Lets the user choose another folder for a link that waits. */
  readonly chooseFolder: (row: Row) => void;
  /** Ids of the links that wait, in the order in which they go out. */
  readonly queue: readonly string[];
  /** Moves a link that waits. */
  readonly move: (row: Row, direction: Direction) => Promise<void>;
}

export function actionsFor(row: Row, context: RowContext): RowActions {
  const all = actionTable(row, context);
  const source = [all.copySource];
  switch (row.state.kind) {
    case 'sending':
    case 'verifying':
      return { words: [], icons: [], menu: [source] };
    case 'waiting':
      return {
        words: [],
        icons: [],
        // Paused, nothing can be hurried along.
        menu: [
          [...(row.state.reason === 'paused' ? [] : [all.tryNow]), all.changeFolder, all.copySource],
          moves(row, context),
          [all.remove],
        ],
      };
    case 'refused':
      return {
        words: [all.tryAgain, all.dismissItem],
        icons: [],
        menu: [[all.tryAgain, all.changeFolder, all.copySource], [all.dismissItem]],
      };
    case 'folder-gone':
      return {
        words: [all.changeFolder, all.dismissItem],
        icons: [],
        menu: [[all.changeFolder, all.copySource], [all.dismissItem]],
      };
    case 'unsure':
      return {
        words: [all.checkAgain, all.sendAgain],
        icons: [],
        menu: [[all.checkAgain, all.sendAgain, all.copySource], [all.dismissItem]],
      };
    case 'pending':
    case 'other':
    case 'working':
      return {
        words: [],
        icons: [],
        menu: row.fileCode === null ? [source] : [source, [all.deleteTransfer]],
      };
    case 'failed':
      return { words: [all.restart], icons: [], menu: [[all.restart, all.copySource], [all.deleteTransfer]] };
    case 'gone':
      return { words: [all.sendAnew, all.dismissTransfer], icons: [], menu: [source, [all.dismissTransfer]] };
    case 'done':
      return {
        words: [],
        icons: [all.copyLink, all.openPlayer],
        menu: [[all.openPlayer, all.showInFolder, all.copyLink, all.copySource], [all.dismissTransfer]],
      };
  }
}

/** Where a waiting link can go from where it stands. */
function moves(row: Row, { queue, move }: RowContext): readonly RowAction[] {
  const at = queue.indexOf(row.itemId ?? '');
  const to = (id: Direction, label: string, icon: IconName): RowAction => ({
    id,
    label,
    icon,
    run: () => move(row, id),
  });
  return [
    ...(at > 0 ? [to('first', t('outbox.first'), 'first'), to('up', t('outbox.up'), 'up')] : []),
    ...(at < queue.length - 1
      ? [to('down', t('outbox.down'), 'down'), to('last', t('outbox.last'), 'last')]
      : []),
  ];
}

function actionTable(row: Row, context: RowContext) {
  const { account, services, outcome, failedCount, open, askDelete, chooseFolder } = context;
  const { send } = services;
  const { title, given, url, folder, accountId } = row;
  const id = row.itemId ?? '';
  const fileCode = row.fileCode ?? '';
  const player = playerAddress(account.baseUrl, fileCode);

  const again = () =>
    outcome.run(send('outbox.retry', { id }), () => t('transfers.outcome.retried', { title }));
  const resend = () =>
    send('links.send', {
      links: [{ url, title: given ?? undefined }],
      ...{ folder, accountId, anyway: true, private: row.private },
    });
  const undoable = (done: string) => ({
    tone: 'good' as const,
    text: done,
    action: { label: t('common.undo'), onClick: () => quiet(outcome.run(resend(), () => null)) },
  });
  const copy = (text: string) =>
    services.copy(text).then(
      () => outcome.show({ tone: 'good', text: t('transfers.copied') }),
      () => outcome.show({ tone: 'bad', text: t('transfers.notCopied') }),
    );
  const removed = () => undoable(t('transfers.outcome.removed', { title }));

  return {
    tryAgain: { id: 'retry', label: t('transfers.tryAgain'), icon: 'again', run: () => quiet(again()) },
    tryNow: { id: 'retry', label: t('transfers.tryNow'), icon: 'again', run: () => quiet(again()) },
    checkAgain: {
      id: 'check',
      label: t('transfers.checkAgain'),
      icon: 'search',
      run: () =>
        quiet(
          outcome.run(send('outbox.checkAgain', { id }), () => t('transfers.outcome.checking', { title })),
        ),
    },
    sendAgain: {
      id: 'send-again',
      label: t('transfers.sendAgain'),
      icon: 'sending',
      run: () =>
        quiet(outcome.run(send('outbox.sendAgain', { id }), () => t('transfers.outcome.retried', { title }))),
    },
    sendAnew: {
      id: 'send-anew',
      label: t('transfers.sendAgain'),
      icon: 'sending',
      run: async () => {
        const sent = await outcome.run(resend(), () => t('transfers.outcome.retried', { title }));
        if (sent) await outcome.run(send('transfers.dismiss', { accountId, fileCode }), () => null);
      },
    },
    changeFolder: {
      id: 'folder',
      label: t('transfers.changeFolder'),
      icon: 'folder',
      run: () => chooseFolder(row),
    },
    remove: {
      id: 'remove',
      label: t('transfers.remove'),
      icon: 'trash',
      run: () => quiet(outcome.run(send('outbox.remove', { id }), removed)),
    },
    dismissItem: {
      id: 'dismiss',
      label: t('common.dismiss'),
      icon: 'cross',
      run: () => quiet(outcome.run(send('outbox.remove', { id }), removed)),
    },
    dismissTransfer: {
      id: 'dismiss',
      label: t('common.dismiss'),
      icon: 'cross',
      run: () => quiet(outcome.run(send('transfers.dismiss', { accountId, fileCode }), () => null)),
    },
    restart: {
      id: 'restart',
      label: failedCount > 1 ? t('transfers.restartAll') : t('transfers.restart'),
      icon: 'again',
      run: () =>
        quiet(outcome.run(send('transfers.restartFailed', {}), () => t('transfers.outcome.restarted'))),
    },
    deleteTransfer: {
      id: 'delete',
      label: t('transfers.delete'),
      icon: 'trash',
      danger: true,
      run: () => askDelete(row),
    },
    copySource: { id: 'copy-source', label: t('transfers.copySource'), icon: 'copy', run: () => copy(url) },
    copyLink: { id: 'copy', label: t('transfers.copyLink'), icon: 'copy', run: () => copy(player) },
    openPlayer: { id: 'play', label: t('transfers.openPlayer'), icon: 'play', run: () => open(player) },
    showInFolder: {
      id: 'show',
      label: t('files.showInFolder'),
      icon: 'folder',
      run: () => context.showFile({ accountId, folderId: folder.id, fileCode }),
    },
  } satisfies Record<string, RowAction>;
}

async function quiet(work: Promise<unknown>): Promise<void> {
  await work;
}
