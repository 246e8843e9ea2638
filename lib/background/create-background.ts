/**
 * The background: the only owner of the keys, the limiters and the uploads. It connects the domains of `lib`, and passes the browser's
 * events to them. The worker can end between any two lines, and the next one continues from what is stored.
 *
 * `lib/background`: what the user starts is in `actions/`, messages are in `handlers.ts`, and the browser is behind `ports.ts`. A handler
 * names the parts that it needs (`parts.ts`). This file creates each part from those above it. Only its callbacks call later parts. It
 * may import all of `lib`. Only `entrypoints` import it.
 */
import { type AccountBackoff, createBackoffStore } from '../accounts/account-backoff.ts';
import { createAccountStatus } from '../accounts/account-status.ts';
import { createAccountsStore, createTombstoneStore, findAccount } from '../accounts/accounts-store.ts';
import { getUnviewedDays, isDeletionRule } from '../accounts/deletion-rule.ts';
import { createVault } from '../accounts/vault.ts';
import { toEntry } from '../activity/activity.ts';
import { createActivityDatabase } from '../activity/activity-database.ts';
import { createActivityStore } from '../activity/activity-store.ts';
import { ApiError, type FileInfo } from '../api/index.ts';
import { createBulk } from '../bulk/bulk.ts';
import { createBulkDatabase } from '../bulk/bulk-database.ts';
import { createBulkStore } from '../bulk/bulk-store.ts';
import { listSeen } from '../catalog/change.ts';
import { createCatalogDatabase } from '../catalog/storage/catalog-database.ts';
import { createCatalogWriter } from '../catalog/storage/writer.ts';
import { createSync } from '../catalog/sync/sync.ts';
import { createRulesStore } from '../links/rules.ts';
import { createSettingsStore } from '../settings/settings.ts';
import { createSerialQueue } from '../timing/serial-queue.ts';
import { createDiskStore } from '../uploads/storage/disk-store.ts';
import { createMemoryStore } from '../uploads/storage/memory-store.ts';
import { combineStores } from '../uploads/storage/upload-store.ts';
import { createUploadsDatabase } from '../uploads/storage/uploads-database.ts';
import { createTrackingStore } from '../uploads/tracking/progress.ts';
import { createUploads } from '../uploads/uploads.ts';
import { isUnreachable } from '../uploads/waits.ts';
import { nameFolders } from './actions/account-files.ts';
import { finishMove } from './actions/change-address.ts';
import { checkDialect } from './actions/check-dialect.ts';
import { checkTakedowns } from './actions/check-takedowns.ts';
import { deliverEvents } from './actions/event-delivery.ts';
import { createExpiryCount } from './actions/expiring-files.ts';
import { sweepFetched } from './actions/fetches.ts';
import { finishImport } from './actions/import-backup.ts';
import { handleCommand, handleMenuClick, type PageClick } from './actions/menu-clicks.ts';
import { finishRemovals, sweepAccounts } from './actions/remove-account.ts';
import { recordFolderGone } from './actions/rules.ts';
import { createBadge } from './badge.ts';
import { createClients, withDetailsReported } from './clients.ts';
import { createDebugLog } from './debug-log.ts';
import { handleMessage } from './handlers.ts';
import { createChecksOfLinks } from './link-checks.ts';
import { createMenu } from './menu.ts';
import { createOpenPages, type PagePort } from './open-pages.ts';
import { createPageLearning } from './page-learning.ts';
import { createPagePayloads } from './page-payloads.ts';
import type { JobName, Parts } from './parts.ts';
import { createPickerRequests } from './picker-requests.ts';
import type { BrowserPorts } from './ports.ts';
import { NoAccountError } from './problems.ts';
import { recordJob } from './record-job.ts';
import { createScheduler } from './scheduler.ts';
import { createShortlists } from './shortlists.ts';
import { createStartDelays } from './start-delays.ts';
import { createThrottle } from './throttle.ts';
import { createToastPages } from './toast-pages.ts';
import { startClock } from './worker-clock.ts';

export type Background = ReturnType<typeof createBackground>;

