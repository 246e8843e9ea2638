/** The background's interface to the browser, which tests replace. */
import type { FolderRef } from '../folders/folder.ts';
import type { GetMenuText, MenuEntry } from '../menus/menu-entries.ts';
import type { ToastAction } from '../protocol.ts';
import type { StorageArea } from '../storage/stored.ts';
import type { Redirect } from '../uploads/redirects.ts';
import type { Badge } from './badge.ts';

/** A notification; the adapter has its texts. */
export interface NotificationContent {
  /** A later notification with the same id replaces it. */
  readonly id: string;
  readonly kind: 'done' | 'failed' | 'refused' | 'uncertain' | 'account' | 'permission' | 'takedowns';
  /** The file's title or the link; for `account`, `permission` and `takedowns` the account's name. */
  readonly subject: string;
  /** Number of new `takedowns`. */
  readonly count?: number;
  /** The folder's name; null for the root, or unknown. */
  readonly folderName: string | null;
  /** The service's own words, where it said any. */
  readonly msg: string | null;
}

/** A toast on the page that was clicked; the adapter has its texts. */
export interface ToastContent {
  /**
   * `queued` can be changed and undone. What has `arrived`, or is found to have arrived when it is undone (`too-late`), can be moved.
   * What `failed` may have been clicked a while ago.
   */
  readonly kind: 'queued' | 'arrived' | 'undone' | 'too-late' | 'failed';
  readonly folders: readonly FolderRef[];
  /** The account's name, where another one is current. */
  readonly account?: string | undefined;
  /** The same for each folder, where they are of several accounts. */
  readonly accounts?: readonly (string | undefined)[];
  /** The page remembers that it has told of these. */
  readonly uploadIds: readonly string[];
  /** Links. */
  readonly count: number;
  /** Of the link that has failed. */
  readonly title?: string;
}

export interface PageContent {
  readonly title: string;
  readonly url: string;
  readonly private: boolean;
  /** `PageLinks` of a script in the page, unchecked: anything. */
  readonly found: unknown;
  /** Ids of the other tabs that are selected in its window. */
  readonly otherTabIds?: readonly number[] | undefined;
}

/** A tab's address and title; empty where the browser keeps them back. */
export interface TabAddress {
  readonly url: string;
  readonly title: string;
}

export interface BrowserPorts {
  readonly local: StorageArea;
  readonly session: StorageArea;
  /** The machine's clock, which may be set: milliseconds since the epoch. For what people read as a date. */
  readonly wallNow: () => number;
  /** Milliseconds from any start; nobody can set it. */
  readonly monotonicNow: () => number;
  readonly random: () => number;
  readonly createId: () => string;
  readonly isOnline: () => boolean;
  /** Names of the Web Locks that the extension's pages hold. */
  readonly queryHeldLocks: () => Promise<ReadonlySet<string>>;
  /** How often the browser may silently repeat a request whose connection broke before an answer. */
  readonly repeatsAfterNetworkError: number;
  /** Requests that a service allows in any second; 10 where it is not given. */
  readonly requestsPerSecond?: number | undefined;
  readonly getMenuText: GetMenuText;
  readonly drawMenu: (entries: readonly MenuEntry[]) => Promise<void>;
  readonly setBadge: (badge: Badge) => Promise<void>;
  /** Also where the browser has no windows, as Firefox for Android. */
  readonly hasPrivateWindow: () => Promise<boolean>;
  /** Shows a notification if the user allowed them, else does nothing. */
  readonly notify: (notice: NotificationContent) => Promise<void>;
  /** Shows a toast on a page, and gives what was clicked on it. Rejects where the page cannot be reached. */
  readonly showPageToast: (tabId: number, toast: ToastContent) => Promise<ToastAction | null>;
  /** Which of these uploads a toast has told of on the page that the tab shows now. Rejects where the page cannot be reached. */
  readonly findOnPage: (tabId: number, uploadIds: readonly string[]) => Promise<readonly string[]>;
  readonly openPicker: (requestId: string) => Promise<void>;
  /** Reads a tab's page (null: the active one). Rejects where that cannot be had within some seconds. */
  readonly readPage: (tabId: number | null) => Promise<PageContent>;
  /** Addresses of tabs, without those that were closed; null without the permission for tabs. */
  readonly readTabs: (tabIds: readonly number[]) => Promise<readonly TabAddress[] | null>;
  readonly openCollection: (collectionId: string) => Promise<void>;
  readonly openSettings: () => Promise<void>;
  /** Opens the manager in a new tab. */
  readonly openManager: () => Promise<void>;
  readonly hasHostPermission: (baseUrl: string) => Promise<boolean>;
  /** Starts the sender of files that fetches links, where it does not run. */
  readonly openSender: () => Promise<void>;
  /** What the browser does and sees of requests that fetch links, by upload id. Before its first use, what an earlier worker left is removed. */
  readonly sourceRequests: {
    /** For the next request of an upload, to this very address: sets its referrer (null: none), and looks where it leads. */
    expect(uploadId: string, url: string, referrer: string | null): Promise<void>;
    /** The redirect of the expected request; null where none was seen, which may take a moment. */
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
  /** Replaces the one alarm; null removes it. */
  readonly setAlarm: (atMs: number | null) => Promise<void>;
  readonly onFault: (fault: unknown) => void;
}

/** With the clock of the worker. */
export interface Ports extends BrowserPorts {
  /** Milliseconds since the epoch; it never goes back (`worker-clock.ts`). */
  readonly clock: () => number;
}
