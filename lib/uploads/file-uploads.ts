/**
 * Uploads of local files (docs/http-api.md, "Upload a file"). Only a page has a file, so a page sends the bytes. The background owns the
 * records.
 *
 * A page holds the lock `fileLockName` for each file it can send, and the browser releases the lock when the page ends. A file stored as
 * being sent whose lock is free was interrupted. Evidence decides whether it arrived.
 */
import {
  ApiError,
  assertFolderExists,
  type FailedCall,
  isApiError,
  type Lane,
  nullIfApiError,
  readFailure,
} from '../api/index.ts';
import { uploadRetry } from '../timing/policies.ts';
import { calculateDelayMs, isGivenUp } from '../timing/retry.ts';
import { backOffUnsent } from './back-off.ts';
import { applyAction } from './changes.ts';
import { fileLockName } from './local-file.ts';
import type { NoteBaseline } from './note-baseline.ts';
import { classifyFailure, redactFailure } from './requests/failure.ts';
import { interruption, type UploadAction } from './transitions.ts';
import { isWhole, toIncomplete, toSourceFailure, type Upload } from './upload.ts';
import type { UploadsClient, UploadsContext } from './uploads-context.ts';
import { isDue, isSingleCallFailure, isUnreachable } from './waits.ts';

/** `size` is in bytes, as the service reports it. A failed call has a `fileCode` if the service refused the file but named it. */
export type FileResult =
  | { readonly fileCode: string; readonly size?: number | null }
  | (FailedCall & {
      /** Of the upload server, if the connection to it was lost. */
      readonly origin?: string;
    })
  | (Omit<FailedCall, 'code'> & { readonly code: 'file-gone' });

export interface FileMove {
  readonly isDone: boolean;
  /** The service failed for this file or its folder. */
  readonly failure: ApiError | null;
  /** So it can't be moved there later. */
  readonly isFolderGone?: boolean;
}

/**
 * Returns the upload address, without the key. Null: the record or the backoff says why it can't be sent now. Refuses the upload if the
 * host permission for the upload server is missing: the browser would hide the response although the file may have arrived.
 */
export async function beginFile(
  context: UploadsContext,
  id: string,
  noteBaseline: NoteBaseline,
): Promise<{ readonly address: string; readonly accountId: string; readonly folderId: string } | null> {
  const { accountStatus, hasHostPermission, clientFor } = context;
  const upload = await findDueFile(context, id);
  const client = upload && (await clientFor(upload.accountId));
  if (!client) return null;
  const { accountId, folder } = upload;
  try {
    const address = await client.uploads.server({ lane: 'queue' });
    if (!(await hasHostPermission(address))) {
      const failure = toSourceFailure('uploadHost', new URL(address).origin);
      await applyAction(context, id, { type: 'refuse', failure });
      return null;
    }
    const baseline = await noteBaseline(accountId, client);
    const target = { accountId, folderId: folder.id, baseline };
    const send = { type: 'send', source: 'file', ...target } as const;
    return (await applyAction(context, id, send, 'durable'))
      ? { address, accountId, folderId: folder.id }
      : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.needsSession) {
      await applyAction(context, id, { type: 'refuse', failure: { code: 'needs-session', msg: null } });
      return null;
    }
    const { code, msg } = readFailure(error);
    const failed = classifyFailure({ code, msg, mayHaveTakenEffect: false });
    const reason = failed.kind === 'wait' ? failed.reason : 'service';
    if (!(await accountStatus.reportFailure(accountId, redactFailure(upload, failed.failure))))
      await backOffUnsent(context, upload, (each) => each.id === id, reason, failed.failure);
    return null;
  }
}

export const readWithPause = (store: UploadsContext['store'], id: string) =>
  store.transact('read', async (tx) => ({
    upload: await tx.get(id),
    isPaused: (await tx.getMeta('paused')) === true,
  }));

/** @returns null if it has to wait or no longer exists */
export async function findDueFile(
  { store, accountStatus, clock }: UploadsContext,
  id: string,
): Promise<Upload | null> {
  const { upload, isPaused } = await readWithPause(store, id);
  if (upload?.source !== 'file' || upload.state !== 'queued' || isPaused) return null;
  return isDue(upload, clock()) && (await accountStatus.check(upload.accountId)) === null ? upload : null;
}

