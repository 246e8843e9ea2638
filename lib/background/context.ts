/** Everything the background is made of, put together once for each life of the worker. Nothing is read or opened here. */
import { accountsStore } from '../accounts/store.ts';
import { createVault } from '../accounts/vault.ts';
import { createBulk } from '../bulk/bulk.ts';
import { createSync } from '../catalog/sync/sync.ts';
import { createMenuDrawing } from '../menus/drawing.ts';
import { menuTree } from '../menus/tree.ts';
import type { MessageName, Request, Response } from '../protocol.ts';
import { readSettings } from '../settings/settings.ts';
import { stored } from '../storage/stored.ts';
import { createTrackingStore } from '../uploads/tracking/progress.ts';
import { createUploads } from '../uploads/uploads.ts';
import { tombstoneStore } from './accounts.ts';
import { badgeOf } from './badge.ts';
import { createClients } from './clients.ts';
import { deliverEvents } from './event-delivery.ts';
import { createFolderChecks } from './folder-check.ts';
import { recordJob } from './job-event.ts';
import type { Live } from './live.ts';
import { createPagePayloads } from './page-payloads.ts';
import { createPicks } from './picks.ts';
import type { BrowserPorts } from './ports.ts';
import { NoAccountError } from './problems.ts';
import { rulesStore } from './rules.ts';
import { createScheduler } from './scheduler.ts';
import { createShortlists } from './shortlists.ts';
import { createStartDelays } from './start-delays.ts';
import type { Stores } from './stores.ts';
import { checkTakedowns } from './takedowns.ts';
import { createThrottle } from './throttle.ts';

export type Context = ReturnType<typeof createContext>;

/** Carries out a message. What resolves to nothing is answered with null. */
export type Handler<N extends MessageName> = (
  context: Context,
  request: Request<N>,
) => Promise<Response<N> extends null ? void : Response<N>>;

export function createContext(ports: BrowserPorts, stores: Stores, live: Live) {
  const { local, session, clock, random, makeId, online, onFault } = ports;
  const accounts = accountsStore(local);
  const vault = createVault(local);
  const settings = stored(local, 'settings', readSettings);
  const clients = createClients(ports, accounts, vault);
  const shortlists = createShortlists(local, () => {
    live.changed('folders');
    redrawMenu();
  });
  const payloads = createPagePayloads(ports);
  const startDelays = createStartDelays(session, clock, random);
  const { startAtMs } = startDelays;

  const clientFor = (accountId: string) =>
    clients.of(accountId).catch((error) => {
      if (error instanceof NoAccountError) return null;
      throw error;
    });
  const withFolderCheck = createFolderChecks(clock);

  const throttled = (call: () => void) => createThrottle(call, ports);
  const badge = throttled(() => void drawBadge().catch(onFault));
  const tellUploads = throttled(() => live.changed('uploads'));
  const tellJobs = throttled(() => live.changed('bulk'));
  const deliver = throttled(() => void scheduler.wake('deliver'));

  const uploads = createUploads({
    store: stores.uploads,
    tracking: createTrackingStore(session),
    ...{
      clock,
      random,
      isOnline: online,
      getStartTimeMs: startAtMs,
      listHeldLocks: ports.heldLocks,
      newId: makeId,
    },
    async clientFor(accountId) {
      const client = await clientFor(accountId);
      return client && withFolderCheck(client);
    },
    async hasHostPermission(accountId) {
      const account = (await accounts.get()).list.find(({ id }) => id === accountId);
      return account === undefined || ports.mayReach(account.baseUrl);
    },
    onChange(hasEvents) {
      tellUploads('now');
      badge('soon');
      if (hasEvents) deliver('soon');
    },
  });
  /** The catalog and its sync; what Linkhaul changes at the service is written down through it. */
  const catalog = createSync({
    writer: stores.catalog,
    ...{ clientFor, clock, random, isOnline: online, startAtMs },
    accountIds: async () => (await accounts.get()).list.map(({ id }) => id),
    isPageOpen: () => live.looking() > 0,
    onChange: throttled(() => live.changed('catalog')),
    onWork: () => void scheduler.wake('catalog'),
  });
  const bulk = createBulk({
    store: stores.bulk,
    ...{ clientFor, clock, random, isOnline: online, onFault },
    wait: (delayMs) => new Promise((resolve) => void ports.setTimer(() => resolve(), delayMs)),
    updateCatalog: async (accountId, learned) => void (await catalog.apply(accountId, learned)),
    findClaimed: uploads.listClaimed,
    onChange: () => tellJobs('now'),
    onEnd: (job) => recordJob(job, stores.bulk, uploads, clock()),
  });

  const scheduler = createScheduler(
    {
      send: () => uploads.run(),
      async poll() {
        const { pollSeconds, backgroundPollSeconds } = await settings.get();
        const nextPollMs = async () => {
          const isWatched = live.looking() > 0;
          const shortestMs = (isWatched ? pollSeconds : backgroundPollSeconds) * 1_000;
          return shortestMs === 0 ? null : uploads.nextPollMs({ isWatched, shortestMs });
        };
        const dueAtMs = await nextPollMs();
        if (dueAtMs === null || dueAtMs > clock()) return dueAtMs;
        await uploads.poll();
        return nextPollMs();
      },
      async deliver() {
        await deliverEvents(context);
        live.changed('activity');
        return null;
      },
      catalog: () => catalog.run(),
      bulk: () => bulk.run(),
      takedowns: (): Promise<number | null> => checkTakedowns(context),
    },
    ports,
    // A request that hangs must not hold up what was added meanwhile.
    { send: () => void uploads.run().catch(onFault) },
  );

  async function drawBadge(): Promise<void> {
    await ports.setBadge(badgeOf(await uploads.countUploads()));
  }

  const menu = createMenuDrawing({ session, draw: ports.drawMenu, onFault });
  async function drawMenu(): Promise<void> {
    const { currentId: accountId } = await accounts.get();
    const shortlist = await shortlists.of(accountId ?? '');
    const state = { accountId, shortlist, settings: await settings.get(), texts: ports.menuTexts };
    await menu.drawIfChanged(menuTree(state));
  }
  /** Draws the context menu where it differs from accounts, folders and settings. Nobody waits for it; faults are reported. */
  const redrawMenu = () => void drawMenu().catch(onFault);

  const context = {
    ports,
    stores,
    accounts,
    tombstones: tombstoneStore(local),
    vault,
    settings,
    rules: rulesStore(local),
    shortlists,
    clients,
    uploads,
    catalog,
    bulk,
    live,
    payloads,
    picks: createPicks(payloads),
    scheduler,
    startDelays,
    redrawMenu,
    /** Rejects with `NoAccountError` where there is none. */
    async currentAccountId(): Promise<string> {
      const { currentId } = await accounts.get();
      if (currentId === null) throw new NoAccountError();
      return currentId;
    },
    /** Accounts were added, removed or selected: tells the pages, and draws menu and badge anew. */
    accountsChanged() {
      live.changed('accounts');
      redrawMenu();
      badge('now');
    },
  };
  return context;
}
