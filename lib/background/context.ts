/** Everything the background is made of, put together once for each life of the worker. Nothing is read or opened here. */
import type { Accounts } from '../accounts/account.ts';
import { accountsStore } from '../accounts/store.ts';
import { createVault, type Vault } from '../accounts/vault.ts';
import type { Bulk } from '../bulk/bulk.ts';
import type { Sync } from '../catalog/sync.ts';
import { createMenuDrawing } from '../menus/drawing.ts';
import { menuTree } from '../menus/tree.ts';
import type { MessageName, Request, Response } from '../protocol.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { type Stored, stored } from '../storage/stored.ts';
import { trackingStore } from '../uploads/tracking/progress.ts';
import { createUploads, type Uploads } from '../uploads/uploads.ts';
import { tombstoneStore } from './accounts.ts';
import { badgeOf } from './badge.ts';
import { createBulkWork } from './bulk.ts';
import { createCatalog } from './catalog.ts';
import { type Clients, createClients } from './clients.ts';
import { createEventDelivery } from './event-delivery.ts';
import { createFolderChecks } from './folder-check.ts';
import type { Live } from './live.ts';
import { createPagePayloads, type PagePayloads } from './page-payloads.ts';
import { createPicks, type Picks } from './picks.ts';
import type { BrowserPorts } from './ports.ts';
import { NoAccountError } from './problems.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { createShortlists, type Shortlists } from './shortlists.ts';
import { createStartDelays, type StartDelays } from './start-delays.ts';
import type { Stores } from './stores.ts';
import { createThrottle } from './throttle.ts';

export type JobName = 'send' | 'poll' | 'deliver' | 'catalog' | 'bulk';

/** Carries out a message. What resolves to nothing is answered with null. */
export type Handler<N extends MessageName> = (
  context: Context,
  request: Request<N>,
) => Promise<Response<N> extends null ? void : Response<N>>;

export interface Context {
  readonly ports: BrowserPorts;
  readonly stores: Stores;
  readonly accounts: Stored<Accounts>;
  readonly tombstones: Stored<readonly string[]>;
  readonly vault: Vault;
  readonly settings: Stored<Settings>;
  readonly shortlists: Shortlists;
  readonly clients: Clients;
  readonly uploads: Uploads;
  /** The catalog and its sync; what Linkhaul changes at the service is written down through it. */
  readonly catalog: Sync;
  readonly bulk: Bulk;
  readonly live: Live;
  /** What pages were opened for. */
  readonly payloads: PagePayloads;
  readonly picks: Picks;
  readonly scheduler: Scheduler<JobName>;
  readonly startDelays: StartDelays;
  /** The current account's id; rejects with `NoAccountError` where there is none. */
  currentAccountId(): Promise<string>;
  /** Draws the context menu where it differs from accounts, folders and settings. Nobody waits for it; faults are reported. */
  redrawMenu(): void;
  /** Accounts were added, removed or selected: tells the pages, and draws menu and badge anew. */
  accountsChanged(): void;
}

export function createContext(ports: BrowserPorts, stores: Stores, live: Live): Context {
  const { local, session, clock, random, makeId, online, onFault } = ports;
  const accounts = accountsStore(local);
  const vault = createVault(local);
  const settings = stored(local, 'settings', readSettings);
  const { repeatsAfterNetworkError } = ports;
  const clients = createClients({ accounts, vault, session, repeatsAfterNetworkError });
  const shortlists = createShortlists(local, async () => {
    live.changed('folders');
    redrawMenu();
  });
  const wake = (...names: readonly JobName[]) => void scheduler.wake(...names).catch(onFault);

  const clientFor = (accountId: string) =>
    clients.of(accountId).catch((error) => {
      if (error instanceof NoAccountError) return null;
      throw error;
    });
  const folderChecks = createFolderChecks(clock);
  const startDelays = createStartDelays(session, clock, random);
  const { startAtMs } = startDelays;
  const badge = createThrottle(() => void drawBadge().catch(onFault), ports);
  const tellPages = createThrottle(() => live.changed('uploads'), ports);
  const deliver = createThrottle(() => wake('deliver'), ports);
  const uploads = createUploads({
    store: stores.uploads,
    tracking: trackingStore(session),
    clientFor: async (accountId) => folderChecks.of(await clientFor(accountId)),
    async mayReach(accountId) {
      const account = (await accounts.get()).list.find(({ id }) => id === accountId);
      return account === undefined || ports.mayReach(account.baseUrl);
    },
    ...{ clock, random, online, startAtMs, newId: makeId },
    onChange(hasEvents) {
      tellPages('now');
      badge('soon');
      if (hasEvents) deliver('soon');
    },
  });
  const catalog = createCatalog({
    ...{ ports, accounts, clientFor, live, startAtMs },
    writer: stores.catalog,
    wake: () => wake('catalog'),
  });
  const bulk = createBulkWork({
    ...{ ports, stores, clientFor, live, uploads },
    learn: async (accountId, learned) => void (await catalog.apply(accountId, learned)),
  });
  const deliverEvents = createEventDelivery({ ports, accounts, shortlists, catalog, uploads, wake });

  const scheduler = createScheduler<JobName>(
    {
      send: () => uploads.run(),
      async poll() {
        const nextPollMs = () => uploads.nextPollMs({ isWatched: live.looking() > 0 });
        const dueAtMs = await nextPollMs();
        if (dueAtMs === null || dueAtMs > clock()) return dueAtMs;
        await uploads.poll();
        return nextPollMs();
      },
      async deliver() {
        await deliverEvents();
        live.changed('activity');
        return null;
      },
      catalog: () => catalog.run(),
      bulk: () => bulk.run(),
    },
    ports,
    // A request that hangs must not hold up what was added meanwhile.
    { send: () => void uploads.run().catch(onFault) },
  );

  async function drawBadge(): Promise<void> {
    await ports.setBadge(badgeOf(await uploads.counts()));
  }

  const menu = createMenuDrawing({ session, draw: ports.drawMenu, onFault });
  async function drawMenu(): Promise<void> {
    const { currentId } = await accounts.get();
    const { oneClick } = await settings.get();
    const shortlist = await shortlists.of(currentId ?? '');
    const { menuTexts: texts } = ports;
    await menu.drawIfChanged(menuTree({ accountId: currentId, shortlist, oneClick, texts }));
  }
  const redrawMenu = () => void drawMenu().catch(onFault);
  const payloads = createPagePayloads(ports);

  return {
    ports,
    stores,
    accounts,
    vault,
    settings,
    shortlists,
    clients,
    uploads,
    catalog,
    bulk,
    live,
    scheduler,
    startDelays,
    tombstones: tombstoneStore(local),
    payloads,
    picks: createPicks(payloads),
    async currentAccountId() {
      const { currentId } = await accounts.get();
      if (currentId === null) throw new NoAccountError();
      return currentId;
    },
    redrawMenu,
    accountsChanged() {
      live.changed('accounts');
      redrawMenu();
      badge('now');
    },
  };
}
