/** The database `linkhaul-activity`, and its replacement if the browser has no IndexedDB. */
import type { DBSchema } from 'idb';
import { createDatabase, type Database, StorageError } from '../storage/database.ts';
import { createStoredValue, type StorageArea } from '../storage/stored.ts';
import type { DatabaseName } from '../storage/stored-data.ts';
import type { ActivityEntry, NewEntry } from './activity.ts';

interface Schema extends DBSchema {
  entries: { key: number; value: ActivityEntry | NewEntry; indexes: { ref: string } };
}

export type ActivityDatabase = Database<Schema>;

export const createActivityDatabase = (name: DatabaseName = 'linkhaul-activity'): ActivityDatabase =>
  createDatabase<Schema>(name, [
    (db) => {
      const entries = db.createObjectStore('entries', { keyPath: 'id', autoIncrement: true });
      entries.createIndex('ref', 'ref', { unique: true });
    },
  ]);

/** Oldest first. */
export const createMemoryActivity = (session: StorageArea) =>
  createStoredValue(session, 'activity', (value): readonly ActivityEntry[] =>
    Array.isArray(value) ? value : [],
  );

export async function orInMemory<T>(onDisk: Promise<T>, inMemory: () => Promise<T>): Promise<T> {
  try {
    return await onDisk;
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'unavailable') return inMemory();
    throw error;
  }
}
