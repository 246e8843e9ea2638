/** Actions on an upload: the most likely ones on the row, all of them in its menu. */
import type { Account } from '../../lib/accounts/account.ts';
import { folderName } from '../folders/name.ts';
import type { IconName } from '../icons/Icon.tsx';
import { createAction, type IconAction } from '../menu/action.ts';
import { t } from '../text.ts';
import { type ActionContext, fileActions, sourceActions } from './file-actions.ts';
import type { MoveDirection } from './moves.ts';
import type { RowActions } from './RowControls.tsx';
import type { Row, RowState } from './rows.ts';
import type { Queue } from './useQueue.ts';

export interface UploadActions extends RowActions {
  /** Shown on the row as text buttons. */
  readonly buttons: readonly IconAction[];
}

export interface RowContext extends ActionContext {
  readonly account: Account;
  /** Opens the embed builder. */
  readonly embed: (fileCode: string) => void;
  /** Asks before the transfer is deleted. */
  readonly askDelete: (row: Row) => void;
  /** Lets the user choose the file of an upload again. */
  readonly chooseFile: (row: Row) => void;
  /** Uploads whose file the browser still knows. */
  readonly handleIds?: ReadonlySet<string> | undefined;
  /** Lets the user choose another folder. */
  readonly chooseFolder: (row: Row) => void;
  /** Shows what the service says of the row's transfer. */
  readonly showTransfer: (row: Row) => void;
  /** Ids of the uploads that wait, in the order in which they are sent. */
  readonly queue: readonly string[];
  readonly move: Queue['move'];
}

interface StateActions {
  readonly buttons?: readonly ActionName[];
  readonly icons?: readonly ActionName[];
  /** The first group of the menu. */
  readonly menu?: readonly ActionName[];
  /** The group by which the row leaves. */
  readonly removal?: readonly ActionName[];
}
type ActionName = keyof ReturnType<typeof actionTable>;

const transferActions: StateActions = { menu: ['showTransfer'], removal: ['deleteTransfer'] };

const actionsByState: Readonly<Record<RowState, StateActions>> = {
  sending: {},
  verifying: {},
  'needs-file': {
    buttons: ['chooseFile', 'remove'],
    menu: ['chooseFile', 'changeFolder'],
    removal: ['remove'],
  },
  waiting: { menu: ['tryNow', 'changeFolder'], removal: ['remove'] },
  refused: { buttons: ['tryAgain', 'dismiss'], menu: ['tryAgain', 'changeFolder'], removal: ['dismiss'] },
  'folder-gone': { buttons: ['changeFolder', 'dismiss'], menu: ['changeFolder'], removal: ['dismiss'] },
  uncertain: {
    buttons: ['checkAgain', 'sendAgain'],
    menu: ['checkAgain', 'sendAgain'],
    removal: ['dismiss'],
  },
  pending: transferActions,
  other: transferActions,
  working: transferActions,
  failed: {
    buttons: ['tryAgain', 'dismissFailed'],
    menu: ['tryAgain', 'showTransfer'],
    removal: ['dismissFailed'],
  },
  vanished: { buttons: ['tryAgain', 'dismiss'], menu: ['tryAgain'], removal: ['dismiss'] },
  done: {
    icons: ['copyPlayerLink', 'openPlayer'],
    menu: ['openPlayer', 'showInFolder', 'copyPlayerLink', 'embed', 'makeRule'],
    removal: ['dismiss'],
  },
};

/** The bytes of the user's own files can be stopped on their way. */
const removal: readonly ActionName[] = ['remove'];

export function actionsFor(row: Row, context: RowContext): UploadActions {
  const { url, wait, source } = row.upload;
  const all = actionTable(row, context);
  const isOwnFile = row.state === 'sending' && source === 'file';
  const {
    buttons = [],
    icons = [],
    menu = [],
    removal: removalActions = [],
  } = isOwnFile ? { removal } : actionsByState[row.state];
  // What waits for nothing is sent next; nothing is sent early while the queue is paused.
  const canHurry = wait !== null && wait.reason !== 'paused';
  const named = (names: readonly ActionName[]): readonly IconAction[] =>
    names.flatMap((name) => all[name] ?? []);
  const hidden = new Set([
    canHurry ? null : 'tryNow',
    // Nothing but the file is waited for.
    row.state === 'needs-file' && row.upload.state !== 'queued' ? 'changeFolder' : null,
  ]);
  const first = named(menu.filter((name) => !hidden.has(name)));
  const twin = duplicateActions(row, context);
  return {
    buttons: [...named(buttons), ...twin],
    icons: named(icons),
    menu: [
      [...first, ...sourceActions(url, context)],
      moveActions(row, context),
      named(removalActions),
      twin,
    ],
  };
}

