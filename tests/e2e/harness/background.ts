import type { MenuClick } from '../../../scripts/extension-pages.ts';

/** A worker in Chromium, an event page in Firefox. */
export interface Background {
  wake(): Promise<void>;
  isAwake(): Promise<boolean>;
  /** As the browser does when it is idle. Everything in memory is lost. */
  kill(): Promise<void>;
  /** Runs with the extension's APIs, while the background is awake. */
  evaluate<R, A>(work: (argument: A) => R | Promise<R>, argument?: A): Promise<R>;
  /** Fires the listeners as a click in the active tab would. */
  clickMenu(click: MenuClick): Promise<void>;
  /**
   * Wakes the background as the browser would later.
   * @throws {Error} if no alarm is set, so nothing would ever wake it
   */
  fireAlarm(): Promise<void>;
}
