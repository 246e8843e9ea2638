/**
 * The background: the one owner of the keys, the limiters and the uploads.
 *
 * It puts the domains of `lib` together and gives the browser's events to them. Nothing that matters lives only in its
 * memory: the worker can die between any two lines, and the next one goes on from what is stored.
 */
import { finishRemovals, sweepAccounts } from './accounts.ts';
import { createSuggester, openEntered } from './address-bar.ts';
import { type MenuClick, menuClicked } from './clicks.ts';
import { type CommandPage, commandPressed } from './commands.ts';
import { createContext } from './context.ts';
import { handleMessage } from './handlers.ts';
import { createLive, type LivePort } from './live.ts';
import type { BrowserPorts, OpenIn } from './ports.ts';
import { createStores } from './stores.ts';

export type Background = ReturnType<typeof createBackground>;

export function createBackground(ports: BrowserPorts) {
  const live = createLive(
    () => void pageJoined().catch(ports.onFault),
    () => void pageLeft().catch(ports.onFault),
  );
  const context = createContext(ports, createStores(ports.session, ports.onFault), live);
  const { accounts, uploads, scheduler, startDelays } = context;

  // Whatever woke the worker: a drawing of the menu or a removal may have been left half done, and old payloads of pages go.
  context.redrawMenu();
  void finishRemovals(context).catch(ports.onFault);
  void context.payloads.removeExpired().catch(ports.onFault);

  /** Whoever opens a page wants to see what is so now, also of transfers that were started elsewhere. */
  async function pageJoined(): Promise<void> {
    startDelays.end();
    const { currentId } = await accounts.get();
    if (currentId !== null) await uploads.poll(currentId);
    await scheduler.wake();
  }

  /** The page may have been sending files. */
  async function pageLeft(): Promise<void> {
    live.changed('uploads');
    await scheduler.wake('send');
  }

  /** The browser was started: menu and badge are drawn anew, whatever it kept of them. */
  async function started(): Promise<void> {
    context.accountsChanged();
    await sweepAccounts(context).catch(ports.onFault);
    await permissionsChanged();
    await scheduler.wake();
  }

  /** The user gave or took a host permission. */
  async function permissionsChanged(): Promise<void> {
    const { list } = await accounts.get();
    for (const { id, baseUrl } of list) {
      if (await ports.mayReach(baseUrl)) await uploads.endWait(id, ['permission']);
      else await uploads.block(id, 'permission');
    }
    await scheduler.wake('send');
  }

  return {
    /** After an install (`first`) or an update. */
    async installed(first: boolean): Promise<void> {
      const { list } = await accounts.get();
      if (first && list.length === 0) await ports.openOptions();
      await started();
    },
    started,
    /** Whenever there is a reason to look after things: an alarm, the network. */
    wake: (): Promise<void> => scheduler.wake(),
    permissionsChanged(): Promise<void> {
      startDelays.end();
      return permissionsChanged();
    },
    menuClicked(click: MenuClick): Promise<void> {
      startDelays.end();
      return menuClicked(context, click);
    },
    commandPressed(command: string, page: CommandPage): Promise<void> {
      startDelays.end();
      return commandPressed(context, command, page);
    },
    /** Files for what is typed in the address bar; null where more was typed meanwhile. */
    suggestFiles: createSuggester(context),
    addressEntered: (entered: string, where: OpenIn): Promise<void> => openEntered(context, entered, where),
    /** Answers with a `Reply`; undefined for what is no message of ours. */
    message(message: unknown): Promise<unknown> | undefined {
      startDelays.end();
      return handleMessage(context, message);
    },
    pageOpened: (port: LivePort): void => live.join(port),
  };
}
