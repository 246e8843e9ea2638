/**
 * Makes sure that a folder is still there before a link is sent into it.
 *
 * Services put a link for a folder that they do not know into the root, without a word (seen in the field); the file
 * would then lie where nobody looks for it. A folder that was seen lately is believed, so a batch costs one check.
 */
import type { Calls } from '../api/index.ts';
import { rootFolder } from '../folders/folder.ts';
import { mustBeThere } from '../folders/there.ts';
import type { UploadsClient } from '../uploads/context.ts';

/** Milliseconds for which a folder that was seen is believed to be there. */
const believedMs = 5 * 60_000;

/**
 * The client as uploads use it; `remoteUploads.add` rejects with the error of the check (`not-found`, and the service's
 * words) where the folder is gone, and then nothing was sent.
 */
function withFolderCheck(client: Calls, clock: () => number): UploadsClient {
  const seenAtMs = new Map<string, number>();

  async function check(folderId: string): Promise<void> {
    const atMs = seenAtMs.get(folderId);
    const nowMs = clock();
    if (atMs !== undefined && atMs <= nowMs && nowMs - atMs < believedMs) return;
    await mustBeThere(client, folderId, { lane: 'queue' });
    seenAtMs.set(folderId, nowMs);
  }

  return {
    files: client.files,
    uploads: client.uploads,
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

/** Puts the check in front of clients, and remembers for each which folders it has seen. */
export function createFolderChecks(clock: () => number) {
  const checked = new WeakMap<Calls, UploadsClient>();
  return (client: Calls): UploadsClient => {
    const known = checked.get(client) ?? withFolderCheck(client, clock);
    checked.set(client, known);
    return known;
  };
}
