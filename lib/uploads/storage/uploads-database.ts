/** The database `linkhaul-uploads`. The background writes it, pages read it (`read-uploads.ts`). */
import type { DBSchema } from 'idb';
import { createDatabase, type Database } from '../../storage/database.ts';
import type { DatabaseName } from '../../storage/stored-data.ts';
import type { LoggedEvent, NewEvent } from '../event.ts';
import type { Upload, UploadState } from '../upload.ts';
import type { Pack, PackKey } from './packs.ts';
import type { RemovedUpload } from './upload-store.ts';

export interface UploadsSchema extends DBSchema {
  uploads: {
    key: string;
    value: Upload;
    indexes: {
      /** Unique: no two uploads of an account have the same file. Leaves out uploads without a file. */
      fileCode: [accountId: string, fileCode: string];
      address: [accountId: string, addressKey: string];
      state: [accountId: string, state: UploadState, order: number];
      /** The copies of one link. */
      linkId: string;
      /** Uploads by each account that they left. */
      former: string;
    };
  };
  /** See `packs.ts`. */
  packs: {
    key: PackKey;
    value: Pack;
    indexes: { id: string };
  };
  removed: {
    key: [removalId: string, uploadId: string];
    value: RemovedUpload;
    indexes: { atMs: number; account: string };
  };
  events: { key: number; value: LoggedEvent | NewEvent };
  /** See `Meta` in `upload-store.ts`. */
  meta: { key: string; value: unknown };
}

export const createUploadsDatabase = (name: DatabaseName = 'linkhaul-uploads'): Database<UploadsSchema> =>
  createDatabase<UploadsSchema>(name, [
    (db) => {
      const uploads = db.createObjectStore('uploads', { keyPath: 'id' });
      uploads.createIndex('fileCode', ['accountId', 'fileCode'], { unique: true });
      uploads.createIndex('address', ['accountId', 'addressKey']);
      uploads.createIndex('state', ['accountId', 'state', 'order']);
      uploads.createIndex('linkId', 'linkId');
      uploads.createIndex('former', 'formerAccountIds', { multiEntry: true });
      const packs = db.createObjectStore('packs', { keyPath: 'key' });
      packs.createIndex('id', 'id', { unique: true });
      const removed = db.createObjectStore('removed', { keyPath: ['removalId', 'upload.id'] });
      removed.createIndex('atMs', 'atMs');
      removed.createIndex('account', 'upload.accountId');
      db.createObjectStore('events', { keyPath: 'id', autoIncrement: true });
      db.createObjectStore('meta');
    },
  ]);

interface StateCursor {
  readonly key: UploadsSchema['uploads']['indexes']['state'];
  continue(key: StateCursor['key']): Promise<StateCursor | null>;
}

export async function listAccountIds(index: {
  openKeyCursor(): Promise<StateCursor | null>;
}): Promise<readonly string[]> {
  const found: string[] = [];
  let cursor = await index.openKeyCursor();
  while (cursor !== null) {
    const [accountId] = cursor.key;
    found.push(accountId);
    // Jumps to the next account: no key of this one sorts after an array in second place.
    cursor = await cursor.continue([accountId, []] as unknown as StateCursor['key']);
  }
  return found;
}
