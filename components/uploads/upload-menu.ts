import { getAccountLabel } from '../../lib/accounts/account.ts';
import { mayReroute, type Upload } from '../../lib/uploads/upload.ts';
import { type UploadItem, type UploadItemState, unreadId } from '../../lib/uploads/upload-items.ts';
import { folderName } from '../format/names.ts';
import { createAction, dangerous, type IconAction } from '../menu/action.ts';
import { t } from '../text.ts';
import { showInFolder, sourceActions } from './file-menu.ts';
import { makeRule } from './make-rule.ts';
import type { MoveDirection } from './move-row.ts';
import { duplicateActions, isOwnFile, type RowContext, type UploadActionTable } from './row-actions.ts';

interface StateMenu {
  readonly first?: readonly ActionName[];
  readonly removal?: readonly ActionName[];
}
type ActionName = keyof UploadActionTable | keyof ReturnType<typeof createMenuActions>;

const choices = ['changeFolder', 'rename'] as const;
const transferMenu: StateMenu = { first: [...choices, 'showTransfer'], removal: ['deleteTransfer'] };

export const menusByState: Readonly<Record<UploadItemState, StateMenu>> = {
  sending: { first: choices },
  verifying: { first: choices },
  unreported: { first: ['checkAgain', ...choices, 'showTransfer'], removal: ['deleteTransfer', 'dismiss'] },
  'needs-file': { first: ['chooseFile', ...choices], removal: ['remove'] },
  waiting: { first: ['tryNow', ...choices], removal: ['remove'] },
  refused: {
    first: ['tryAgain', 'openSite', 'allow', 'throughService', 'throughBrowser', ...choices],
    removal: ['dismiss'],
  },
  'folder-gone': { first: choices, removal: ['dismiss'] },
  uncertain: { first: ['checkAgain', 'sendAgain', ...choices], removal: ['dismiss'] },
  pending: transferMenu,
  other: transferMenu,
  working: transferMenu,
  failed: { first: ['tryAgain', 'throughBrowser', ...choices, 'showTransfer'], removal: ['dismissFailed'] },
  vanished: { first: ['tryAgain', 'checkAgain', 'throughBrowser', ...choices], removal: ['dismiss'] },
  done: {
    first: ['openPage', 'showInFolder', 'copyLink', 'embed', ...choices, 'makeRule'],
    removal: ['dismiss'],
  },
};

/** @param shown the actions on the row */
export function createUploadMenu(
  item: UploadItem,
  context: RowContext,
  shown: UploadActionTable,
): readonly (readonly IconAction[])[] {
  const { url, wait, source, private: isPrivate } = item.upload;
  const all = { ...shown, ...createMenuActions(item, context) };
  const { first = [], removal = [] } = isOwnFile(item)
    ? ({ first: choices, removal: ['remove'] } as StateMenu)
    : menusByState[item.state];
  // An upload that waits for nothing is sent next anyway, and a paused queue sends nothing early.
  const canHurry = wait !== null && wait.reason !== 'paused';
  const hidden = new Set([
    canHurry ? null : 'tryNow',
    // Jobs are stored, so private uploads can't use them. Uploads started outside Linkhaul are forgotten when the browser closes.
    ...((item.state === 'done' ? isPrivate : source === 'external') ? choices : []),
  ]);
  const named = (names: readonly ActionName[]): readonly IconAction[] =>
    names.flatMap((name) => (hidden.has(name) ? [] : (all[name] ?? [])));
  return [
    [...named(first), ...sourceActions(url, context)],
    rerouteActions(item, context),
    copyActions(item, context),
    moveActions(item, context),
    named(removal),
    duplicateActions(item, context),
  ];
}

/** The link is certainly not in its account. */
const reroutableStates: ReadonlySet<Upload['state']> = new Set(['queued', 'refused', 'failed', 'vanished']);

