/** What each message of the protocol does. A message is added by one line here and one in `lib/protocol.ts`. */

import { withoutAccount } from '../accounts/account.ts';
import type { Client } from '../api/index.ts';
import { withDefault, withPin } from '../folders/shortlist.ts';
import type { Messages, Reply, Request, Response } from '../protocol.ts';
import { readSettings } from '../settings/settings.ts';
import { bulkAction, carryOut } from './bulk.ts';
import { openCollection, sendCollected, startCollection } from './collect.ts';
import { check, connect } from './connect.ts';
import type { Context } from './context.ts';
import { createFolder, fileDetails, renameFolder, searchFiles } from './files.ts';
import { GoneError, problemOf } from './problems.ts';
import { changeFolder, sendLinks } from './send.ts';

/** What a person waits for goes first. */
const clicked = { lane: 'interactive' } as const;

type Handlers = {
  readonly [N in keyof Messages]: (context: Context, request: Request<N>) => Promise<Response<N>>;
};

const handlers: Handlers = {
  'accounts.connect': (context, { address, key }) => connect(context, address, key),
  'accounts.check': (context, { accountId }) => check(context, accountId),
  'accounts.select': async (context, { accountId }) => {
    await context.accounts.update(({ list }) => ({ list, currentId: accountId }));
    await context.accountsChanged();
    return null;
  },
  'accounts.remove': async (context, { accountId }) => {
    await context.vault.drop(accountId);
    await context.accounts.update((accounts) => withoutAccount(accounts, accountId));
    context.clients.forget(accountId);
    await context.outbox.removeAccount(accountId);
    await context.watch.removeAccount(accountId);
    await context.catalog.removeAccount(accountId);
    await context.bulk.removeAccount(accountId);
    await context.shortlists.drop(accountId);
    await context.accountsChanged();
    return null;
  },

  'links.send': async (context, { links, folder, accountId, anyway, private: isPrivate }) => {
    const id = accountId ?? (await context.currentAccountId());
    const { default: chosen } = await context.shortlists.of(id);
    return sendLinks(context, {
      accountId: id,
      links,
      folder: folder ?? chosen,
      anyway,
      private: isPrivate ?? false,
    });
  },

  'outbox.retry': (context, { id }) => outboxAction(context, () => context.outbox.retry(id)),
  'outbox.checkAgain': (context, { id }) => outboxAction(context, () => context.outbox.checkAgain(id)),
  'outbox.sendAgain': (context, { id }) => outboxAction(context, () => context.outbox.sendAgain(id)),
  'outbox.remove': (context, { id }) => outboxAction(context, () => context.outbox.remove(id)),
  'outbox.pause': async ({ outbox }) => {
    await outbox.pause();
    return null;
  },
  'outbox.resume': async ({ outbox, driver }) => {
    await outbox.resume();
    void driver.poke();
    return null;
  },
  'outbox.reorder': async ({ outbox }, { ids, beforeId }) => {
    await outbox.reorder(ids, beforeId);
    return null;
  },
  'outbox.setFolder': (context, { id, folder }) =>
    outboxAction(context, () => changeFolder(context, id, folder)),

  'transfers.refresh': async (context) => {
    const [failed] = await context.watch.look(await context.currentAccountId(), 'interactive');
    if (failed) throw failed.error;
    return null;
  },
  'transfers.restartFailed': (context) =>
    transferAction(
      context,
      (calls) => calls.restartErrors(clicked),
      (id) => context.watch.restarted(id),
    ),
  'transfers.clearFailed': (context) =>
    transferAction(
      context,
      async (calls, id) => {
        // What has failed since the last look would be taken for one that has vanished.
        await context.watch.look(id, 'interactive');
        return calls.clearErrors(clicked);
      },
      (id) => context.watch.cleared(id, 'failed'),
    ),
  'transfers.clearAll': (context) =>
    transferAction(
      context,
      (calls) => calls.clearAll(clicked),
      (id) => context.watch.cleared(id, 'all'),
    ),
  'transfers.delete': async (context, { accountId, fileCode }) => {
    const client = await context.clients.of(accountId);
    await client.remoteUploads.delete(fileCode, clicked);
    await context.watch.remove(accountId, fileCode);
    void context.driver.poke();
    return null;
  },
  'transfers.dismiss': async (context, { accountId, fileCode }) => {
    await context.watch.dismiss(accountId, fileCode);
    return null;
  },

  'folders.list': async (context, { folderId, accountId }) => {
    const client = await context.clients.of(accountId ?? (await context.currentAccountId()));
    const { folders } = await client.folders.list(folderId, { onlyFolders: true }, clicked);
    return folders.map(({ folderId: id, name }) => ({ id, name }));
  },
  'folders.create': async (context, { name, parentId, accountId }) => {
    const id = accountId ?? (await context.currentAccountId());
    return createFolder(context, id, { name, parentId });
  },
  'folders.rename': (context, { accountId, folderId, name }) =>
    renameFolder(context, accountId, { id: folderId, name }),
  'folders.setDefault': async (context, { folder }) => {
    await context.shortlists.change(await context.currentAccountId(), (list) => withDefault(list, folder));
    return null;
  },
  'folders.pin': async (context, { folder, pinned }) => {
    await context.shortlists.change(await context.currentAccountId(), (list) =>
      withPin(list, folder, pinned),
    );
    return null;
  },

  'catalog.visit': async ({ catalog, ports }, { accountId, folderId }) => {
    // What comes of it is seen in the catalog; nobody waits for it.
    catalog.visit(accountId, folderId).catch(ports.onFault);
    return null;
  },
  'catalog.refresh': async ({ catalog }, { accountId, folderId }) => {
    await catalog.refresh(accountId, folderId);
    return null;
  },
  'catalog.stop': async ({ catalog }, { accountId }) => {
    await catalog.stop(accountId);
    return null;
  },
  'catalog.resume': async ({ catalog }, { accountId }) => {
    await catalog.resume(accountId);
    return null;
  },

  'files.details': (context, { accountId, fileCode }) => fileDetails(context, accountId, fileCode),
  'files.search': (context, { accountId, term }) => searchFiles(context, accountId, term),

  'bulk.start': async ({ bulk, driver }, { accountId, work }) => {
    const id = await bulk.start(accountId, work);
    void driver.poke();
    return { id };
  },
  'bulk.stop': bulkAction('stop'),
  'bulk.resume': bulkAction('resume'),
  'bulk.undo': async ({ bulk, driver }, { id }) => {
    const undo = await bulk.undo(id);
    if (undo === null) throw new GoneError();
    void driver.poke();
    return { id: undo };
  },
  'bulk.retry': bulkAction('retry'),
  'bulk.decide': (context, { id, fileCode, again }) =>
    carryOut(context, () => context.bulk.decide(id, fileCode, again)),
  'bulk.dismiss': bulkAction('dismiss'),

  'activity.clear': async ({ activity }) => {
    await activity.clear();
    return null;
  },

  'settings.change': async (context, change) => {
    await context.settings.update((settings) => readSettings({ ...settings, ...change }));
    context.live.changed('settings');
    await context.redrawMenu();
    return null;
  },

  'picker.open': async (context, { pick }) => {
    const { reason, accountId, links, clicked } = await pickOf(context, pick);
    return { reason, accountId, links, clicked };
  },
  'picker.send': async (context, { pick, folder, pin }) => {
    const stored = await pickOf(context, pick);
    const { accountId, links, reason, private: isPrivate } = stored;
    if (pin) await context.shortlists.change(accountId, (list) => withPin(list, folder, true));
    const anyway = reason === 'duplicate';
    const outcome = await sendLinks(context, { accountId, links, folder, anyway, private: isPrivate });
    // What was held back can still be sent from the same window.
    const held = links.filter(({ url }) => outcome.duplicates.includes(url));
    if (held.length > 0) await context.picks.put({ ...stored, links: held, reason: 'duplicate' }, pick);
    else await context.picks.drop(pick);
    return outcome;
  },

  'collect.start': async (context) => {
    await startCollection(context, await context.currentAccountId());
    return null;
  },
  'collect.open': (context, { collection }) => openCollection(context, collection),
  'collect.send': (context, { collection, ...choice }) => sendCollected(context, collection, choice),
};

