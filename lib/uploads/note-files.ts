import type { FolderRef } from '../folders/folder.ts';
import type { EpochMs } from '../timing/units.ts';
import { applyAction } from './changes.ts';
import { isAllowed } from './transitions.ts';
import { trackedStates, type Upload } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

/** Missing or empty fields are unknown. */
export interface SeenFile {
  readonly fileCode: string;
  readonly title?: string | null | undefined;
  readonly folderId?: string | null | undefined;
}

/**
 * Checks uploads at once that wait for one of these files, or were given up. Uploads that have arrived follow their files.
 *
 * @param sinceMs when the listing was requested. Later changes of an upload are newer
 */
export async function noteFiles(
  context: UploadsContext,
  accountId: string,
  files: readonly SeenFile[],
  sinceMs = Number.POSITIVE_INFINITY,
): Promise<void> {
  const codes = new Set<string | null>(files.map(({ fileCode }) => fileCode));
  const awaiting = await context.store.transact('read', (tx) =>
    tx.listInStates(accountId, [...trackedStates, 'vanished']),
  );
  const seen = awaiting.filter(
    ({ fileCode, state, verification }) =>
      codes.has(fileCode) && fileCode !== null && (state === 'vanished' || verification !== null),
  );
  for (const { id } of seen) await applyAction(context, id, { type: 'checkAgain' });
  await followFiles(context, accountId, files, sinceMs);
  if (seen.length > 0) context.onReachable();
}

async function followFiles(
  context: UploadsContext,
  accountId: string,
  files: readonly SeenFile[],
  sinceMs: EpochMs,
): Promise<void> {
  const described = files.filter(({ folderId, title }) => folderId || title);
  const changed = await context.store.transact('read', async (tx) => {
    const uploads = await Promise.all(
      described.map(({ fileCode }) => tx.findByFileCode(accountId, fileCode)),
    );
    return described.flatMap((file, at) => {
      const upload = uploads[at];
      const isOlder = upload !== undefined && upload.changedAtMs < sinceMs;
      return isOlder && isAllowed(upload.state, 'noteFile') && isChanged(upload, file)
        ? { id: upload.id, file }
        : [];
    });
  });
  if (changed.length === 0) return;
  const names = await context.nameFolders(accountId);
  const toFolder = (id: string): FolderRef => ({ id, name: names.get(id) ?? '' });
  for (const { id, file } of changed)
    await applyAction(context, id, {
      type: 'noteFile',
      ...(file.folderId && { folder: toFolder(file.folderId) }),
      ...(file.title && { title: file.title }),
    });
}

const isChanged = (upload: Upload, { folderId, title }: SeenFile): boolean =>
  upload.arrivedAtMs !== null &&
  ((Boolean(folderId) && folderId !== upload.folder.id) || (Boolean(title) && title !== upload.title));
