/** The background's interface to the browser, which tests replace. */

import type { FolderRef } from '../folders/folder.ts';
import type { GetMenuText, MenuEntry } from '../menus/menu-entries.ts';
import type { ToastAction } from '../protocol.ts';
import type { StorageArea } from '../storage/stored.ts';
import type { EpochMs, Random } from '../timing/units.ts';
import type { Redirect } from '../uploads/redirects.ts';
import type { Badge } from './badge.ts';

/** The adapter has its texts. */
export interface NotificationContent {
  /** A later notification with the same id replaces it. */
  readonly id: string;
  readonly kind: 'done' | 'failed' | 'refused' | 'uncertain' | 'account' | 'permission' | 'takedowns';
  /** The file's title or the link. For `account`, `permission` and `takedowns`, the account's name. */
  readonly subject: string;
  /** New `takedowns`. */
  readonly count?: number;
  /** Null for the root, or if unknown. */
  readonly folderName: string | null;
  /** The service's own words. */
  readonly msg: string | null;
}

/** The adapter has its texts. */
export interface ToastContent {
  /**
   * `queued` can be changed and undone. Files that have `arrived`, or turn out to have arrived when undone (`too-late`), can be moved.
   * `not-undone` can be undone again. `failed` may be about an earlier click.
   */
  readonly kind: 'queued' | 'arrived' | 'undone' | 'not-undone' | 'too-late' | 'failed';
  readonly folders: readonly FolderRef[];
  /** Set if another account is current. */
  readonly account?: string | undefined;
  /** For each folder, if they belong to several accounts. */
  readonly accounts?: readonly (string | undefined)[];
  /** The page remembers that it showed these. */
  readonly uploadIds: readonly string[];
  /** Number of links. */
  readonly count: number;
  /** Number of uploads that weren't undone, if others were. */
  readonly kept?: number;
  /** Of the failed link. */
  readonly title?: string;
  /** Why it was `not-undone`, in the service's own words. */
  readonly msg?: string | null;
}

export interface PageContent {
  readonly title: string;
  readonly url: string;
  readonly private: boolean;
  /** `PageLinks` from a script in the page. Can be anything. */
  readonly found: unknown;
  /** Other selected tabs in its window. */
  readonly otherTabIds?: readonly number[] | undefined;
}

/** Empty if the browser withholds them. */
export interface TabAddress {
  readonly url: string;
  readonly title: string;
}

export interface BrowserPorts {
  readonly local: StorageArea;
  readonly session: StorageArea;
  /** The machine's clock, which may be set. For dates that people read. */
  readonly wallNow: () => EpochMs;
  /** From any start. Can't be set. */
  readonly monotonicNow: () => number;
  readonly random: Random;
  readonly createId: () => string;
  readonly isOnline: () => boolean;
  /** Web Locks that the extension's pages hold. */
  readonly queryHeldLocks: () => Promise<ReadonlySet<string>>;
  /** How often the browser may silently repeat a request whose connection broke before a response. */
  readonly repeatsAfterNetworkError: number;
  /** Default: 10. */
  readonly requestsPerSecond?: number | undefined;
  readonly getMenuText: GetMenuText;
  readonly drawMenu: (entries: readonly MenuEntry[]) => Promise<void>;
  readonly setBadge: (badge: Badge) => Promise<void>;
  /** Without windows too, as in Firefox for Android. */
  readonly hasPrivateWindow: () => Promise<boolean>;
  readonly notify: (notice: NotificationContent) => Promise<void>;
  /** Resolves to what was clicked on it. Rejects if the page can't be reached. */
  readonly showPageToast: (tabId: number, toast: ToastContent) => Promise<ToastAction | null>;
  /** Which of these uploads a toast has shown on the tab's current page. Rejects if the page can't be reached. */
  readonly findOnPage: (tabId: number, uploadIds: readonly string[]) => Promise<readonly string[]>;
  readonly openPicker: (requestId: string) => Promise<void>;
  /** @param tabId null: the active tab. Null if the page doesn't respond. Rejects if it can't be read */
  readonly readPage: (tabId: number | null) => Promise<PageContent | null>;
  /** Leaves out closed tabs. Null without the permission for tabs. */
  readonly readTabs: (tabIds: readonly number[]) => Promise<readonly TabAddress[] | null>;
  readonly openCollection: (collectionId: string) => Promise<void>;
  readonly openSettings: () => Promise<void>;
  /** In a new tab. */
  readonly openManager: () => Promise<void>;
  readonly hasHostPermission: (baseUrl: string) => Promise<boolean>;
  /** Starts the file sender, if it isn't running. */
  readonly openSender: () => Promise<void>;
  /** Referrers and redirects of requests that fetch links, by upload id. What an earlier worker left is removed before the first use. */
  readonly sourceRequests: {
    /** For the next request to this exact address: sets its referrer (null: none), and observes a redirect. */
    expect(uploadId: string, url: string, referrer: string | null): Promise<void>;
    /** Null if no redirect was seen, which may take a moment. */
    findRedirect(uploadId: string, url: string): Promise<Redirect | null>;
    list(): readonly string[];
    forget(uploadId: string): Promise<void>;
  };
  /** By upload id. */
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

export interface Ports extends BrowserPorts {
  /** Never goes back (`worker-clock.ts`). */
  readonly clock: () => EpochMs;
}
