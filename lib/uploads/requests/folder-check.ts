/**
 * Checks a link's folder before the link is sent, because services silently put links for an unknown folder into the root. A batch costs
 * one check, because a folder that was just seen isn't checked again.
 */

import { rootFolder } from '../../folders/folder.ts';
import type { EpochMs } from '../../timing/units.ts';
import { commitChanges } from '../changes.ts';
import { findGoneFolder } from '../file-uploads.ts';
import type { FailureInfo, Upload } from '../upload.ts';
import type { UploadsClient, UploadsContext } from '../uploads-context.ts';

const trustMs = 5 * 60_000;

export type FolderCheck = ReturnType<typeof createFolderCheck>;

export function createFolderCheck(clock: () => EpochMs) {
  /** By client and folder id. */
  const seenAtMs = new WeakMap<UploadsClient['folders'], Map<string, number>>();

  /**
   * Null if the folder exists, otherwise why nothing can be sent into it.
   *
   * @param isDoubted it may be gone since it was last seen
   * @throws {ApiError} if the folder can't be read
   */
  return async (
    { folders }: Pick<UploadsClient, 'folders'>,
    folderId: string,
    isDoubted = false,
  ): Promise<FailureInfo | null> => {
    if (folderId === rootFolder.id) return null;
    const seen = seenAtMs.get(folders) ?? new Map<string, number>();
    seenAtMs.set(folders, seen);
    const atMs = seen.get(folderId);
    const nowMs = clock();
    if (!isDoubted && atMs !== undefined && atMs <= nowMs && nowMs - atMs < trustMs) return null;
    seen.delete(folderId);
    const gone = await findGoneFolder({ folders }, folderId, 'queue');
    if (gone !== null) return { code: 'folder-gone', msg: gone.msg };
    seen.set(folderId, nowMs);
    return null;
  };
}

/** Removes all queued links from a folder that is gone. Links placed by a rule go to another folder. The others are refused. */
export async function leaveFolder(
  session: UploadsContext & { readonly accountId: string; wakeUp(): void },
  { id: folderId }: Upload['folder'],
  failure: FailureInfo,
): Promise<void> {
  const { accountId } = session;
  const instead = await session.onFolderGone(accountId, folderId);
  await commitChanges(session, 'write', async (tx, changes) => {
    for (const upload of await tx.listInStates(accountId, ['queued'])) {
      if (upload.source !== 'link' || upload.folder.id !== folderId) continue;
      const isMoved = upload.isFolderByRule && instead !== null && instead.id !== folderId;
      const action = isMoved
        ? ({ type: 'setFolder', folder: instead } as const)
        : ({ type: 'refuse', failure } as const);
      await changes.applyAction(tx, upload, action);
    }
  });
  session.wakeUp();
}
