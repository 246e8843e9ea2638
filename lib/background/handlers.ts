/** The handlers of messages, one for each line in `lib/protocol.ts`. */
import { withNickname } from '../accounts/typed-fields.ts';
import { withDefault, withPin } from '../folders/shortlist.ts';
import type { MessageName, MessageReply, MessageRequest, MessageResponse } from '../protocol.ts';
import { readSettings } from '../settings/settings.ts';
import type { Removal } from '../uploads/changes.ts';
import {
  createFolder,
  ensureFolder,
  findFilePages,
  findFolderToDelete,
  getFileDetails,
  listFolders,
  moveFolder,
  renameFolder,
  searchFiles,
} from './actions/account-files.ts';
import { startWork } from './actions/account-work.ts';
import { addLinks } from './actions/add-links.ts';
import { answerNewPages, changeAddress, findMoved, setPublicAddress } from './actions/change-address.ts';
import { listTakedowns } from './actions/check-takedowns.ts';
import { choose } from './actions/choose.ts';
import { addSelectedTabs, openCollection, sendCollected, startCollection } from './actions/collect.ts';
import { checkAccount, connect, findService } from './actions/connect.ts';
import { dismissExpiry, setDeletionRule } from './actions/expiring-files.ts';
import { beginFetch, endFetch, pauseFetches, removeFetch, routeFetch } from './actions/fetches.ts';
import { encryptAllKeys, importBackup } from './actions/import-backup.ts';
import { addFiles, beginFile } from './actions/local-files.ts';
import { reopenPicker } from './actions/open-picker.ts';
import { sendPicked } from './actions/picker.ts';
import { removeAccount } from './actions/remove-account.ts';
import { saveRule, suggestByRules } from './actions/rules.ts';
import { undo, withUndo } from './actions/undo.ts';
import type { Handler, Needs, Parts } from './parts.ts';
import { GoneError, toProblem } from './problems.ts';

