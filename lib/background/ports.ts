/** The background's interface to the browser, which tests replace. */

import type { FolderRef } from '../folders/folder.ts';
import type { GetMenuText, MenuEntry } from '../menus/menu-entries.ts';
import type { ToastAction } from '../protocol.ts';
import type { StorageArea } from '../storage/stored.ts';
import type { EpochMs, Random } from '../timing/units.ts';
import type { Redirect } from '../uploads/redirects.ts';
import type { Badge } from './badge.ts';

/** A notification. The adapter has its texts. */
export interface NotificationContent {
  /** A later notification with the same id replaces it. */
  readonly id: string;
  readonly kind: 'done' | 'failed' | 'refused' | 'uncertain' | 'account' | 'permission' | 'takedowns';
  /** The file's title or the link. For `account`, `permission` and `takedowns`, the account's name. */
  readonly subject: string;
  /** Number of new `takedowns`. */
  readonly count?: number;
  /** The folder's name. Null for the root, or if unknown. */
  readonly folderName: string | null;
  /** The service's own words, if any. */
  readonly msg: string | null;
}

/** A toast on the page that was clicked. The adapter has its texts. */
export interface ToastContent {
  /**
   * `queued` can be changed and undone. Files that have `arrived`, or turn out to have arrived when undone (`too-late`), can be moved.
   * `failed` may be about an earlier click.
   */
  readonly kind: 'queued' | 'arrived' | 'undone' | 'too-late' | 'failed';
  readonly folders: readonly FolderRef[];
  /** The account's name, if another one is current. */
  readonly account?: string | undefined;
  /** The same for each folder, if they belong to several accounts. */
  readonly accounts?: readonly (string | undefined)[];
  /** The page remembers that it has shown these. */
  readonly uploadIds: readonly string[];
  /** Number of links. */
  readonly count: number;
  /** Title of the link that has failed. */
  readonly title?: string;
}

export interface PageContent {
  readonly title: string;
  readonly url: string;
  readonly private: boolean;
  /** `PageLinks` from a script in the page. Unchecked, so it can be anything. */
  readonly found: unknown;
  /** Ids of the other selected tabs in its window. */
  readonly otherTabIds?: readonly number[] | undefined;
}

/** A tab's address and title. Empty if the browser withholds them. */
export interface TabAddress {
  readonly url: string;
  readonly title: string;
}

export interface BrowserPorts {
  readonly local: StorageArea;
  readonly session: StorageArea;
  /** The machine's clock, which may be set. For dates that people read. */
  readonly wallNow: () => EpochMs;
  /** Milliseconds from any start. Nobody can set it. */
  readonly monotonicNow: () => number;
  readonly random: Random;
  readonly createId: () => string;
  readonly isOnline: () => boolean;
  /** Names of the Web Locks that the extension's pages hold. */
  readonly queryHeldLocks: () => Promise<ReadonlySet<string>>;
  /** How often the browser may silently repeat a request whose connection broke before a response. */
  readonly repeatsAfterNetworkError: number;
  /** Requests that a service allows in any second. 10 by default. */
  readonly requestsPerSecond?: number | undefined;
  readonly getMenuText: GetMenuText;
  readonly drawMenu: (entries: readonly MenuEntry[]) => Promise<void>;
  readonly setBadge: (badge: Badge) => Promise<void>;
  /** Works without windows too, as in Firefox for Android. */
  readonly hasPrivateWindow: () => Promise<boolean>;
  readonly notify: (notice: NotificationContent) => Promise<void>;
  /** Shows a toast on a page, and resolves to what was clicked on it. Rejects if the page can't be reached. */
  readonly showPageToast: (tabId: number, toast: ToastContent) => Promise<ToastAction | null>;
  /** Which of these uploads a toast has shown on the tab's current page. Rejects if the page can't be reached. */
  readonly findOnPage: (tabId: number, uploadIds: readonly string[]) => Promise<readonly string[]>;
  readonly openPicker: (requestId: string) => Promise<void>;
  /** Reads a tab's page (null: the active one). Rejects if that takes more than some seconds. */
  readonly readPage: (tabId: number | null) => Promise<PageContent>;
  /** Addresses of tabs, without closed ones. Null without the permission for tabs. */
  readonly readTabs: (tabIds: readonly number[]) => Promise<readonly TabAddress[] | null>;
  readonly openCollection: (collectionId: string) => Promise<void>;
  readonly openSettings: () => Promise<void>;
  /** Opens the manager in a new tab. */
  readonly openManager: () => Promise<void>;
  readonly hasHostPermission: (baseUrl: string) => Promise<boolean>;
  /** Starts the file sender that fetches links, if it isn't running. */
  readonly openSender: () => Promise<void>;
  /** Referrers and redirects of requests that fetch links, by upload id. What an earlier worker left is removed before its first use. */
  readonly sourceRequests: {
    /** For an upload's next request to this exact address: sets its referrer (null: none), and observes a redirect. */
    expect(uploadId: string, url: string, referrer: string | null): Promise<void>;
    /** The redirect of the expected request. Null if none was seen, which may take a moment. */
    findRedirect(uploadId: string, url: string): Promise<Redirect | null>;
    list(): readonly string[];
    forget(uploadId: string): Promise<void>;
  };
  /** Files that this browser has fetched, by upload id. */
  readonly fetchedFiles: {
    list(): Promise<readonly string[]>;
    remove(id: string): Promise<void>;
  };
  readonly setTimer: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimer: (timer: never) => void;
  readonly hasAlarm: () => Promise<boolean>;
  /** Replaces the one alarm. Null removes it. */
  readonly setAlarm: (atMs: number | null) => Promise<void>;
  readonly onFault: (fault: unknown) => void;
}

/** With the worker's clock. */
export interface Ports extends BrowserPorts {
  /** Never goes back (`worker-clock.ts`). */
  readonly clock: () => EpochMs;
}
