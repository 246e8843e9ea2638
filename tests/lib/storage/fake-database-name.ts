/** A name for the database of one test, which the product has none of. */
import type { DatabaseName } from '../../../lib/storage/stored-data.ts';

export const createDatabaseName = (): DatabaseName => crypto.randomUUID() as string as DatabaseName;
