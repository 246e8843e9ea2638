/**
 * Everything that Linkhaul stores, by the names under which the code stores it: the settings page shows this list, and
 * `tests/stored-data.test.ts` compares it with the code.
 */

/** `database`: IndexedDB. `folder`: the extension's private file system. `local` and `session`: `browser.storage`, of which `session` is memory. `page`: `localStorage`. */
export type StoragePlace = 'database' | 'folder' | 'local' | 'session' | 'page';

export type StoredKind =
  | 'accounts'
  | 'keys'
  | 'settings'
  | 'folders'
  | 'uploads'
  | 'fetched'
  | 'files'
  | 'jobs'
  | 'takedowns'
  | 'memory';

/** By kind, the names of the entries; one that ends in a colon begins the name of several. */
export const storedData: Readonly<
  Record<StoredKind, Readonly<Partial<Record<StoragePlace, readonly string[]>>>>
> = {
  accounts: { local: ['accounts', 'backoffs', 'removed'] },
  keys: { local: ['keys', 'move'] },
  settings: { local: ['settings', 'import'], page: ['theme', 'foldedGroups', 'seenJob'] },
  folders: { local: ['folders:', 'rules'] },
  uploads: { database: ['linkhaul-uploads', 'linkhaul-file-handles'] },
  fetched: { folder: ['fetched'] },
  files: { database: ['linkhaul-catalog'] },
  jobs: { database: ['linkhaul-bulk'] },
  takedowns: { local: ['takedowns:'] },
  memory: {
    session: [
      'uploads',
      'popupInput',
      'tracking',
      'payloads',
      'limiter:',
      'startTimes',
      'menu:drawn',
      'debugLog',
    ],
  },
};
