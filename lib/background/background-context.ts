/** The parts of the background, created once for each worker. Nothing is read or opened here. */
import { type Account, changeAccount, getAccountLabel } from '../accounts/account.ts';
import { createBackoffStore } from '../accounts/account-backoff.ts';
import { createAccountsStore, createTombstoneStore } from '../accounts/accounts-store.ts';
import { getUnviewedDays, isDeletionRule } from '../accounts/deletion-rule.ts';
import { createAccountGate } from '../accounts/gate.ts';
import { learnPages, withLearnedPages } from '../accounts/learn-pages.ts';
import { createTakedownStore } from '../accounts/takedown-record.ts';
import { createVault } from '../accounts/vault.ts';
import { ApiError } from '../api/index.ts';
import { createBulk } from '../bulk/bulk.ts';
import { createBulkStore } from '../bulk/bulk-store.ts';
import { createCheckStore } from '../bulk/link-check/check-store.ts';
import { createLinkChecks } from '../bulk/link-check/link-checks.ts';
import { listCodeLengths } from '../catalog/query/code-lengths.ts';
import { createCatalogDatabase } from '../catalog/storage/catalog-database.ts';
import { createCatalogWriter } from '../catalog/storage/writer.ts';
import { createSync } from '../catalog/sync/sync.ts';
import { createRulesStore } from '../links/rules.ts';
import { createMenuDrawing } from '../menus/menu-drawing.ts';
import { createMenuEntries } from '../menus/menu-entries.ts';
import type { MessageName, MessageRequest, MessageResponse } from '../protocol.ts';
import { createSettingsStore } from '../settings/settings.ts';
import { createSerialQueue } from '../timing/serial-queue.ts';
import { createDiskStore } from '../uploads/storage/disk-store.ts';
import { createMemoryStore } from '../uploads/storage/memory-store.ts';
import { combineStores } from '../uploads/storage/upload-store.ts';
import { createUploadsDatabase } from '../uploads/storage/uploads-database.ts';
import { createTrackingStore } from '../uploads/tracking/progress.ts';
import { createUploads } from '../uploads/uploads.ts';
import type { UploadsClient, UploadsContext } from '../uploads/uploads-context.ts';
import { isUnreachable } from '../uploads/waits.ts';
import { createBadge } from './badge.ts';
import { createClients } from './clients.ts';
import type { DebugLog } from './debug-log.ts';
import type { OpenPages } from './open-pages.ts';
import { createPagePayloads } from './page-payloads.ts';
import { createPickerRequests } from './picker-requests.ts';
import type { BrowserPorts } from './ports.ts';
import { NoAccountError } from './problems.ts';
import { recordJob } from './record-job.ts';
import { createScheduler } from './scheduler.ts';
import { createShortlists } from './shortlists.ts';
import { createStartDelays } from './start-delays.ts';
import { createThrottle } from './throttle.ts';

export type Context = ReturnType<typeof createContext>;

/** How far back deleted files are looked for in a check of links: a year. */
const deletedHours = 365 * 24;

/** `undefined` is answered with null. */
export type Handler<N extends MessageName> = (
  context: Context,
  request: MessageRequest<N>,
) => Promise<MessageResponse<N> extends null ? void : MessageResponse<N>>;

/** Scheduled actions, which need the context themselves. */
interface ScheduledActions {
  readonly deliverEvents: () => Promise<void>;
  /** The account's host seems to speak another dialect. */
  readonly checkDialect: (accountId: string) => Promise<void>;
  /** Resolves to the time of the next check, milliseconds since the epoch; null: none. */
  readonly checkTakedowns: () => Promise<number | null>;
  readonly countExpiring: () => Promise<void>;
  readonly recordMissingFolder: UploadsContext['onFolderGone'];
}