async function outboxAction(context: Context, action: () => Promise<boolean>): Promise<null> {
  if (!(await action())) throw new GoneError();
  void context.driver.poke();
  return null;
}

/** One of the actions on all of the current account's transfers, and a look at what it did. */
async function transferAction(
  { clients, watch, driver, currentAccountId }: Context,
  act: (calls: Client['remoteUploads'], accountId: string) => Promise<{ msg: string }>,
  afterwards: (accountId: string) => Promise<void>,
): Promise<{ msg: string }> {
  const accountId = await currentAccountId();
  const { msg } = await act((await clients.of(accountId)).remoteUploads, accountId);
  await afterwards(accountId);
  await watch.look(accountId);
  void driver.poke();
  return { msg };
}

async function pickOf(context: Context, id: string) {
  const pick = await context.picks.get(id);
  if (!pick) throw new GoneError();
  return pick;
}

/** Answers a message with a `Reply`; undefined for what is no message of ours, so that somebody else may answer it. */
export function handleMessage(
  ready: Promise<Context>,
  message: unknown,
): Promise<Reply<keyof Messages>> | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { name, request } = message as Record<string, unknown>;
  if (typeof name !== 'string' || !Object.hasOwn(handlers, name)) return undefined;
  return answer(ready, name as keyof Messages, request);
}

async function answer<N extends keyof Messages>(
  ready: Promise<Context>,
  name: N,
  request: unknown,
): Promise<Reply<N>> {
  const context = await ready;
  try {
    // The sender is one of our own pages, compiled against the same protocol.
    return { ok: true, value: await handlers[name](context, request as Request<N>) };
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'unexpected') context.ports.onFault(error);
    return { ok: false, problem };
  }
}
