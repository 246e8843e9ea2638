/**
 * Checks that a folder exists before a link is sent into it: services silently put links for an unknown folder into the
 * root. A folder that was seen recently is not checked again, so a batch costs one check.
 */
import type { Calls } from '../api/index.ts';
import { rootFolder } from '../folders/folder.ts';
import { assertFolderExists } from '../folders/folder-exists.ts';
import type { UploadsClient } from '../uploads/uploads-context.ts';

const trustMs = 5 * 60_000;

/** `remoteUploads.add` rejects with the check's error where the folder is gone; then nothing was sent. */
function withFolderCheck(client: Calls, clock: () => number): UploadsClient {
  const seenAtMs = new Map<string, number>();

  async function check(folderId: string): Promise<void> {
    const atMs = seenAtMs.get(folderId);
    const nowMs = clock();
    if (atMs !== undefined && atMs <= nowMs && nowMs - atMs < trustMs) return;
    await assertFolderExists(client, folderId, { lane: 'queue' });
    seenAtMs.set(folderId, nowMs);
  }

  return {
    ...client,
    remoteUploads: {
      ...client.remoteUploads,
      async add(link, options) {
        const { folderId = rootFolder.id } = link;
        if (folderId !== rootFolder.id) await check(folderId);
        return client.remoteUploads.add(link, options);
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
