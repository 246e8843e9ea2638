/** How each word's database is opened, in background and pages alike; several of them may have it open at once. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** `migrate` is handed the version that stands there, 0 where there is none; each of its cases builds on the one before. */
export async function openDatabase<S extends DBSchema>(
  name: string,
  version: number,
  migrate: (db: IDBPDatabase<S>, from: number) => void,
): Promise<IDBPDatabase<S>> {
  const db = await openDB<S>(name, version, {
    upgrade: (database, from) => migrate(database, from),
    // A newer version of the extension wants to migrate: do not stand in its way.
    blocking: () => db.close(),
  });
  return db;
}