function rerouteActions(
  { upload, title, accountIds }: UploadItem,
  { accounts, pageApi, feedback }: RowContext,
): readonly IconAction[] {
  if (!reroutableStates.has(upload.state)) return [];
  return accounts
    .filter(({ id }) => mayReroute(upload, id) && !accountIds?.includes(id))
    .map((to) => {
      const account = getAccountLabel(to, accounts);
      const request = { id: upload.id, accountId: to.id };
      return createAction(`reroute ${to.id}`, 'sending', t('uploads.reroute', { account }), () =>
        feedback.run(pageApi.send('uploads.reroute', request), ({ isDuplicate }) =>
          isDuplicate
            ? { tone: 'warn', text: t('uploads.outcome.hasLink', { title, account }) }
            : t('uploads.outcome.rerouted', { title, account }),
        ),
      );
    });
}

/** Only to accounts of the same service, because services clone only their own files. Jobs are stored, so private uploads have none. */
function copyActions(item: UploadItem, context: RowContext): readonly IconAction[] {
  const { accounts, ask } = context;
  const { owner: account = context.account } = item;
  const { fileCode, private: isPrivate } = item.upload;
  if (item.state !== 'done' || fileCode === null || isPrivate) return [];
  return accounts
    .filter(({ id, baseUrl }) => id !== account.id && baseUrl === account.baseUrl)
    .map((to) =>
      createAction(
        `copy-to ${to.id}`,
        'account',
        t('uploads.copyTo', { account: getAccountLabel(to, accounts) }),
        () => ask({ what: 'copy', item, to }),
      ),
    );
}

function moveActions(item: UploadItem, { queue, move }: RowContext): readonly IconAction[] {
  const at = queue.indexOf(item.upload.id);
  if (at < 0) return [];
  const to = (id: MoveDirection, label: string) => createAction(id, id, label, () => move(item, id));
  return [
    ...(at > 0 ? [to('first', t('queue.first')), to('up', t('queue.up'))] : []),
    ...(at < queue.length - 1 && queue[at + 1] !== unreadId ? [to('down', t('queue.down'))] : []),
    ...(at < queue.length - 1 ? [to('last', t('queue.last'))] : []),
  ];
}

/** Where the user signs in. An extension opens pages outside of containers, and uses the session there. */
function openSite({ url, pageUrl, failure }: Upload, { pageApi }: RowContext): IconAction | null {
  const site = URL.parse(failure?.msg ?? '') ?? URL.parse(url);
  if (!/^source\.(?:session|page)$/u.test(failure?.code ?? '') || site === null) return null;
  const { host, origin } = site;
  const page = pageUrl && URL.parse(pageUrl)?.host === host ? pageUrl : `${origin}/`;
  return createAction('site', 'outside', t('files.toDelete.open', { host }), () => pageApi.open(page));
}

function createMenuActions(item: UploadItem, context: RowContext) {
  const { upload, title } = item;
  const { id, url, folder, accountId } = upload;
  const { pageApi, feedback } = context;
  const fileCode = upload.fileCode ?? '';
  return {
    openSite: openSite(upload, context),
    showInFolder: showInFolder({ accountId, fileCode, folderId: folder.id }, context),
    // The embed page shows only files of its own account.
    embed:
      item.owner === undefined
        ? createAction('embed', 'video', t('files.embed'), () => context.page.embed(fileCode))
        : null,
    tryNow: createAction('uploads.retry', 'again', t('uploads.tryNow'), () =>
      feedback.run(pageApi.send('uploads.retry', { id }), () => t('uploads.outcome.retried', { title })),
    ),
    makeRule:
      upload.private || !URL.parse(url)?.host
        ? null
        : createAction('rule', 'check', t('rules.alwaysLike', { folder: folderName(folder) }), () =>
            makeRule(upload, context),
          ),
    rename: createAction('rename', 'rename', t('files.renamePattern'), () =>
      context.ask({ what: 'title', item }),
    ),
    showTransfer: createAction('transfer', 'search', t('uploads.details'), () =>
      context.ask({ what: 'transfer', item }),
    ),
    deleteTransfer: dangerous(
      createAction('delete', 'trash', t('uploads.delete'), () => context.ask({ what: 'delete', item })),
    ),
  } satisfies Record<string, IconAction | null>;
}
