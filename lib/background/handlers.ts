/** What each message of the protocol does. A message is added by one line here and one in `lib/protocol.ts`. */

import { withDefault, withPin } from '../folders/shortlist.ts';
import type { Messages, Reply, Request, Response } from '../protocol.ts';
import { readSettings } from '../settings/settings.ts';
import { removeAccount } from './accounts.ts';
import { bulkAction, carryOut } from './bulk.ts';
import { openCollection, sendCollected, startCollection } from './collect.ts';
import { check, connect } from './connect.ts';
import type { Context } from './context.ts';
import { createFolder, fileDetails, listFolders, renameFolder, searchFiles } from './files.ts';
import { GoneError, problemOf } from './problems.ts';
import { sendLinks } from './send.ts';

/** What resolves to nothing is answered with null. */
type Handlers = {
  readonly [N in keyof Messages]: (
    context: Context,
    request: Request<N>,
  ) => Promise<Response<N> extends null ? void : Response<N>>;
};

const handlers: Handlers = {
  'accounts.connect': (context, { address, key }) => connect(context, address, key),
  'accounts.check': (context, { accountId }) => check(context, accountId),
  'accounts.select': async (context, { accountId }) => {
    await context.accounts.update(({ list }) => ({ list, currentId: accountId }));
    context.accountsChanged();
  },
  'accounts.remove': (context, { accountId }) => removeAccount(context, accountId),

  'links.send': async (context, { links, folder, accountId, anyway, private: isPrivate }) => {
    const id = accountId ?? (await context.currentAccountId());
    const { default: chosen } = await context.shortlists.of(id);
    const sending = { accountId: id, links, folder: folder ?? chosen, anyway, private: isPrivate ?? false };
    return (await sendLinks(context, sending)).outcome;
  },

  'uploads.retry': (context, { id }) => uploadAction(context, () => context.uploads.retry(id)),
  'uploads.checkAgain': (context, { id }) => uploadAction(context, () => context.uploads.checkAgain(id)),
  'uploads.sendAgain': (context, { id }) => uploadAction(context, () => context.uploads.sendAgain(id)),
  'uploads.remove': (context, { id }) => uploadAction(context, () => context.uploads.remove(id)),
  'uploads.setFolder': (context, { id, folder }) =>
    uploadAction(context, () => context.uploads.setFolder(id, folder)),
  'uploads.deleteTransfer': (context, { id }) =>
    uploadAction(context, () => context.uploads.deleteTransfer(id)),
  'uploads.removeTwin': (context, { id, fileCode }) =>
    uploadAction(context, () => context.uploads.removeTwin(id, fileCode)),
  'uploads.reorder': async ({ uploads, scheduler }, { accountId, ids, beforeId }) => {
    await uploads.reorder(accountId, ids, beforeId);
    void scheduler.wake('send');
  },
  'uploads.pause': ({ uploads }) => uploads.pause(),
  'uploads.resume': async ({ uploads, scheduler }) => {
    await uploads.resume();
    void scheduler.wake('send');
  },
  'uploads.poll': async ({ uploads }, { accountId }) => {
    const [failed] = await uploads.poll(accountId, 'interactive');
    if (failed) throw failed.error;
  },
  'uploads.restartFailed': (context, { accountId }) =>
    transferAction(context, accountId, context.uploads.restartFailed),
  'uploads.clearFailed': (context, { accountId }) =>
    transferAction(context, accountId, context.uploads.clearFailed),
  'uploads.clearAll': (context, { accountId }) =>
    transferAction(context, accountId, context.uploads.clearAll),

  'folders.list': async (context, { folderId, accountId }) =>
    listFolders(context, accountId ?? (await context.currentAccountId()), folderId),
  'folders.create': async (context, { name, parentId, accountId }) =>
    createFolder(context, accountId ?? (await context.currentAccountId()), { name, parentId }),
  'folders.rename': (context, { accountId, folderId, name }) =>
    renameFolder(context, accountId, { id: folderId, name }),
  'folders.setDefault': ({ shortlists }, { accountId, folder }) =>
    shortlists.change(accountId, (list) => withDefault(list, folder)),
  'folders.pin': ({ shortlists }, { accountId, folder, pinned }) =>
    shortlists.change(accountId, (list) => withPin(list, folder, pinned)),

  'catalog.visit': async ({ catalog, ports }, { accountId, folderId }) => {
    // What comes of it is seen in the catalog; nobody waits for it.
    catalog.visit(accountId, folderId).catch(ports.onFault);
  },
  'catalog.refresh': ({ catalog }, { accountId, folderId }) => catalog.refresh(accountId, folderId),
  'catalog.stop': ({ catalog }, { accountId }) => catalog.stop(accountId),
  'catalog.readAgain': ({ catalog }, { accountId }) => catalog.startFullSync(accountId),
  'catalog.resume': ({ catalog }, { accountId }) => catalog.resume(accountId),

  'files.details': (context, { accountId, fileCode }) => fileDetails(context, accountId, fileCode),
  'files.search': (context, { accountId, term }) => searchFiles(context, accountId, term),

  'reports.read': async ({ clients }, { accountId, from, to }) =>
    (await clients.of(accountId)).account.reports({ from, to }, { lane: 'interactive' }),

  'bulk.start': async ({ bulk, scheduler }, { accountId, work }) => {
    const id = await bulk.start(accountId, work);
    void scheduler.wake('bulk');
    return { id };
  },
  'bulk.stop': bulkAction('stop'),
  'bulk.resume': bulkAction('resume'),
  'bulk.undo': async ({ bulk, scheduler }, { id }) => {
    const undo = await bulk.undo(id);
    if (undo === null) throw new GoneError();
    void scheduler.wake('bulk');
    return { id: undo };
  },
  'bulk.retry': bulkAction('retry'),
  'bulk.decide': (context, { id, fileCode, again }) =>
    carryOut(context, () => context.bulk.decide(id, fileCode, again)),
  'bulk.dismiss': bulkAction('dismiss'),

  'activity.clear': async ({ uploads, live }) => {
    await uploads.clearEvents();
    live.changed('activity');
  },

  'settings.change': async (context, change) => {
    await context.settings.update((settings) => readSettings({ ...settings, ...change }));
    context.live.changed('settings');
    context.redrawMenu();
  },

  'picker.open': async (context, { pick }) => {
    const { private: _, ...picked } = await context.picks.get(pick);
    return picked;
  },
  'picker.send': async (context, { pick, folder, pin }) => {
    const stored = await context.picks.get(pick);
    const { accountId, links, reason, private: isPrivate } = stored;
    if (pin) await context.shortlists.change(accountId, (list) => withPin(list, folder, true));
    const anyway = reason === 'duplicate';
    const { outcome } = await sendLinks(context, { accountId, links, folder, anyway, private: isPrivate });
    // What was held back can still be sent from the same window.
    const held = links.filter(({ url }) => outcome.duplicates.includes(url));
    if (held.length > 0) await context.picks.put({ ...stored, links: held, reason: 'duplicate' }, pick);
    else await context.picks.drop(pick);
    return outcome;
  },

  'collect.start': async (context) => startCollection(context, await context.currentAccountId(), null),
  'collect.open': (context, { collection }) => openCollection(context, collection),
  'collect.send': (context, { collection, ...choice }) => sendCollected(context, collection, choice),
};

