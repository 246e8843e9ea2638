import { useMemo } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { isUpload } from '../lib/uploads/is-upload.ts';
import { memoryKey, readMemory } from '../lib/uploads/storage/memory-store.ts';
import type { Upload } from '../lib/uploads/upload.ts';
import { useStored } from './hooks.ts';
import { uploads } from './page-data.ts';

/** Leaves out uploads that are gone or were removed before they arrived. */
async function readUploads(ids: readonly string[]): Promise<readonly Upload[]> {
  const [stored, { [memoryKey]: memory }] = await Promise.all([
    // Without a database, all uploads are in memory.
    uploads
      .use((db) => {
        const { store } = db.transaction('uploads');
        return Promise.all(ids.map((id) => store.get(id)));
      })
      .catch(() => []),
    browser.storage.session.get(memoryKey),
  ]);
  const inMemory = readMemory(memory).uploads;
  const found = ids.flatMap((id, at) => stored[at] ?? inMemory.get(id) ?? []);
  return found.filter(
    (upload) => isUpload(upload) && (upload.state !== 'archived' || upload.arrivedAtMs !== null),
  );
}

/** Reading more of them at each change would block the page. A notice about so many stays as it is. */
const maxRead = 250;

const noIds: readonly string[] = [];

/** None if there are too many. Null until first read. */
export function useUploadsById(ids: readonly string[]): readonly Upload[] | null {
  const few = ids.length > maxRead ? noIds : ids;
  const read = useMemo(() => () => readUploads(few), [few.join(' ')]);
  return useStored(read, 'uploads');
}
