/**
 * File system handles of local files, where the browser has them, so that the user needn't choose a file again after a restart. Pages write
 * this database, because messages can't carry handles. The background only removes accounts from it.
 */
import type { DBSchema } from 'idb';
import { createDatabase } from '../../storage/database.ts';
import type { FileHandle } from '../local-file.ts';

interface HandlesSchema extends DBSchema {
  handles: { key: string; value: { readonly accountId: string; readonly handle: FileHandle } };
}

export function createFileHandles() {
  const database = createDatabase<HandlesSchema>('linkhaul-file-handles', [
    (db) => void db.createObjectStore('handles'),
  ]);
  return {
    put: (uploadId: string, accountId: string, handle: FileHandle) =>
      database.use((db) => db.put('handles', { accountId, handle }, uploadId)),
    delete: (uploadId: string) => database.use((db) => db.delete('handles', uploadId)),
    ids: async (): Promise<ReadonlySet<string>> =>
      new Set(await database.use((db) => db.getAllKeys('handles'))),
    removeAccount: (accountId: string) =>
      database.use(async (db) => {
        const { store } = db.transaction('handles', 'readwrite');
        for await (const cursor of store) if (cursor.value.accountId === accountId) await cursor.delete();
      }),
    accountIds: async (): Promise<ReadonlySet<string>> =>
      new Set((await database.use((db) => db.getAll('handles'))).map(({ accountId }) => accountId)),
    /**
     * Needs a user gesture, because the browser may ask for permission. Null, and the handle is removed, if that is denied or the file is
     * gone.
     */
    async open(uploadId: string): Promise<File | null> {
      const { handle } = (await database.use((db) => db.get('handles', uploadId))) ?? {};
      if (handle === undefined) return null;
      try {
        const mode = { mode: 'read' } as const;
        const known = await handle.queryPermission?.(mode);
        const state = known === 'prompt' ? await handle.requestPermission?.(mode) : known;
        if (state === 'granted') return await handle.getFile();
      } catch {
        // It was moved, deleted or renamed.
      }
      await this.delete(uploadId);
      return null;
    },
  };
}
