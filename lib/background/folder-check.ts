/**
 * Checks that a folder exists before a link is sent into it: services silently put links for an unknown folder into the
 * root. A folder that was seen recently is not checked again, so a batch costs one check. One answer proves no absence.
 */
import { ApiError, type Calls, isApiError } from '../api/index.ts';
import { rootFolder } from '../folders/folder.ts';
import { assertFolderExists } from '../folders/folder-exists.ts';
import type { UploadsClient } from '../uploads/uploads-context.ts';

const trustMs = 5 * 60_000;

/** `remoteUploads.add` rejects with the code `not-found` only where the folder is gone, else with `refused`. */
function withFolderCheck(client: Calls, clock: () => number): UploadsClient {
  const seenAtMs = new Map<string, number>();

  async function check(folderId: string): Promise<void> {
    const atMs = seenAtMs.get(folderId);
    const nowMs = clock();
    if (atMs !== undefined && atMs <= nowMs && nowMs - atMs < trustMs) return;
    const look = () => assertFolderExists(client, folderId, { lane: 'queue' });
    await look().catch((error) => (isApiError(error, 'not-found') ? look() : Promise.reject(error)));
    seenAtMs.set(folderId, nowMs);
  }

  async function isGone(folderId: string): Promise<boolean> {
    if (folderId === rootFolder.id) return false;
    seenAtMs.delete(folderId);
    return check(folderId).then(
      () => false,
      (error) => isApiError(error, 'not-found'),
    );
  }

  return {
    ...client,
    // Not copied above: the host may prove to be another than it was taken for.
    get capabilities() {
      return client.capabilities;
    },
    remoteUploads: {
      ...client.remoteUploads,
      async add(link, options) {
        const { folderId = rootFolder.id } = link;
        if (folderId !== rootFolder.id) await check(folderId);
        return client.remoteUploads.add(link, options).catch(async (error: unknown) => {
          // It may be said of the link, or of a folder that was seen minutes ago.
          if (!isApiError(error, 'not-found') || (await isGone(folderId))) throw error;
          throw new ApiError('refused', error.message, error);
        });
      },
    },
  };
}

export function createFolderChecks(clock: () => number) {
  const checked = new WeakMap<Calls, UploadsClient>();
  return (client: Calls): UploadsClient => {
    const known = checked.get(client) ?? withFolderCheck(client, clock);
    checked.set(client, known);
    return known;
  };
}