/** A second transfer can be deleted; for a second file only the note can be dismissed. */
function duplicateActions({ upload, title }: Row, { services, outcome }: RowContext): readonly IconAction[] {
  return upload.twins
    .slice(0, 1)
    .map(({ fileCode, isTransfer }) =>
      createAction(
        'twin',
        isTransfer ? 'trash' : 'check',
        t(isTransfer ? 'uploads.deleteTwin' : 'uploads.dismissTwin'),
        () =>
          outcome.run(services.send('uploads.removeTwin', { id: upload.id, fileCode }), () =>
            isTransfer ? t('uploads.outcome.twinDeleted', { title }) : null,
          ),
      ),
    );
}

/** None for what does not wait. */
function moveActions(row: Row, { queue, move }: RowContext): readonly IconAction[] {
  const at = queue.indexOf(row.upload.id);
  if (at < 0) return [];
  const to = (id: MoveDirection, label: string) => createAction(id, id, label, () => move(row, id));
  return [
    ...(at > 0 ? [to('first', t('queue.first')), to('up', t('queue.up'))] : []),
    ...(at < queue.length - 1 ? [to('down', t('queue.down')), to('last', t('queue.last'))] : []),
  ];
}

type ActsOnUpload = 'uploads.retry' | 'uploads.checkAgain' | 'uploads.sendAgain';

function actionTable(row: Row, context: RowContext) {
  const { account, services, outcome, askDelete, chooseFolder } = context;
  const { send } = services;
  const { title, upload } = row;
  const { id, url, folder } = upload;

  type Done = Parameters<typeof outcome.run>[1];
  const act = (message: ActsOnUpload, label: string, icon: IconName, done: Done) =>
    createAction(message, icon, label, () => outcome.run(send(message, { id }), done));
  /** Loaded when it is needed: the popup's first load does without. */
  const loadAll = () => import('./actions-for-all.ts');
  const putAway = (
    message: 'uploads.remove' | 'uploads.deleteTransfer',
    label: string,
    icon: IconName,
    say: () => string,
  ) =>
    createAction(message, icon, label, () =>
      outcome.run(Promise.all([send(message, { id }), loadAll()]), ([, { undoable }]) =>
        undoable(say(), [row], services, outcome),
      ),
    );
  const dismissed = () => t('uploads.outcome.dismissed', { title });
  const retried = () => t('uploads.outcome.retried', { title });
  const checking = () => t('uploads.outcome.checking', { title });

  return {
    ...fileActions(account, { fileCode: upload.fileCode ?? '', folderId: folder.id }, context),
    embed: createAction('embed', 'video', t('files.embed'), () => context.embed(upload.fileCode ?? '')),
    tryAgain: act('uploads.retry', t('common.retry'), 'again', retried),
    tryNow: act('uploads.retry', t('uploads.tryNow'), 'again', retried),
    checkAgain: act('uploads.checkAgain', t('uploads.checkAgain'), 'search', checking),
    sendAgain: act('uploads.sendAgain', t('uploads.sendAgain'), 'sending', retried),
    remove: putAway('uploads.remove', t('uploads.remove'), 'trash', () =>
      t('uploads.outcome.removed', { title }),
    ),
    dismiss: putAway('uploads.remove', t('common.dismiss'), 'cross', dismissed),
    /** Nothing is lost by it: the service has none of its bytes. */
    dismissFailed: putAway('uploads.deleteTransfer', t('common.dismiss'), 'cross', dismissed),
    chooseFile: createAction(
      'file',
      'folder',
      t(context.handleIds?.has(id) ? 'uploads.startAgain' : 'uploads.chooseFile'),
      () => context.chooseFile(row),
    ),
    changeFolder: createAction('folder', 'folder', t('uploads.changeFolder'), () => chooseFolder(row)),
    makeRule:
      upload.private || !URL.parse(url)?.host
        ? null
        : createAction('rule', 'check', t('rules.alwaysLike', { folder: folderName(folder) }), () =>
            import('../rules/make-rule.ts').then(({ makeRule }) => makeRule(upload, context)),
          ),
    showTransfer: createAction('transfer', 'search', t('uploads.details'), () => context.showTransfer(row)),
    deleteTransfer: {
      ...createAction('delete', 'trash', t('uploads.delete'), () => askDelete(row)),
      danger: true,
    },
  } satisfies Record<string, IconAction | null>;
}
