/**
 * Sends local files from a page, a few at a time, in the order of the queue. If the page can fetch links (`fetchFile`), it does so in
 * parallel. The records decide: a file is sent while its record is queued and due, and aborted when the record is gone. After the page
 * closes, the user has to choose the file again.
 */

import { readFailure, type SendFileOptions, type UploadedFile, type UploadForm } from '../api/index.ts';
import { fileCheck, longestSourceWaitMs } from '../timing/policies.ts';
import type { EpochMs } from '../timing/units.ts';
import { createFetchPace, type FetchPace } from './fetch-pace.ts';
import type { FileResult } from './file-uploads.ts';
import { isFetchPending, isReadable } from './local-file.ts';
import { toSourceFailure, type Upload, type UploadState } from './upload.ts';
import type { FileProgress } from './uploads.ts';
import { isDue, isUnreachable } from './waits.ts';

export type FileUploadGrant = Pick<SendFileOptions, 'address' | 'baseUrl' | 'key' | 'folderId'> & {
  readonly form: UploadForm;
};

interface FileSenderPorts {
  /** Null: the record says why the file can't be sent now. */
  readonly begin: (id: string) => Promise<FileUploadGrant | null>;
  readonly end: (id: string, result: FileResult) => Promise<unknown>;
  /**
   * Fetches the file of a link, or reads it from the disk. Null: it waits, for the reason in its record. Aborting with `tooSlow` sets that
   * reason.
   */
  readonly fetchFile?: (
    id: string,
    signal: AbortSignal,
    onProgress: (bytesDone: number, bytesTotal: number | null) => void,
  ) => Promise<File | null>;
  readonly reportProgress: (samples: readonly FileProgress[]) => Promise<unknown>;
  readonly sendFile: (options: SendFileOptions & Pick<FileUploadGrant, 'form'>) => Promise<UploadedFile>;
  /** Returns a function that releases the lock. Its argument: may the upload continue? */
  readonly acquireLock: (id: string) => (mayGoOn: boolean) => void;
  /** Applies to sending and to fetching separately. */
  readonly getMaxConcurrent: () => number;
  readonly clock: () => EpochMs;
  readonly setTimer: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimer: (timer: never) => void;
}

/** A request without progress is aborted after this time. */
const stallMs = 30_000;
/** How long the file of a removed record is kept for Undo. */
const keepForUndoMs = 30_000;
const reportMs = 1_000;
const paceCheckMs = 1_000;

export const tooSlow = 'too slow';

const fileGone: FileResult = { code: 'file-gone', msg: null, mayHaveTakenEffect: false };
const notSent: FileResult = { code: 'network', msg: null, mayHaveTakenEffect: false };

export const sendableStates: ReadonlySet<UploadState> = new Set<UploadState>([
  'queued',
  'sending',
  'deferred',
  'uncertain',
  'refused',
  'vanished',
]);

interface LockedFile {
  readonly accountId: string;
  /** Null: not fetched yet. */
  file: File | null;
  readonly isFetched: boolean;
  readonly release: (mayGoOn: boolean) => void;
  /** The record was read once, so if it is missing later, the user removed it. */
  wasSeen: boolean;
  /** When the record was found missing. */
  goneAtMs: EpochMs | null;
  /** The last start, and the record's last change by then. Null after a wait. */
  tried: { readonly atMs: number; readonly changedAtMs: EpochMs } | null;
}

interface Work {
  readonly abort: AbortController;
  /** Null: it is being sent. */
  readonly pace: FetchPace | null;
}

