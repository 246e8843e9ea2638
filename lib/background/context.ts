/** Everything the background is made of, put together once for each life of the worker. */
import type { Accounts } from '../accounts/account.ts';
import { accountsStore } from '../accounts/store.ts';
import { createVault, type Vault } from '../accounts/vault.ts';
import { type Activity, createActivity } from '../activity/activity.ts';
import type { Bulk } from '../bulk/bulk.ts';
import type { Sync } from '../catalog/sync.ts';
import { withoutFolder } from '../folders/shortlist.ts';
import { menuTree } from '../menus/tree.ts';
import type { OutboxItem } from '../outbox/item.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { type Stored, stored } from '../storage/stored.ts';
import type { WatchedTransfer } from '../watch/transfer.ts';
import { createWatch, type Watch } from '../watch/watch.ts';
import { createBulkWork } from './bulk.ts';
import { createCatalog } from './catalog.ts';
import { type Clients, createClients } from './clients.ts';
import { createDriver, type Driver, type Job } from './driver.ts';
import { createFolderChecks } from './folder-check.ts';
import type { Live } from './live.ts';
import { createPicks, type Picks } from './picks.ts';
import type { BrowserPorts } from './ports.ts';
import { NoAccountError } from './problems.ts';
import { createShortlists, type Shortlists } from './shortlists.ts';
import type { Stores } from './stores.ts';
import { createTelling } from './telling.ts';

export interface Context {
  readonly ports: BrowserPorts;
  readonly stores: Stores;
  readonly accounts: Stored<Accounts>;
  readonly vault: Vault;
  readonly settings: Stored<Settings>;
  readonly shortlists: Shortlists;
  readonly clients: Clients;
  readonly outbox: Outbox;
  readonly watch: Watch;
  /** The catalog and its sync; what Linkhaul changes at the service is written down through it. */
  readonly catalog: Sync;
  readonly bulk: Bulk;
  readonly activity: Activity;
  readonly live: Live;
  readonly picks: Picks;
  readonly driver: Driver;
  /** The current account's id; rejects with `NoAccountError` where there is none. */
  currentAccountId(): Promise<string>;
  /** Draws the context menu anew from accounts, folders and settings. */
  redrawMenu(): Promise<void>;
  /** Accounts were added, removed or selected: tells the pages and draws the menu anew. */
  accountsChanged(): Promise<void>;
}

export function createContext(ports: BrowserPorts, stores: Stores, live: Live): Context {
  const { local, session, clock, random, makeId, online } = ports;
  const accounts = accountsStore(local);
  const vault = createVault(local);
  const settings = stored(local, 'settings', readSettings);
  const clients = createClients({ accounts, vault, session });
  const activity = createActivity({
    store: stores.activity,
    clock,
    onChange: () => live.changed('activity'),
  });
  const telling = createTelling({ ports, stores, accounts, live, activity });

  const clientFor = (accountId: string) =>
    clients.of(accountId).catch((error) => {
      if (error instanceof NoAccountError) return null;
      throw error;
    });
  const checked = createFolderChecks(clock);
  const watch = createWatch({
    store: stores.watch,
    clientFor,
    clock,
    onEvent: async (event) => {
      await telling.ofWatch(event);
      if (event.type === 'changed') return;
      if (event.type === 'done') await catalog.arrived(arrivalOf(event.transfer));
      // However a transfer ended, its slot is free for what waits.
      await outbox.slotFreed(event.transfer.accountId);
      void driver.poke();
    },
  });
  const outbox = createOutbox({
    store: stores.outbox,
    clientFor: async (accountId) => checked.of(await clientFor(accountId)),
    clock,
    random,
    online,
    newId: makeId,
    transfers: (accountId) => watch.known(accountId),
    onEvent: async (event) => {
      // A folder that is gone is offered no more.
      if (event.type === 'refused' && event.item.failure === 'not-found') {
        const { accountId, folder } = event.item;
        await shortlists.change(accountId, (shortlist) => withoutFolder(shortlist, folder.id));
      }
      // "Sent" is told before the watch can tell of the end.
      await telling.ofOutbox(event);
      if (event.type === 'accepted') {
        await watch.follow(followed(event.item));
        void driver.poke();
      }
    },
  });
  const sending: Job = async () => (await outbox.run()).nextWakeAt;
  const looking: Job = async () => {
    const dueAt = await watch.nextLookAt({ looking: live.looking() > 0 });
    if (dueAt !== null && dueAt <= clock()) await watch.look();
    return watch.nextLookAt({ looking: live.looking() > 0 });
  };
  const catalog = createCatalog({
    ...{ ports, accounts, clientFor, live },
    writer: stores.catalog,
    poke: () => void driver.poke(),
  });
  const bulk = createBulkWork({
    ...{ ports, stores, clientFor, live },
    learn: async (accountId, learned) => void (await catalog.apply(accountId, learned)),
    activity,
  });
  const driver = createDriver([sending, looking, () => catalog.run(), () => bulk.run()], ports);

  async function redrawMenu(): Promise<void> {
    const { currentId } = await accounts.get();
    const { oneClick } = await settings.get();
    const shortlist = await shortlists.of(currentId ?? '');
    await ports.drawMenu(menuTree({ accountId: currentId, shortlist, oneClick, texts: ports.menuTexts }));
  }
  const shortlists = createShortlists(local, async () => {
    live.changed('folders');
    await redrawMenu();
  });

  return {
    ports,
    stores,
    accounts,
    vault,
    settings,
    shortlists,
    clients,
    outbox,
    watch,
    catalog,
    bulk,
    activity,
    live,
    picks: createPicks(session, makeId),
    driver,
    async currentAccountId() {
      const { currentId } = await accounts.get();
      if (currentId === null) throw new NoAccountError();
      return currentId;
    },
    redrawMenu,
    async accountsChanged() {
      live.changed('accounts');
      await redrawMenu();
      await telling.badge();
    },
  };
}

/** What the watch hands over to the catalog; nothing of the address of a link from a private window. */
function arrivalOf({ accountId, fileCode, title, folderId, private: isPrivate }: WatchedTransfer) {
  return { accountId, fileCode, title: isPrivate ? null : title, folderId };
}

/** What the outbox hands over to the watch. */
function followed({
  accountId,
  fileCode,
  url,
  title,
  folder,
  private: isPrivate,
}: OutboxItem & { fileCode: string }) {
  return {
    accountId,
    fileCode,
    url,
    title,
    folderId: folder.id,
    folderName: folder.name || null,
    private: isPrivate,
  };
}