/** Nothing is read or opened here. */
function createParts(browserPorts: BrowserPorts): Parts {
  const debugLog = createDebugLog(browserPorts);
  const withFaults: BrowserPorts = {
    ...browserPorts,
    onFault(fault) {
      debugLog.addFault(fault);
      browserPorts.onFault(fault);
    },
  };
  const { ports, databases } = startClock(withFaults, {
    uploads: createUploadsDatabase(),
    catalog: createCatalogDatabase(),
    bulk: createBulkDatabase(),
    activity: createActivityDatabase(),
  });
  const { local, session, clock, random, createId, isOnline, onFault } = ports;
  const throttle = (call: () => void) => createThrottle(call, ports);
  const openPages = createOpenPages(handlePageOpened, handlePageClosed);
  const isPageOpen = () => openPages.countPages() > 0;
  const startDelays = createStartDelays(session, clock, random);
  const { getStartTimeMs } = startDelays;

  // Stores. Each database is opened when it is first needed, and fails alone.
  const accounts = createAccountsStore(local);
  const tombstones = createTombstoneStore(local);
  const vault = createVault(local);
  const settings = createSettingsStore(local);
  const rules = createRulesStore(local);
  const payloads = createPagePayloads(ports);
  const toastPages = createToastPages(session);
  const uploadStore = combineStores(createDiskStore(databases.uploads), createMemoryStore(session));
  const catalogStore = createCatalogWriter(databases.catalog);
  const bulkStore = createBulkStore(databases.bulk);
  const activity = createActivityStore(databases.activity, session);
  const shortlists = createShortlists(local, () => {
    openPages.broadcastChange('folders');
    redrawMenu();
  });

  // Accounts.
  const clients = createClients({
    ...{ ports, accounts, tombstones, vault, debugLog },
    onDialectMismatch: (accountId) => report(checkDialect(parts, accountId)),
  });
  const clientFor = clients.find;
  const broadcastUploads = throttle(() => openPages.broadcastChange('uploads'));
  const accountStatus = createAccountStatus({
    store: createBackoffStore(local),
    clock,
    random,
    isOnline,
    hasAccount: async (accountId) => (await findAccount(accounts, accountId)) !== undefined,
    async hasHostPermission(accountId) {
      const account = await findAccount(accounts, accountId);
      return account === undefined || ports.hasHostPermission(account.baseUrl);
    },
    probe: async (accountId) => (await clientFor(accountId))?.account.probe({ lane: 'queue' }),
    onChange: () => broadcastUploads('now'),
    onBlocked: recordBlocked,
  });

  // Uploads.
  const uploads = createUploads({
    store: uploadStore,
    tracking: createTrackingStore(session),
    clock,
    random,
    isOnline,
    sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    getStartTimeMs,
    listHeldLocks: ports.queryHeldLocks,
    newId: createId,
    async clientFor(accountId) {
      const client = await clients.find(accountId);
      return client && withDetailsReported(client, (infos) => handleDetailsRead(accountId, infos));
    },
    accountStatus,
    hasHostPermission: ports.hasHostPermission,
    nameFolders: (accountId) => nameFolders({ catalogStore, shortlists, ports }, accountId),
    onFolderGone: (accountId, folderId) =>
      recordFolderGone({ rules, shortlists, openPages, ports }, accountId, folderId),
    onFetchDue: () => void ports.openSender().catch(onFault),
    onChange: handleUploadsChanged,
    onReachable: () => wake('send', 'poll'),
  });
  async function drawBadge(): Promise<void> {
    const withPrivate = await ports.hasPrivateWindow();
    await ports.setBadge(createBadge(await uploads.countUploads({ withPrivate })));
  }
  const updateBadge = throttle(() => void drawBadge().catch(onFault));
  const redrawMenu = createMenu({ ports, accounts, catalogStore, shortlists, settings });
  function onAccountsChanged(): void {
    openPages.broadcastChange('accounts');
    redrawMenu();
    updateBadge('now');
  }
  function checkConnection(accountId: string, error: unknown): void {
    if (!(error instanceof ApiError)) return;
    if (isUnreachable(error.code) || error.code === 'unauthorized') uploads.poll(accountId).catch(onFault);
  }

  // Files of the accounts, and bulk jobs.
  const catalog = createSync({
    writer: catalogStore,
    clientFor,
    accountStatus,
    clock,
    random,
    getStartTimeMs,
    countInfoRequests: clients.countInfoRequests,
    async watchedDays(accountId) {
      const days = (await findAccount(accounts, accountId))?.deletesAfterDays;
      return isDeletionRule(days) ? getUnviewedDays(days) : null;
    },
    accountIds: async () => (await accounts.get()).list.map(({ id }) => id),
    isPageOpen,
    onChange: throttle(() => {
      openPages.broadcastChange('catalog');
      report(countExpiring());
    }),
    onListed: createPageLearning({ ports, accounts, catalogStore, onAccountsChanged }),
    onSeen: (accountId, files, sinceMs) => void uploads.noteFiles(accountId, files, sinceMs).catch(onFault),
    onWork: () => wake('catalog', 'details'),
    onFailure: checkConnection,
  });
  const countExpiring = createExpiryCount({ accounts, catalog, catalogStore, openPages, ports });
  const broadcastJobs = throttle(() => openPages.broadcastChange('bulk'));
  const bulk = createBulk({
    store: bulkStore,
    clientFor,
    accountStatus,
    clock,
    random,
    isOnline,
    onFault,
    wait: (delayMs) => new Promise((resolve) => void ports.setTimer(() => resolve(), delayMs)),
    async updateCatalog(accountId, learned) {
      await catalog.apply(accountId, learned);
      await uploads.noteFiles(accountId, listSeen(learned)).catch(onFault);
      if (learned.gone?.length) await uploads.markFilesDeleted(accountId, learned.gone);
    },
    findClaimed: uploads.listClaimed,
    onChange: () => broadcastJobs('now'),
    // The job ends even if the activity can't be written.
    onEnd: (job) =>
      recordJob(job, bulkStore, activity, clock())
        .catch(onFault)
        .then(() => openPages.broadcastChange('activity')),
  });
  const linkChecks = createChecksOfLinks({
    ...{ ports, accountStatus, clients, catalog, catalogStore },
    onChange: () => broadcastJobs('soon'),
  });

  // Jobs, which run when they are due.
  const scheduler = createScheduler(
    {
      send: () => uploads.run(),
      async poll() {
        const { pollSeconds, backgroundPollSeconds } = await settings.get();
        const readNeed = () => {
          const isWatched = isPageOpen();
          return { isWatched, shortestMs: (isWatched ? pollSeconds : backgroundPollSeconds) * 1_000 };
        };
        const nextPollMs = async () => (readNeed().shortestMs === 0 ? null : uploads.nextPollMs(readNeed()));
        const dueAtMs = await nextPollMs();
        if (dueAtMs === null || dueAtMs > clock()) return dueAtMs;
        await uploads.pollDue(readNeed());
        return nextPollMs();
      },
      async deliver() {
        await deliverEvents(parts);
        await uploads.recordDelivered((events) => activity.add(events.map(toEntry)));
        openPages.broadcastChange('activity');
        return null;
      },
      catalog: () => catalog.run(),
      async details() {
        const nextMs = await catalog.runDetails();
        await countExpiring();
        return nextMs;
      },
      bulk: () => bulk.run(),
      checks: () => linkChecks.run(),
      takedowns: () => checkTakedowns(parts),
    },
    ports,
    // A hanging request must not block uploads that are added meanwhile.
    { send: () => void uploads.run().catch(onFault) },
  );
  const wakeDelivery = throttle(() => void scheduler.wake('deliver'));

  const parts: Parts = {
    ...{ ports, debugLog, openPages, startDelays, scheduler },
    ...{ accounts, tombstones, vault, clients, accountStatus, onAccountsChanged, checkConnection },
    ...{ settings, rules, shortlists, payloads, toastPages, redrawMenu },
    ...{ uploads, activity, catalog, catalogStore, bulk, linkChecks },
    pickerRequests: createPickerRequests(payloads),
    changeAccounts: createSerialQueue(),
    async getAccount(accountId) {
      const account = await findAccount(accounts, accountId);
      if (account === undefined) throw new NoAccountError();
      return account;
    },
    async getCurrentAccountId() {
      const { currentId } = await accounts.get();
      if (currentId === null) throw new NoAccountError();
      return currentId;
    },
  };

  function report(work: Promise<unknown>): void {
    work.catch(onFault);
  }
  function wake(...jobs: JobName[]): void {
    report(scheduler.wake(...jobs));
  }
  function handlePageOpened(): void {
    startDelays.endDelays();
    report(pollForPage());
  }
  /** Includes transfers started outside Linkhaul, which nothing else waits for. */
  async function pollForPage(): Promise<void> {
    const { currentId } = await accounts.get();
    await Promise.all([currentId === null ? [] : uploads.poll(currentId), scheduler.wake()]);
  }
  function handlePageClosed(): void {
    // The closed page may have been sending files.
    openPages.broadcastChange('uploads');
    wake('send');
  }
  function recordBlocked(backoff: AccountBackoff): Promise<void> {
    return uploads.recordBlocked(backoff);
  }
  function handleUploadsChanged(hasEvents: boolean): void {
    broadcastUploads('now');
    updateBadge('soon');
    if (hasEvents) wakeDelivery('soon');
  }
  /** Learns the addresses of players even if nobody has opened the catalog. */
  function handleDetailsRead(accountId: string, infos: readonly FileInfo[]): void {
    report(catalog.learn(accountId, infos));
  }
  return parts;
}