const handlers: { readonly [N in MessageName]: Handler<N> } = {
  'accounts.connect': connect,
  'accounts.check': checkAccount,
  'accounts.findService': findService,
  'accounts.findMoved': findMoved,
  'accounts.changeAddress': changeAddress,
  'accounts.setPublicAddress': setPublicAddress,
  'accounts.setDeletionRule': setDeletionRule,
  'accounts.answerNewPages': answerNewPages,
  'accounts.select': async (context, { accountId }) => {
    await context.accounts.update(({ list }) => ({ list, currentId: accountId }));
    context.onAccountsChanged();
  },
  'accounts.rename': async (context, { accountId, nickname }) => {
    await context.accounts.update((accounts) => withNickname(accounts, accountId, nickname));
    context.onAccountsChanged();
  },
  'accounts.remove': (context, request) =>
    context.scheduler.runAction(['send'], () => removeAccount(context, request)),

  'expiry.dismiss': dismissExpiry,

  'takedowns.list': listTakedowns,

  'links.send': async (context, { accountId, folder = null, private: isPrivate = false, ...rest }) => {
    const id = accountId ?? (await context.getCurrentAccountId());
    return (await addLinks(context, { ...rest, accountId: id, folder, private: isPrivate })).outcome;
  },

  'uploads.addFiles': addFiles,
  'uploads.beginFile': beginFile,
  'uploads.endFile': ({ uploads, scheduler }, { id, result }) =>
    scheduler.runAction(['send', 'poll'], () => uploads.endFile(id, result)),
  'uploads.beginFetch': beginFetch,
  'uploads.routeFetch': routeFetch,
  'uploads.endFetch': endFetch,
  'uploads.reportProgress': ({ uploads }, { samples }) => uploads.reportFileProgress(samples),
  'uploads.retry': retryUpload,
  'uploads.reroute': reroute,
  'uploads.checkAgain': uploadAction((uploads, { id }) => uploads.checkAgain(id)),
  'uploads.sendAgain': uploadAction((uploads, { id }) => uploads.sendAgain(id)),
  'uploads.remove': uploadRemoval((uploads, id, removal) => uploads.remove(id, removal)),
  'uploads.clearFinished': ({ uploads, ports }, { accountId }) =>
    withUndo(ports, (removal) => uploads.clearFinished(accountId, removal)),
  'uploads.choose': choose,
  'uploads.chooseAnew': (context, { ids }) => reopenPicker(context, ids),
  'uploads.transfer': ({ uploads }, { id }) => uploads.getTransfer(id),
  'uploads.deleteTransfer': uploadRemoval((uploads, id, removal) => uploads.deleteTransfer(id, removal)),
  'uploads.removeDuplicate': uploadAction((uploads, { id, fileCode }) =>
    uploads.removeDuplicate(id, fileCode),
  ),
  'uploads.reorder': ({ uploads, scheduler }, { accountId, ids, beforeId }) =>
    scheduler.runAction(['send'], () => uploads.reorder(accountId, ids, beforeId)),
  'uploads.pause': pauseFetches,
  'uploads.resume': ({ uploads, scheduler }) => scheduler.runAction(['send'], uploads.resume),
  'uploads.forgetPrivate': ({ uploads }) => uploads.forgetPrivate(),
  'uploads.poll': async ({ uploads }, { accountId }) => {
    const [failed] = await uploads.poll(accountId, 'interactive');
    if (failed) throw failed.error;
    await uploads.resumeAfterOutage(accountId);
  },
  'uploads.restartFailed': transfersAction((uploads, accountId) => uploads.restartFailed(accountId)),
  'uploads.clearFailed': async (context, { accountId }) => {
    let msg = '';
    const undone = await withUndo(context.ports, async (removal) => {
      const clear = transfersAction((uploads, id) => uploads.clearFailed(id, removal));
      ({ msg } = await clear(context, { accountId }));
    });
    return { ...undone, msg };
  },
  'uploads.clearAll': transfersAction((uploads, accountId) => uploads.clearAll(accountId)),

  'folders.list': listFolders,
  'folders.known': async ({ catalogStore, getCurrentAccountId }, { accountId }) =>
    catalogStore.listFolders(accountId ?? (await getCurrentAccountId())),
  'folders.create': createFolder,
  'folders.ensure': ensureFolder,
  'folders.toDelete': findFolderToDelete,
  'folders.rename': renameFolder,
  'folders.move': moveFolder,
  'folders.setDefault': ({ shortlists }, { accountId, folder }) =>
    shortlists.change(accountId, (list) => withDefault(list, folder)),
  'folders.pin': ({ shortlists }, { accountId, folder, pinned }) =>
    shortlists.change(accountId, (list) => withPin(list, folder, pinned)),

  'catalog.visit': async ({ catalog, ports }, { accountId, folderId }) => {
    // Not awaited: the result appears in the catalog.
    catalog.visit(accountId, folderId).catch(ports.onFault);
  },
  'catalog.refresh': ({ catalog }, { accountId, folderId }) => catalog.refresh(accountId, folderId),
  'catalog.stop': ({ catalog }, { accountId }) => catalog.stop(accountId),
  'catalog.readAgain': ({ catalog }, { accountId }) => catalog.startFullSync(accountId),
  'catalog.resume': ({ catalog }, { accountId }) => catalog.resume(accountId),
  'catalog.readDetails': ({ catalog }, { accountId, days, isResumed }) =>
    catalog.readDetails(accountId, days, isResumed),
  'catalog.stopDetails': ({ catalog }, { accountId }) => catalog.stopDetails(accountId),

  'files.pages': findFilePages,
  'files.details': getFileDetails,
  'files.search': searchFiles,

  'reports.read': async ({ clients }, { accountId, from, to, lastDays }) => {
    const range = lastDays === undefined ? { from, to } : { days: lastDays };
    const { account } = await clients.get(accountId);
    const options = { lane: 'interactive' } as const;
    const [days, serverTime] = await Promise.all([
      account.reports(range, options),
      account.info(options).then(
        (info) => info.serverTime,
        () => null,
      ),
    ]);
    return { days, serverTime };
  },

  'bulk.start': async (context, { accountId, work }) => ({ id: await startWork(context, accountId, work) }),
  'bulk.stop': bulkAction((bulk, { id }) => bulk.stop(id)),
  'bulk.resume': bulkAction((bulk, { id }) => bulk.resume(id)),
  'bulk.retry': bulkAction((bulk, { id }) => bulk.retry(id)),
  'bulk.decide': bulkAction((bulk, { id, fileCode, again }) => bulk.decide(id, fileCode, again)),
  'bulk.dismiss': bulkAction((bulk, { id }) => bulk.dismiss(id)),

  'changes.undo': undo,

  'checks.start': ({ linkChecks, scheduler }, { links }) =>
    scheduler.runAction(['checks'], () => linkChecks.start(links)),
  'checks.stop': ({ linkChecks }) => linkChecks.stop(),
  'checks.remove': ({ linkChecks }) => linkChecks.remove(),
  'checks.resume': ({ linkChecks, scheduler }) => scheduler.runAction(['checks'], linkChecks.resume),

  'activity.clear': async ({ activity, uploads, openPages }) => {
    // Includes events that the activity doesn't have yet.
    await uploads.clearEvents(activity.clear);
    openPages.broadcastChange('activity');
  },

  'rules.save': async (context, draft) => void (await saveRule(context, draft)),
  'rules.suggest': suggestByRules,
  'rules.remove': async ({ rules, openPages }, { id }) => {
    await rules.update((all) => all.filter((rule) => rule.id !== id));
    openPages.broadcastChange('rules');
  },

  'settings.change': async (context, change) => {
    await context.settings.update((settings) => readSettings({ ...settings, ...change }));
    context.openPages.broadcastChange('settings');
    context.redrawMenu();
    void context.scheduler.wake('poll');
    if (change.debugLog !== undefined) await context.debugLog.set(change.debugLog);
    if (change.notifyTakedowns) void context.scheduler.wake('takedowns');
  },

  'backup.encryptKeys': encryptAllKeys,
  'backup.import': importBackup,

  'picker.open': async (context, { requestId }) => {
    const picked = await context.pickerRequests.get(requestId);
    const byRules = await suggestByRules(context, picked);
    const { accountId, chosen: folder, links } = picked;
    if (folder === undefined) return { ...picked, suggestion: byRules };
    const title = (links.length === 1 && links[0]?.title) || null;
    const suggestion = { accountId, folder, account: null, isDefault: true, title, via: byRules?.via };
    return { ...picked, suggestion };
  },
  'picker.send': sendPicked,

  'collect.start': async (context) => startCollection(context, await context.getCurrentAccountId()),
  'collect.open': openCollection,
  'collect.addTabs': addSelectedTabs,
  'collect.send': sendCollected,
};

