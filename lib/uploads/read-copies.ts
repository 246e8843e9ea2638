/** Reads copies of links in other accounts. Read-only. Pages load it only if there are copies. */
import { createBackoffStore } from '../accounts/account-backoff.ts';
import { isUpload } from './is-upload.ts';
import type { UploadSources, UploadsView } from './read-uploads.ts';
import { memoryKey, readMemory } from './storage/memory-store.ts';
import { shownStates, type Upload } from './upload.ts';
import { addWaits } from './waits.ts';

/** @returns copies that aren't in the view. Queued ones have their wait */
export async function readCopies(
  { database, local, session }: UploadSources,
  { uploads, isPaused }: UploadsView,
): Promise<readonly Upload[]> {
  const linkIds = new Set(uploads.flatMap(({ linkId }) => linkId ?? []));
  if (linkIds.size === 0) return [];
  const known = new Set(uploads.map(({ id }) => id));
  const shown = new Set<string>(shownStates);
  const [onDisk, stored, backoffs] = await Promise.all([
    database
      .use(async (db) => {
        const index = db.transaction('uploads').store.index('linkId');
        return (await Promise.all([...linkIds].map((id) => index.getAll(id)))).flat();
      })
      // The view reports the problem.
      .catch(() => []),
    session.get(memoryKey),
    createBackoffStore(local).get(),
  ]);
  const inMemory = [...readMemory(stored[memoryKey]).uploads.values()].filter(({ linkId }) =>
    linkIds.has(linkId ?? ''),
  );
  const copies = [...onDisk.filter(isUpload), ...inMemory].filter(
    ({ id, state }) => !known.has(id) && shown.has(state),
  );
  return addWaits(copies, backoffs, isPaused);
}
