/**
 * The background: the one owner of the keys, the limiters and the uploads. It connects the domains of `lib`, and passes the
 * browser's events to them. The worker can end between any two lines: the next one continues from what is stored.
 *
 * `lib/background`: what the user starts is in `actions/`, messages are in `handlers.ts`, parts are created in
 * `background-context.ts`, the browser is behind `ports.ts`. It may import all of `lib`; only `entrypoints` import it.
 */
import { finishMove } from './actions/change-address.ts';
import { checkDialect } from './actions/check-dialect.ts';
import { checkTakedowns } from './actions/check-takedowns.ts';
import { deliverEvents } from './actions/event-delivery.ts';
import { countExpiring } from './actions/expiring-files.ts';
import { sweepFetched } from './actions/fetches.ts';
import { finishImport } from './actions/import-backup.ts';
import { handleCommand, handleMenuClick, type PageClick } from './actions/menu-clicks.ts';
import { finishRemovals, sweepAccounts } from './actions/remove-account.ts';
import { recordMissingFolder } from './actions/rules.ts';
import { type Context, createContext } from './background-context.ts';
import { createDebugLog } from './debug-log.ts';
import { handleMessage } from './handlers.ts';
import { createOpenPages, type PagePort } from './open-pages.ts';
import type { BrowserPorts } from './ports.ts';

export type Background = ReturnType<typeof createBackground>;

export function createBackground(browserPorts: BrowserPorts) {
  const debugLog = createDebugLog(browserPorts);
  debugLog.add('worker started');
  const ports: BrowserPorts = {
    ...browserPorts,
    onFault(fault) {
      debugLog.addFault(fault);
      browserPorts.onFault(fault);
    },
  };
  const openPages = createOpenPages(
    () => void handlePageOpened().catch(ports.onFault),
    () => void handlePageClosed().catch(ports.onFault),
  );
  const actions = {
    deliverEvents: () => deliverEvents(context),
    checkDialect: (accountId: string) => checkDialect(context, accountId),
    checkTakedowns: () => checkTakedowns(context),
    countExpiring: () => countExpiring(context),
    recordMissingFolder: (accountId: string, folderId: string) =>
      recordMissingFolder(context, accountId, folderId),
  };
  const context: Context = createContext(ports, openPages, actions, debugLog);
  const { accounts, gate, scheduler, startDelays, uploads } = context;

  // An earlier worker may have ended while it drew the menu, removed or moved an account, or imported settings.
  context.redrawMenu();
  void finishRemovals(context).catch(ports.onFault);
  void finishImport(context).catch(ports.onFault);
  void finishMove(context).catch(ports.onFault);
  void context.payloads.removeExpired().catch(ports.onFault);
  void sweepFetched(context).catch(ports.onFault);
  // Disabling the extension and enabling it takes the alarm away, and no event tells of it.
  void ports
    .hasAlarm()
    .then((isSet) => (isSet ? undefined : scheduler.wake()))
    .catch(ports.onFault);

  /** A page was opened: polls, also for transfers that were started elsewhere. */
  async function handlePageOpened(): Promise<void> {
    startDelays.endDelays();
    const { currentId } = await accounts.get();
    // Nothing else waits for transfers.
    await Promise.all([currentId === null ? [] : uploads.poll(currentId), scheduler.wake()]);
  }

  /** A page was closed, which may have been sending files. */
  async function handlePageClosed(): Promise<void> {
    openPages.broadcastChange('uploads');
    await scheduler.wake('send');
  }

  async function handleStarted(): Promise<void> {
    context.onAccountsChanged();
    await sweepAccounts(context).catch(ports.onFault);
    await handlePermissionsChanged();
    await scheduler.wake();
  }

  async function handlePermissionsChanged(): Promise<void> {
    const { list } = await accounts.get();
    for (const { id, baseUrl } of list) {
      if (await ports.hasHostPermission(baseUrl)) await gate.end(id, ['permission']);
      else await gate.block(id);
    }
    await uploads.retryReachable();
    await scheduler.wake('send');
  }

  return {
    /** After an install (`first`) or an update. */
    async installed(first: boolean): Promise<void> {
      const { list } = await accounts.get();
      if (first && list.length === 0) await ports.openSettings();
      await handleStarted();
    },
    started: handleStarted,
    /** For an alarm, or when the browser is online again. */
    wake: (): Promise<void> => scheduler.wake(),
    permissionsChanged(): Promise<void> {
      startDelays.endDelays();
      return handlePermissionsChanged();
    },
    menuClicked(id: string | number, click: PageClick): Promise<void> {
      startDelays.endDelays();
      return handleMenuClick(context, id, click);
    },
    commandPressed(command: string, page: PageClick): Promise<void> {
      startDelays.endDelays();
      return handleCommand(context, command, page);
    },
    message(message: unknown): Promise<unknown> | undefined {
      startDelays.endDelays();
      return handleMessage(context, message);
    },
    pageOpened: (port: PagePort): void => openPages.addPage(port),
  };
}
