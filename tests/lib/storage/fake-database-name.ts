/** A name for one test's database, which no product code uses. */
import type { DatabaseName } from '../../../lib/storage/stored-data.ts';

export const createDatabaseName = (): DatabaseName => crypto.randomUUID() as string as DatabaseName;