async function uploadAction(context: Context, action: () => Promise<boolean>): Promise<void> {
  if (!(await action())) throw new GoneError();
  void context.scheduler.wake('send', 'poll');
}

/** One of the actions on all transfers of an account. */
async function transferAction(
  { scheduler, clients }: Context,
  accountId: string,
  act: (accountId: string) => Promise<{ readonly msg: string }>,
): Promise<{ msg: string }> {
  // Rejects where the account is gone.
  await clients.of(accountId);
  const { msg } = await act(accountId);
  void scheduler.wake('send', 'poll');
  return { msg };
}

/** Answers a message with a `Reply`; undefined for what is no message of ours, so that somebody else may answer it. */
export function handleMessage(
  context: Context,
  message: unknown,
): Promise<Reply<keyof Messages>> | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { name, request } = message as Record<string, unknown>;
  if (typeof name !== 'string' || !Object.hasOwn(handlers, name)) return undefined;
  return answer(context, name as keyof Messages, request);
}

async function answer<N extends keyof Messages>(
  context: Context,
  name: N,
  request: unknown,
): Promise<Reply<N>> {
  try {
    // The sender is one of our own pages, compiled against the same protocol.
    const value = (await handlers[name](context, request as Request<N>)) ?? null;
    return { ok: true, value: value as Response<N> };
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'unexpected' || problem.store !== undefined) context.ports.onFault(error);
    return { ok: false, problem };
  }
}
