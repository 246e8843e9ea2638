/** What the background needs of a browser, so that all of it runs in a test as it runs in the extension. */
import type { MenuEntry, MenuTexts } from '../menus/tree.ts';
import type { StorageArea } from '../storage/stored.ts';
import type { Badge } from './badge.ts';

/** What a notification tells; the adapter has the words. */
export interface Notice {
  /** One notification an id: a later one replaces it. */
  readonly id: string;
  readonly kind: 'done' | 'failed' | 'refused' | 'uncertain' | 'account' | 'permission' | 'takedowns';
  /** The file's title or the link; for `account`, `permission` and `takedowns` the account's name. */
  readonly subject: string;
  /** Of `takedowns`: how many are new. */
  readonly count?: number;
  /** The folder's name; null for the root, and where nobody knows it. */
  readonly folderName: string | null;
  /** The service's own words, where it said any. */
  readonly msg: string | null;
}

/** A tab's page as it was read. */
export interface PageContent {
  readonly title: string;
  readonly url: string;
  readonly private: boolean;
  /** The answer of a script in the page: anything. */
  readonly found: unknown;
}

/** The tab that is shown, another one in its place, or one behind it. */
export type OpenIn = 'current' | 'new' | 'behind';

export interface BrowserPorts {
  readonly local: StorageArea;
  readonly session: StorageArea;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: () => number;
  readonly makeId: () => string;
  readonly online: () => boolean;
  /** Names of the Web Locks that the extension's pages hold. */
  readonly heldLocks: () => Promise<ReadonlySet<string>>;
  /** How often the browser may repeat by itself a request whose connection broke before an answer. */
  readonly repeatsAfterNetworkError: number;
  readonly menuTexts: MenuTexts;
  readonly drawMenu: (entries: readonly MenuEntry[]) => Promise<void>;
  readonly setBadge: (badge: Badge) => Promise<void>;
  /** Shows a notification if the user allowed them, else does nothing. */
  readonly notify: (notice: Notice) => Promise<void>;
  /** Opens the picker window for a pick. */
  readonly openPicker: (pickId: string) => Promise<void>;
  /**
   * Everything with an address in a tab (null: the active one), as its document has it. Rejects where that cannot be read,
   * or not within some seconds.
   */
  readonly readPage: (tabId: number | null) => Promise<PageContent>;
  /** Opens the page that shows a collection. */
  readonly openCollection: (collectionId: string) => Promise<void>;
  readonly openOptions: () => Promise<void>;
  /** Opens the manager. `hash`: what it shows, empty or from `#` on. */
  readonly openManager: (hash: string, where: OpenIn) => Promise<void>;
  /** Whether the browser lets the extension read what this service answers. */
  readonly mayReach: (baseUrl: string) => Promise<boolean>;
  readonly setTimer: (callback: () => void, delay: number) => unknown;
  readonly clearTimer: (timer: never) => void;
  /** Replaces the one alarm; null takes it away. */
  readonly setAlarm: (when: number | null) => Promise<void>;
  readonly onFault: (fault: unknown) => void;
}