export async function endFile(context: UploadsContext, id: string, result: FileResult): Promise<void> {
  const { store, accountStatus, clock, random } = context;
  const upload = await store.transact('read', (tx) => tx.get(id));
  if (upload?.source !== 'file' || upload.state !== 'sending') return;
  const apply = (action: UploadAction) => applyAction(context, id, action);
  if (!('code' in result)) {
    const { fileCode, size = null } = result;
    const isKept = isWhole(upload, size) || (await findFile(context, upload, fileCode, size));
    await apply(
      isKept
        ? { type: 'accept', fileCode, claim: 'answer' }
        : { type: 'refuse', failure: toIncomplete(upload, size) },
    );
    return;
  }
  const { code, msg } = result;
  if (code === 'file-gone') {
    await apply({ type: 'refuse', failure: { code, msg } });
    return;
  }
  const { fileCode } = result;
  const isThere = fileCode === undefined ? null : await findFile(context, upload, fileCode);
  if (fileCode !== undefined && isThere === true) {
    await apply({ type: 'accept', fileCode, claim: 'answer' });
    return;
  }
  const failed = classifyFailure(isThere === false ? { ...result, mayHaveTakenEffect: false } : result);
  const { failure } = failed;
  if (failed.kind === 'uncertain') await apply({ type: 'markUncertain', cause: 'no-answer', failure });
  // The upload form names no folder, so the folder can't be the reason.
  else if (failed.kind !== 'wait') await apply({ type: 'refuse', failure: { code: 'refused', msg } });
  else if (isGivenUp(uploadRetry, upload.attempts))
    await apply({
      type: 'refuse',
      failure:
        failed.reason === 'network' && result.origin
          ? { code: 'connection-lost', msg: result.origin }
          : { code: 'too-many-attempts', msg },
    });
  else {
    const { reason } = failed;
    const untilMs = clock() + calculateDelayMs(uploadRetry, upload.attempts, random);
    await apply({ type: 'returnToQueue', failure, wait: { reason, untilMs } });
    // The bytes go to another host, so their loss says nothing about the account.
    if (reason !== 'network' && reason !== 'service')
      await accountStatus.reportFailure(upload.accountId, redactFailure(upload, failure));
  }
}

/**
 * Looks once, because some services keep the complete file that they refuse. Null: they can't be asked.
 * @param saidBytes the size in the service's response, in case its details have none
 */
async function findFile(
  { clientFor }: UploadsContext,
  upload: Upload,
  fileCode: string,
  saidBytes: number | null = null,
): Promise<boolean | null> {
  const client = await clientFor(upload.accountId);
  const [info] = (await client?.files.info([fileCode], { lane: 'queue' }).catch(nullIfApiError)) ?? [];
  if (info === undefined) return null;
  if (!info.found && info.error !== null && info.error.code !== 'not-found') return null;
  return info.found && isWhole(upload, info.size ?? saidBytes);
}

/**
 * Marks files in `sending` whose lock is free as uncertain.
 * @returns whether pages are still sending others
 */
export async function markInterruptedFiles(
  context: UploadsContext,
  sending: readonly Upload[],
): Promise<boolean> {
  const files = sending.filter(({ source }) => source === 'file');
  if (files.length === 0) return false;
  const locks = await context.listHeldLocks();
  const lost = files.filter(({ id }) => !locks.has(fileLockName(id)));
  for (const { id } of lost) await applyAction(context, id, interruption);
  return lost.length < files.length;
}

/**
 * Moves files into a folder, because the upload form can't. Files without a result weren't tried, as an earlier one got no response in
 * time.
 *
 * @param ageMs age of the oldest file, which the listing goes back to
 * @throws ApiError if the service can't be reached, or the account is the problem
 */
export async function moveIntoFolder(
  client: UploadsClient,
  fileCodes: readonly string[],
  folderId: string,
  ageMs: number,
): Promise<ReadonlyMap<string, FileMove>> {
  const { files } = client;
  const moves = new Map<string, FileMove>();
  const pending = new Set<string>();
  for (const fileCode of fileCodes) {
    try {
      await files.move(fileCode, folderId, { lane: 'queue' });
      pending.add(fileCode);
    } catch (error) {
      const failure = requireSingleCallFailure(error);
      moves.set(fileCode, { isDone: false, failure: isUnreachable(failure.code) ? failure : null });
      if (failure.code === 'timeout') break;
    }
  }
  if (pending.size > 0) await readBack();
  const isLeft = [...moves.values()].some(({ isDone, failure }) => !isDone && failure === null);
  const gone = isLeft && (await findGoneFolder(client, folderId, 'polling').catch(nullIfApiError));
  if (gone)
    for (const [fileCode, move] of moves)
      if (!move.isDone) moves.set(fileCode, { ...move, failure: null, isFolderGone: true });
  return moves;

  async function readBack() {
    const createdWithinMinutes = 24 * 60 + Math.ceil(ageMs / 60_000);
    try {
      for await (const file of files.iterate({ folderId, createdWithinMinutes }, { lane: 'polling' })) {
        const isThere = file.folderId === null || file.folderId === folderId;
        if (pending.delete(file.fileCode)) moves.set(file.fileCode, { isDone: isThere, failure: null });
        if (pending.size === 0) break;
      }
      for (const fileCode of pending) moves.set(fileCode, { isDone: false, failure: null });
    } catch (error) {
      const failure = requireSingleCallFailure(error);
      for (const fileCode of pending) moves.set(fileCode, { isDone: true, failure });
    }
  }
}

/**
 * Looks twice, because one absence proves nothing.
 *
 * @returns the service's answer, or null if the folder exists
 * @throws {ApiError} if the folder can't be read
 */
export async function findGoneFolder(
  client: Pick<UploadsClient, 'folders'>,
  folderId: string,
  lane: Lane,
): Promise<ApiError | null> {
  const look = () =>
    assertFolderExists(client, folderId, { lane }).then(
      () => null,
      (error: unknown) => (isApiError(error, 'not-found') ? error : Promise.reject(error)),
    );
  return (await look()) && look();
}

/** @throws errors that may affect other calls too */
export function requireSingleCallFailure(error: unknown): ApiError {
  if (error instanceof ApiError && isSingleCallFailure(error.code)) return error;
  throw error;
}
