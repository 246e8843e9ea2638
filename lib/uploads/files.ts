/**
 * Uploads of the user's own files (docs/http-api.md, "Upload a file"). A page sends the bytes, because only a page has the
 * file; the records are the background's as all others.
 *
 * A page holds the lock `fileLock` of each file that it can send. The browser frees it when the page closes or crashes: what
 * is stored as being sent and has a free lock was interrupted, and evidence decides whether it arrived.
 */
import { ApiError, NotFoundError, RefusedError } from '../api/index.ts';
import { backoff } from '../timing/backoff.ts';
import { apply } from './changes.ts';
import type { UploadsClient, UploadsContext } from './context.ts';
import { fileLock } from './own-file.ts';
import { isDue, isWaiting } from './sending/backoff.ts';
import { interrupted } from './sending/evidence.ts';
import { classifyFailure } from './sending/failure.ts';
import { backOff, backOffAfter } from './sending/session.ts';
import { mostAttempts, tooManyAttempts } from './sending/settle.ts';
import type { Upload } from './upload.ts';

/** What came of sending a file. `fileCode` null: the service took it and did not say under which code. */
export type FileResult =
  | { readonly fileCode: string | null }
  | { readonly code: string; readonly msg: string | null; readonly mayHaveTakenEffect: boolean };

/** The file on the user's disk cannot be read any more. */
export const fileGone = 'file-gone';

/**
 * Stores a queued file as being sent.
 *
 * @returns the address for its bytes, without the key; null where it may not leave now, for the reason that the record or
 *   the backoff of its account says
 */
export async function beginFile(
  context: UploadsContext,
  id: string,
): Promise<{ readonly address: string; readonly accountId: string } | null> {
  const { store, clock } = context;
  const { upload, accountBackoff, isPaused } = await store.transact('read', async (tx) => {
    const stored = await tx.get(id);
    return {
      upload: stored,
      accountBackoff: stored && (await tx.backoff(stored.accountId)),
      isPaused: (await tx.meta('paused')) === true,
    };
  });
  if (upload?.source !== 'file' || upload.state !== 'queued' || isPaused) return null;
  if (!isDue(upload, clock()) || isWaiting(accountBackoff, clock(), 'ask')) return null;
  const { accountId, folder } = upload;
  const client = await context.clientFor(accountId);
  if (client === null) return null;
  let address: string;
  try {
    address = await client.uploads.server({ lane: 'queue' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await backOffAfter(context, { accountId, backoff: accountBackoff }, error);
    return null;
  }
  const sent = await apply(context, id, { type: 'send', folderId: folder.id }, 'durable');
  return sent ? { address, accountId } : null;
}

/** Stores what came of sending a file. */
export async function endFile(context: UploadsContext, id: string, result: FileResult): Promise<void> {
  const { store, clock, random } = context;
  const upload = await store.transact('read', (tx) => tx.get(id));
  if (upload?.source !== 'file' || upload.state !== 'sending') return;
  if ('fileCode' in result) {
    const { fileCode } = result;
    const failure = { code: 'invalid-response', msg: null };
    await apply(
      context,
      id,
      fileCode === null
        ? { type: 'doubt', cause: 'no-answer', failure }
        : { type: 'accept', fileCode, claim: 'answer' },
    );
    return;
  }
  const failed = classifyFailure(result);
  const { failure } = failed;
  if (failed.kind === 'uncertain') {
    await apply(context, id, { type: 'doubt', cause: 'no-answer', failure });
  } else if (failed.kind !== 'wait' || result.code === fileGone) {
    await apply(context, id, { type: 'refuse', failure });
  } else if (upload.attempts >= mostAttempts) {
    await apply(context, id, { type: 'refuse', failure: { code: tooManyAttempts, msg: failure.msg } });
  } else {
    const { reason } = failed;
    const untilMs = clock() + backoff(upload.attempts, random);
    await apply(context, id, { type: 'putBack', failure, wait: { reason, untilMs } });
    if (reason === 'account' || reason === 'quota' || reason === 'rate-limited') {
      const accountBackoff = await store.transact('read', (tx) => tx.backoff(upload.accountId));
      await backOff(context, { accountId: upload.accountId, backoff: accountBackoff }, reason, failure);
    }
  }
}

/** What is stored as being sent although no page has its file is uncertain. Gives whether pages have others. */
export async function recoverFiles(context: UploadsContext, sending: readonly Upload[]): Promise<boolean> {
  const files = sending.filter(({ source }) => source === 'file');
  if (files.length === 0) return false;
  const locks = await context.heldLocks();
  const failure = { code: interrupted, msg: null };
  const lost = files.filter(({ id }) => !locks.has(fileLock(id)));
  for (const { id } of lost) await apply(context, id, { type: 'doubt', cause: 'no-answer', failure });
  return lost.length < files.length;
}

/**
 * Moves files into a folder, which the POST cannot name, and reads that back.
 *
 * @returns codes of those that are there
 * @throws ApiError where the service gives no answer
 */
export async function moveIntoFolder(
  { files }: UploadsClient,
  fileCodes: readonly string[],
  folderId: string,
): Promise<ReadonlySet<string>> {
  const wanted = new Set<string>();
  for (const fileCode of fileCodes) {
    try {
      await files.move(fileCode, folderId, { lane: 'queue' });
      wanted.add(fileCode);
    } catch (error) {
      if (!(error instanceof NotFoundError || error instanceof RefusedError)) throw error;
    }
  }
  const there = new Set<string>();
  if (wanted.size === 0) return there;
  for await (const file of files.iterate({ folderId, createdWithinMinutes: 24 * 60 }, { lane: 'polling' })) {
    const isThere = file.folderId === null || file.folderId === folderId;
    if (wanted.delete(file.fileCode) && isThere) there.add(file.fileCode);
    if (wanted.size === 0) break;
  }
  return there;
}
