/**
 * Everything that Linkhaul stores, by name. The settings page shows this list, and databases and stored values accept no other names.
 * `tests/stored-data.test.ts` checks what is stored without these helpers.
 */

/** IndexedDB, the private file system, `browser.storage` on disk and in memory, `localStorage`. */
export type StorageLocation = 'database' | 'folder' | 'local' | 'session' | 'page';

/** A name with a colon at the end is the prefix of several. */
export const storedData = {
  accounts: { local: ['accounts', 'backoffs', 'removed'] },
  keys: { local: ['keys', 'move'] },
  settings: {
    local: ['settings', 'import', 'clock'],
    page: ['theme', 'foldedGroups', 'seenJob', 'keyRequest'],
  },
  folders: { local: ['folders:', 'rules'] },
  uploads: {
    database: ['linkhaul-uploads', 'linkhaul-activity', 'linkhaul-file-handles'],
    page: ['popupView'],
  },
  fetched: { folder: ['fetched'] },
  files: { database: ['linkhaul-catalog'], local: ['expiry:'], page: ['filesView'] },
  jobs: { database: ['linkhaul-bulk'] },
  takedowns: { local: ['takedowns:'] },
  memory: {
    session: [
      'uploads',
      'activity',
      'popupInput',
      'tracking',
      'payloads',
      'limiter:',
      'startTimes',
      'menu:drawn',
      'debugLog',
      'dialectChecks',
      'toastPages',
    ],
  },
} as const satisfies Record<string, { readonly [P in StorageLocation]?: readonly string[] }>;

export type StoredKind = keyof typeof storedData;

type Listed<P extends StorageLocation> = {
  [K in StoredKind]: (typeof storedData)[K] extends { readonly [Each in P]: readonly (infer Name)[] }
    ? Name
    : never;
}[StoredKind];

type WithBeginnings<Name> = Name extends `${string}:` ? `${Name}${string}` : Name;

export type StoredName<P extends StorageLocation> = WithBeginnings<Listed<P>>;

export type DatabaseName = StoredName<'database'>;