export function createBackground(browserPorts: BrowserPorts) {
  const parts = createParts(browserPorts);
  const { ports, debugLog, openPages, accounts, accountStatus, uploads, scheduler, startDelays } = parts;
  debugLog.add('worker started');

  // An earlier worker may have been interrupted.
  parts.redrawMenu();
  void finishRemovals(parts).catch(ports.onFault);
  void finishImport(parts).catch(ports.onFault);
  void finishMove(parts).catch(ports.onFault);
  void parts.payloads.removeExpired().catch(ports.onFault);
  void sweepFetched(parts).catch(ports.onFault);
  // Disabling and enabling the extension removes the alarm without an event.
  void ports
    .hasAlarm()
    .then((isSet) => (isSet ? undefined : scheduler.wake()))
    .catch(ports.onFault);

  async function handleStarted(): Promise<void> {
    parts.onAccountsChanged();
    await sweepAccounts(parts).catch(ports.onFault);
    await handlePermissionsChanged();
    await scheduler.wake();
  }

  async function handlePermissionsChanged(): Promise<void> {
    const { list } = await accounts.get();
    for (const { id, baseUrl } of list) {
      if (await ports.hasHostPermission(baseUrl)) await accountStatus.endBackoff(id, ['permission']);
      else await accountStatus.block(id);
    }
    await uploads.retryReachable();
    await scheduler.wake('send');
  }

  return {
    /** @param first after an install, not an update */
    async installed(first: boolean): Promise<void> {
      const { list } = await accounts.get();
      if (first && list.length === 0) await ports.openSettings();
      await handleStarted();
    },
    started: handleStarted,
    /** Call for an alarm, or when the browser is online again. */
    wake: (): Promise<void> => scheduler.wake(),
    permissionsChanged(): Promise<void> {
      startDelays.endDelays();
      return handlePermissionsChanged();
    },
    menuClicked(id: string | number, click: PageClick): Promise<void> {
      startDelays.endDelays();
      return handleMenuClick(parts, id, click);
    },
    commandPressed(command: string, page: PageClick): Promise<void> {
      startDelays.endDelays();
      return handleCommand(parts, command, page);
    },
    message(message: unknown): Promise<unknown> | undefined {
      startDelays.endDelays();
      return handleMessage(parts, message);
    },
    pageOpened: (port: PagePort): void => openPages.addPage(port),
  };
}
