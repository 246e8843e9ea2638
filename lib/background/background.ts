/**
 * The background: the one owner of the keys, the limiters, the outbox and the watch.
 *
 * It puts the words of `lib` together and gives the browser's events to them. Nothing that matters lives only in its
 * memory: the worker can die between any two lines, and the next one goes on from what is stored.
 */
import type { Click } from '../links/clicked.ts';
import { menuClicked } from './clicks.ts';
import { createContext } from './context.ts';
import { handleMessage } from './handlers.ts';
import { createLive, type LivePort } from './live.ts';
import type { BrowserPorts } from './ports.ts';
import { openStores } from './stores.ts';

export interface Background {
  /** After an install (`first`) or an update. */
  installed(first: boolean): Promise<void>;
  /** The browser was started: menu and badge are drawn anew, whatever it kept of them. */
  started(): Promise<void>;
  /** Whenever there is a reason to look after things: an alarm, the network. */
  wake(): Promise<void>;
  /** `isPrivate`: the click was in a private window. */
  menuClicked(menuItemId: string | number, click: Click, isPrivate: boolean): Promise<void>;
  /** Answers with a `Reply`; undefined for what is no message of ours. */
  message(message: unknown): Promise<unknown> | undefined;
  pageOpened(port: LivePort): void;
}

export function createBackground(ports: BrowserPorts): Background {
  const live = createLive(() => void pageJoined());
  // One promise of readiness, which every event awaits.
  const ready = openStores(ports.session).then((stores) => createContext(ports, stores, live));

  async function wake(): Promise<void> {
    const { driver } = await ready;
    await driver.poke();
  }

  /** Whoever opens a page wants to see what is so now, also of transfers that were started elsewhere. */
  async function pageJoined(): Promise<void> {
    const { accounts, watch } = await ready;
    const { currentId } = await accounts.get();
    if (currentId !== null) await watch.look(currentId);
    await wake();
  }

  return {
    async installed(first) {
      const context = await ready;
      await context.accountsChanged();
      const { list } = await context.accounts.get();
      if (first && list.length === 0) await ports.openOptions();
      await context.driver.poke();
    },
    async started() {
      const context = await ready;
      await context.accountsChanged();
      await context.driver.poke();
    },
    wake,
    menuClicked: (menuItemId, click, isPrivate) => menuClicked(ready, ports, menuItemId, click, isPrivate),
    message: (message) => handleMessage(ready, message),
    pageOpened: (port) => live.join(port),
  };
}