export function createContext(
  ports: BrowserPorts,
  openPages: OpenPages,
  actions: ScheduledActions,
  debugLog: DebugLog,
) {
  const { local, session, clock, random, createId, isOnline, onFault } = ports;
  /** Each is opened when it is first needed, and fails alone. */
  const stores = {
    uploads: combineStores(createDiskStore(createUploadsDatabase()), createMemoryStore(session)),
    catalog: createCatalogWriter(createCatalogDatabase()),
    bulk: createBulkStore(),
    checks: createCheckStore(),
  };
  const accounts = createAccountsStore(local);
  const vault = createVault(local);
  const settings = createSettingsStore(local);
  const clients = createClients(ports, accounts, vault, debugLog, (accountId) => {
    actions.checkDialect(accountId).catch(onFault);
  });
  const shortlists = createShortlists(local, () => {
    openPages.broadcastChange('folders');
    redrawMenu();
  });
  const payloads = createPagePayloads(ports);
  const startDelays = createStartDelays(session, clock, random);
  const { getStartTimeMs } = startDelays;

  const tombstones = createTombstoneStore(local);
  /** Null where the account is gone, or about to be: an earlier worker may have ended before it was removed everywhere. */
  async function clientFor(accountId: string) {
    if ((await tombstones.get()).includes(accountId)) return null;
    return clients.get(accountId).catch((error) => {
      if (error instanceof NoAccountError) return null;
      throw error;
    });
  }

  const throttle = (call: () => void) => createThrottle(call, ports);
  const updateBadge = throttle(() => void drawBadge().catch(onFault));
  const broadcastUploads = throttle(() => openPages.broadcastChange('uploads'));
  const broadcastJobs = throttle(() => openPages.broadcastChange('bulk'));
  const wakeDelivery = throttle(() => void scheduler.wake('deliver'));

  /** Accounts whose files were listed since their pages were learned. */
  const listed = new Set<string>();
  const learnPagesSoon = throttle(() => void learnPagesOfListed().catch(onFault));
  async function learnPagesOfListed(): Promise<void> {
    const ids = [...listed];
    listed.clear();
    for (const id of ids) {
      const learned = learnPages(await stores.catalog.pageVotes(id));
      const account = await findAccount(id);
      if (account === undefined || withLearnedPages(account, learned) === account) continue;
      await accounts.update((all) => changeAccount(all, id, (each) => withLearnedPages(each, learned)));
      accountsChanged();
    }
  }
  function accountsChanged(): void {
    openPages.broadcastChange('accounts');
    redrawMenu();
    updateBadge('now');
  }

  /** What uploads ask of files says where players are, also where nobody has opened the catalog. */
  function withInfoSeen(accountId: string, client: UploadsClient): UploadsClient {
    const info: UploadsClient['files']['info'] = async (...call) => {
      const infos = await client.files.info(...call);
      catalog.learn(accountId, infos).catch(onFault);
      return infos;
    };
    return {
      ...client,
      // Not copied above: the host may prove to be another than it was taken for.
      get capabilities() {
        return client.capabilities;
      },
      files: { ...client.files, info },
    };
  }

  /** A failed request may be the first sign of an outage: poll, so that pages are notified. */
  function checkConnection(accountId: string, error: unknown): void {
    if (!(error instanceof ApiError)) return;
    if (isUnreachable(error.code) || error.code === 'unauthorized') uploads.poll(accountId).catch(onFault);
  }

  const findAccount = async (accountId: string) =>
    (await accounts.get()).list.find(({ id }) => id === accountId);
  const gate = createAccountGate({
    store: createBackoffStore(local),
    clock,
    random,
    isOnline,
    hasAccount: async (accountId) => (await findAccount(accountId)) !== undefined,
    async hasHostPermission(accountId) {
      const account = await findAccount(accountId);
      return account === undefined || ports.hasHostPermission(account.baseUrl);
    },
    probe: async (accountId) => (await clientFor(accountId))?.account.probe({ lane: 'queue' }),
    onChange: () => broadcastUploads('now'),
    onBlocked: (backoff) => uploads.recordBlocked(backoff),
  });
  const uploads = createUploads({
    store: stores.uploads,
    tracking: createTrackingStore(session),
    clock,
    random,
    isOnline,
    sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    getStartTimeMs,
    listHeldLocks: ports.queryHeldLocks,
    newId: createId,
    async clientFor(accountId) {
      const client = await clientFor(accountId);
      return client && withInfoSeen(accountId, client);
    },
    gate,
    mayReach: ports.hasHostPermission,
    onFolderGone: actions.recordMissingFolder,
    onFetchDue: () => void ports.openSender().catch(onFault),
    onChange(hasEvents) {
      broadcastUploads('now');
      updateBadge('soon');
      if (hasEvents) wakeDelivery('soon');
    },
    onReachable: () => void scheduler.wake('send', 'poll'),
  });
  /** The catalog and its sync; Linkhaul's own changes at the service are stored through it. */
  const catalog = createSync({
    writer: stores.catalog,
    clientFor,
    gate,
    clock,
    random,
    getStartTimeMs,
    countInfoRequests: clients.countInfoRequests,
    async watchedDays(accountId) {
      const days = (await findAccount(accountId))?.deletesAfterDays;
      return isDeletionRule(days) ? getUnviewedDays(days) : null;
    },
    accountIds: async () => (await accounts.get()).list.map(({ id }) => id),
    isPageOpen: () => openPages.countPages() > 0,
    onChange: throttle(() => {
      openPages.broadcastChange('catalog');
      void actions.countExpiring().catch(onFault);
    }),
    onListed(accountId) {
      listed.add(accountId);
      learnPagesSoon('soon');
    },
    onSeen: (accountId, fileCodes) => void uploads.noteFiles(accountId, fileCodes).catch(onFault),
    onWork: () => void scheduler.wake('catalog', 'details'),
    onFailure: checkConnection,
  });
  const bulk = createBulk({
    store: stores.bulk,
    clientFor,
    gate,
    clock,
    random,
    isOnline,
    onFault,
    wait: (delayMs) => new Promise((resolve) => void ports.setTimer(() => resolve(), delayMs)),
    async updateCatalog(accountId, learned) {
      await catalog.apply(accountId, learned);
      if (learned.gone?.length) await uploads.markFilesDeleted(accountId, learned.gone);
    },
    findClaimed: uploads.listClaimed,
    onChange: () => broadcastJobs('now'),
    onEnd: (job) => recordJob(job, stores.bulk, uploads, clock()),
  });

  const linkChecks = createLinkChecks({
    store: stores.checks,
    gate,
    clock,
    random,
    readInfos: catalog.infos,
    checkFile: async (accountId, code, options) => (await clients.get(accountId)).files.check(code, options),
    canCheckFile: async (accountId) => (await clients.get(accountId)).capabilities.canCheckFile,
    async findDeleted(accountId, options) {
      const { files, capabilities } = await clients.get(accountId);
      const deleted = capabilities.hasDeletedList
        ? await files.deleted({ hours: deletedHours }, options)
        : [];
      return new Set(deleted.map(({ fileCode }) => fileCode));
    },
    findKnown: async (accountId, codes) =>
      new Set((await stores.catalog.files(accountId, codes)).map(({ fileCode }) => fileCode)),
    findCodeLengths: async (accountId) => listCodeLengths(await stores.catalog.blocks(accountId)),
    async findTakedowns(accountId) {
      const { firstSeenAtMs } = await createTakedownStore(local, accountId).get();
      return new Set(Object.keys(firstSeenAtMs));
    },
    onChange: () => broadcastJobs('soon'),
  });

  const scheduler = createScheduler(
    {
      send: () => uploads.run(),
      async poll() {
        const { pollSeconds, backgroundPollSeconds } = await settings.get();
        const readNeed = () => {
          const isWatched = openPages.countPages() > 0;
          return { isWatched, shortestMs: (isWatched ? pollSeconds : backgroundPollSeconds) * 1_000 };
        };
        const nextPollMs = async () => (readNeed().shortestMs === 0 ? null : uploads.nextPollMs(readNeed()));
        const dueAtMs = await nextPollMs();
        if (dueAtMs === null || dueAtMs > clock()) return dueAtMs;
        await uploads.pollDue(readNeed());
        return nextPollMs();
      },
      async deliver() {
        await actions.deliverEvents();
        openPages.broadcastChange('activity');
        return null;
      },
      catalog: () => catalog.run(),
      async details() {
        const nextMs = await catalog.runDetails();
        await actions.countExpiring();
        return nextMs;
      },
      bulk: () => bulk.run(),
      checks: () => linkChecks.run(),
      takedowns: actions.checkTakedowns,
    },
    ports,
    // A hanging request must not block uploads added meanwhile.
    { send: () => void uploads.run().catch(onFault) },
  );

  async function drawBadge(): Promise<void> {
    await ports.setBadge(createBadge(await uploads.countUploads()));
  }

  const menu = createMenuDrawing({ session, draw: ports.drawMenu, onFault });
  async function drawMenu(): Promise<void> {
    const { list, currentId: accountId } = await accounts.get();
    const shortlist = await shortlists.get(accountId ?? '');
    const others = await Promise.all(
      list
        .filter(({ id }) => id !== accountId)
        .map(async (account) => ({
          accountId: account.id,
          name: getAccountLabel(account, list),
          shortlist: await shortlists.get(account.id),
        })),
    );
    const state = {
      accountId,
      shortlist,
      others,
      settings: await settings.get(),
      getText: ports.getMenuText,
    };
    await menu.drawIfChanged(createMenuEntries(state));
  }
  /** Draws the context menu where it differs from accounts, folders and settings. Not awaited; faults are reported. */
  const redrawMenu = () => void drawMenu().catch(onFault);

  return {
    ports,
    stores,
    accounts,
    tombstones,
    vault,
    settings,
    rules: createRulesStore(local),
    shortlists,
    clients,
    gate,
    uploads,
    catalog,
    bulk,
    linkChecks,
    openPages,
    payloads,
    pickerRequests: createPickerRequests(payloads),
    scheduler,
    startDelays,
    redrawMenu,
    checkConnection,
    /** One change of the accounts after the other: each looks at them before it acts. */
    changeAccounts: createSerialQueue(),
    debugLog,
    /** Rejects with `NoAccountError` where the account is gone. */
    async getAccount(accountId: string): Promise<Account> {
      const account = await findAccount(accountId);
      if (account === undefined) throw new NoAccountError();
      return account;
    },
    /** Rejects with `NoAccountError` where there is none. */
    async getCurrentAccountId(): Promise<string> {
      const { currentId } = await accounts.get();
      if (currentId === null) throw new NoAccountError();
      return currentId;
    },
    /** Accounts were added, removed or selected: informs the pages, and draws menu and badge. */
    onAccountsChanged: accountsChanged,
  };
}