async function retryUpload(
  context: Needs<'uploads' | 'scheduler' | 'ports'>,
  request: MessageRequest<'uploads.retry'>,
): Promise<void> {
  await uploadAction((uploads, { id, via, follow }: typeof request) => uploads.retry(id, via, follow))(
    context,
    request,
  );
  if (request.via === 'service') await removeFetch(context, request.id);
}

async function reroute(
  {
    uploads,
    scheduler,
    shortlists,
    getAccount,
  }: Needs<'uploads' | 'scheduler' | 'shortlists' | 'getAccount'>,
  { id, accountId }: MessageRequest<'uploads.reroute'>,
): Promise<MessageResponse<'uploads.reroute'>> {
  await getAccount(accountId);
  const { default: folder } = await shortlists.get(accountId);
  const result = await scheduler.runAction(['send', 'poll'], () =>
    uploads.reroute(id, { accountId, folder }),
  );
  if (result === 'gone') throw new GoneError();
  return { isDuplicate: result === 'duplicate' };
}

function uploadAction<R>(act: (uploads: Parts['uploads'], request: R) => Promise<boolean>) {
  return ({ uploads, scheduler }: Needs<'uploads' | 'scheduler'>, request: R): Promise<void> =>
    scheduler.runAction(['send', 'poll'], () => throwIfGone(act(uploads, request)));
}

function bulkAction<R>(act: (bulk: Parts['bulk'], request: R) => Promise<boolean>) {
  return ({ bulk, scheduler }: Needs<'bulk' | 'scheduler'>, request: R): Promise<void> =>
    scheduler.runAction(['bulk'], () => throwIfGone(act(bulk, request)));
}

async function throwIfGone(isFound: Promise<boolean>): Promise<void> {
  if (!(await isFound)) throw new GoneError();
}

function uploadRemoval(
  remove: (uploads: Parts['uploads'], id: string, removal: Removal) => Promise<boolean>,
) {
  return (
    { uploads, scheduler, ports }: Needs<'uploads' | 'scheduler' | 'ports'>,
    { id }: { readonly id: string },
  ) =>
    withUndo(ports, (removal) =>
      scheduler.runAction(['send', 'poll'], () => throwIfGone(remove(uploads, id, removal))),
    );
}

function transfersAction(
  act: (uploads: Parts['uploads'], accountId: string) => Promise<{ readonly msg: string }>,
) {
  return async (
    { uploads, clients, scheduler }: Needs<'uploads' | 'clients' | 'scheduler'>,
    { accountId }: { accountId: string },
  ) => {
    // Rejects if the account no longer exists.
    await clients.get(accountId);
    return scheduler.runAction(['send', 'poll'], () => act(uploads, accountId));
  };
}

/** Responds with a `MessageReply`. Undefined for other messages. */
export function handleMessage(
  context: Parts,
  message: unknown,
): Promise<MessageReply<MessageName>> | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { name, request } = message as Record<string, unknown>;
  if (typeof name !== 'string' || !Object.hasOwn(handlers, name)) return undefined;
  return reply(context, name as MessageName, request).then((result) => {
    context.debugLog.add(`${name}: ${result.ok ? 'ok' : result.problem.code}`);
    return result;
  });
}

async function reply<N extends MessageName>(
  context: Parts,
  name: N,
  request: unknown,
): Promise<MessageReply<N>> {
  const { accountId } = (request ?? {}) as { readonly accountId?: string };
  try {
    // Another page may have removed the account. Nothing may be stored for it. A removal can be repeated.
    if (accountId !== undefined && name !== 'accounts.remove') await context.getAccount(accountId);
    // The sender is one of our own pages, compiled against the same protocol.
    const value = (await handlers[name](context, request as MessageRequest<N>)) ?? null;
    return { ok: true, value: value as MessageResponse<N> };
  } catch (error) {
    if (accountId && name !== 'uploads.poll') context.checkConnection(accountId, error);
    const problem = toProblem(error);
    if (problem.code === 'unexpected' || problem.store !== undefined) context.ports.onFault(error);
    return { ok: false, problem };
  }
}