export function createFileSender(ports: FileSenderPorts) {
  const { clock, setTimer, clearTimer } = ports;
  const files = new Map<string, LockedFile>();
  const underWay = new Map<string, Work>();
  const samples = new Map<string, FileProgress>();
  let uploads: readonly Upload[] = [];
  let sendTimer: unknown = null;
  let reportTimer: unknown = null;
  let paceTimer: unknown = null;

  const listQueued = () =>
    uploads.filter(({ id, state }) => state === 'queued' && files.has(id) && !underWay.has(id));

  /** In order, but slow sites last. */
  function listDue(isFetch: boolean): readonly Upload[] {
    const isMeant = (upload: Upload) => {
      const { file, tried } = files.get(upload.id) ?? {};
      // It was turned down, and its record hasn't changed since.
      const isResting =
        tried?.changedAtMs === upload.changedAtMs && Math.abs(clock() - tried.atMs) < fileCheck.firstMs;
      return isProbablyDue(upload, clock()) && (file === null) === isFetch && !isResting;
    };
    return listQueued()
      .filter(isMeant)
      .sort((one, other) => Number(isSlow(one)) - Number(isSlow(other)) || one.order - other.order);
  }

  function startDueFiles(): void {
    if (sendTimer !== null) clearTimer(sendTimer as never);
    sendTimer = null;
    for (const isFetch of [false, true]) {
      const isUsed = ({ pace }: Work) => (pace !== null) === isFetch;
      const freeSlots = ports.getMaxConcurrent() - [...underWay.values()].filter(isUsed).length;
      for (const upload of listDue(isFetch).slice(0, Math.max(0, freeSlots))) void run(upload, isFetch);
    }
    if (listQueued().length > 0) sendTimer = setTimer(startDueFiles, fileCheck.firstMs);
  }

  async function run({ id, changedAtMs }: Upload, isFetch: boolean): Promise<void> {
    const entry = files.get(id);
    if (entry === undefined) return;
    const pace = isFetch ? createFetchPace(clock()) : null;
    const abort = new AbortController();
    underWay.set(id, { abort, pace });
    entry.tried = { atMs: clock(), changedAtMs };
    if (isFetch && paceTimer === null) paceTimer = setTimer(checkPace, paceCheckMs);
    try {
      if (pace === null) await sendFile(id, entry, abort);
      else if (await fetchFile(id, entry, abort.signal, pace)) entry.tried = null;
    } finally {
      underWay.delete(id);
      samples.delete(id);
      startDueFiles();
    }
  }

  /** Ends slow fetches. While files wait, the limit is higher: one fetch ends for each waiting file that wasn't slow itself. */
  function checkPace(): void {
    const fetches = [...underWay.values()].flatMap(({ pace, abort }) => (pace ? [{ pace, abort }] : []));
    let wanted = listDue(true).filter((upload) => !isSlow(upload)).length;
    for (const { pace, abort } of fetches) {
      if (!pace.isSlow(wanted > 0, clock())) continue;
      wanted -= 1;
      abort.abort(tooSlow);
    }
    paceTimer = fetches.length > 0 ? setTimer(checkPace, paceCheckMs) : null;
  }

  async function sendFile(id: string, entry: LockedFile, abort: AbortController): Promise<void> {
    // The browser may have evicted the fetched file.
    if (entry.file && entry.isFetched && !(await isReadable(entry.file))) {
      Object.assign(entry, { file: null, tried: null });
      return;
    }
    // The background may have stored it as being sent, although it didn't respond.
    const grant = await ports.begin(id).catch(() => undefined);
    if (grant === null) return;
    await end(id, grant === undefined ? notSent : await transfer(id, grant, abort));
  }

  /** @returns whether the file is ready to be sent */
  async function fetchFile(
    id: string,
    entry: LockedFile,
    signal: AbortSignal,
    pace: FetchPace,
  ): Promise<boolean> {
    const fetched = ports.fetchFile?.(id, signal, (bytesDone, bytesTotal) => {
      pace.record(bytesDone, bytesTotal, clock());
      report({ id, bytesDone, bytesTotal });
    });
    entry.file = (await fetched?.catch(() => null)) ?? null;
    return entry.file !== null;
  }

  /** The background may end before it stores the result, so repeat until it has. */
  async function end(id: string, result: FileResult): Promise<void> {
    do {
      try {
        return void (await ports.end(id, result));
      } catch {
        await new Promise<void>((resolve) => setTimer(resolve, fileCheck.firstMs));
      }
    } while (files.has(id));
  }

  async function transfer(id: string, grant: FileUploadGrant, abort: AbortController): Promise<FileResult> {
    const { file = null, isFetched = false } = files.get(id) ?? {};
    if (file === null || !(await isReadable(file))) return fileGone;
    let hasStalled = false;
    /** All bytes may have been sent. */
    let isFullySent = false;
    const abortStalled = () => {
      hasStalled = true;
      abort.abort();
    };
    let stallTimer = setTimer(abortStalled, stallMs);
    try {
      const { fileCode, size } = await ports.sendFile({
        ...grant,
        file,
        name: file.name,
        signal: abort.signal,
        onProgress({ sent, total, isUnknown = false }) {
          clearTimer(stallTimer as never);
          isFullySent = sent >= total || isUnknown;
          // The service is processing now, for as long as it needs.
          if (!isFullySent) stallTimer = setTimer(abortStalled, stallMs);
          report(
            isUnknown
              ? { id, bytesDone: file.size, bytesTotal: null }
              : { id, bytesDone: Math.min(sent, file.size), bytesTotal: file.size },
            isFullySent,
          );
        },
      });
      return { fileCode, size };
    } catch (error) {
      const { code, msg, mayHaveTakenEffect, fileCode } = readFailure(error);
      // Without the whole body, the service has no file.
      const mayBeThere = mayHaveTakenEffect && isFullySent;
      // A file that changes while it is read fails like a network error.
      if (!mayBeThere && !isFetched && code === 'network' && !(await isReadable(file))) return fileGone;
      const failure = { code: hasStalled ? 'timeout' : code, msg, mayHaveTakenEffect: mayBeThere } as const;
      if (mayBeThere && fileCode !== undefined) return { ...failure, fileCode };
      return isUnreachable(failure.code) ? { ...failure, origin: new URL(grant.address).origin } : failure;
    } finally {
      clearTimer(stallTimer as never);
    }
  }

  /** @param mayBeThere the file may have arrived, which is reported before the page can end */
  function report(sample: FileProgress, mayBeThere = false): void {
    samples.set(sample.id, sample);
    if (mayBeThere) void ports.reportProgress([sample]).catch(() => {});
    if (reportTimer !== null) return;
    reportTimer = setTimer(() => {
      reportTimer = null;
      if (samples.size > 0) void ports.reportProgress([...samples.values()]).catch(() => {});
    }, reportMs);
  }

  function update(read: readonly Upload[]): void {
    uploads = read;
    for (const upload of ports.fetchFile ? read : []) {
      // In other states, an ended page may have been sending it.
      if (upload.state === 'queued' && isFetchPending(upload) && !files.has(upload.id))
        keep(upload.id, upload.accountId, null);
    }
    const byId = new Map(read.map((upload) => [upload.id, upload]));
    for (const [id, each] of files) {
      const upload = byId.get(id);
      const isSendable =
        upload && (each.isFetched ? isFetchPending(upload) : sendableStates.has(upload.state));
      const isGone = upload === undefined && each.wasSeen;
      if (upload && !isProbablyDue(upload, clock())) each.tried = null;
      // While it is fetched, its record is queued.
      const isStopped = each.file === null && upload?.wait?.reason === 'paused';
      if (isGone || isSendable === false || isStopped) underWay.get(id)?.abort.abort();
      if (isGone && each.goneAtMs === null) setTimer(() => update(uploads), keepForUndoMs);
      each.goneAtMs = isGone ? (each.goneAtMs ?? clock()) : null;
      const isKept = each.goneAtMs === null || clock() - each.goneAtMs < keepForUndoMs;
      if (isKept && isSendable !== false) {
        each.wasSeen ||= upload !== undefined;
        continue;
      }
      each.release(upload?.state === 'refused');
      files.delete(id);
    }
    startDueFiles();
  }

  function keep(id: string, accountId: string, file: File | null): void {
    files.get(id)?.release(true);
    const release = ports.acquireLock(id);
    const isFetched = file === null;
    files.set(id, { accountId, file, isFetched, release, wasSeen: false, goneAtMs: null, tried: null });
  }

  return {
    /** The record is read at the next `update`. */
    add: keep,
    /** Accounts whose uploads `update` needs. */
    accountIds: (): ReadonlySet<string> => new Set([...files.values()].map(({ accountId }) => accountId)),
    /** Call after each change, with the uploads of `accountIds()`. */
    update,
    isRunning: (): boolean => underWay.size > 0,
    /** Whether closing the page would interrupt something. */
    isBusy: (): boolean =>
      underWay.size > 0 || uploads.some(({ id, state }) => state === 'queued' && files.has(id)),
  };
}

/** The background decides. Its clock may be ahead of the page's, so a wait beyond the maximum counts as over. */
const isProbablyDue = (upload: Upload, nowMs: EpochMs): boolean =>
  isDue(upload, nowMs) || (upload.wait?.untilMs ?? 0) - nowMs > longestSourceWaitMs;

const isSlow = ({ failure }: Upload): boolean => failure?.code === toSourceFailure('slow').code;
