/**
 * Sends the bytes of the user's own files from a page, a few at a time and in the order of the queue.
 *
 * It does what the records say: a file goes out while its record is queued and due, stops when the record is gone, and is let
 * go of once it has arrived. Where the page closes, the records say that the file has to be chosen again.
 */
import type { SendFileOptions, UploadedFile } from '../api/index.ts';
import { type FileResult, fileGone } from './files.ts';
import { isDue } from './sending/backoff.ts';
import { failedCallOf } from './sending/failure.ts';
import type { Upload, UploadState } from './upload.ts';
import type { FileSample } from './uploads.ts';

/** What is needed to send one file. */
export interface FileGrant extends Pick<SendFileOptions, 'address' | 'baseUrl' | 'key'> {
  /** Whether the browser lets the extension talk to the host of the address. */
  readonly mayReach: boolean;
}

export interface FileSenderPorts {
  /** Stores the file as being sent; null: its record says why it has to wait. */
  readonly begin: (id: string) => Promise<FileGrant | null>;
  readonly end: (id: string, result: FileResult) => Promise<unknown>;
  readonly measure: (samples: readonly FileSample[]) => Promise<unknown>;
  readonly sendFile: (options: SendFileOptions) => Promise<UploadedFile>;
  /** Takes the lock of an upload's file; gives what frees it. */
  readonly hold: (id: string) => () => void;
  /** How many files may be under way together. */
  readonly atOnce: () => number;
  readonly clock: () => number;
  readonly setTimer: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimer: (timer: never) => void;
  /** The address that the browser does not let this page talk to (null: none) has changed. */
  readonly onBlocked: (address: string | null) => void;
}

/** Milliseconds without a byte after which a request is given up. */
const stallMs = 30_000;
/** Milliseconds between two reports of how far files are. */
const reportMs = 1_000;
/** Milliseconds until it is looked again whether something may go out, where no change was told. */
const retryMs = 5_000;

const notSent: FileResult = { code: 'network', msg: null, mayHaveTakenEffect: false };

/** States in which the file may have to be sent. */
export const keptStates: ReadonlySet<UploadState> = new Set([
  ...(['queued', 'sending', 'deferred', 'uncertain', 'refused', 'vanished'] as const),
]);

interface Held {
  readonly accountId: string;
  readonly file: File;
  readonly release: () => void;
  /** Its record was read: where that is gone now, the user has removed it. */
  wasSeen: boolean;
}

export function createFileSender(ports: FileSenderPorts) {
  const { clock, setTimer, clearTimer } = ports;
  const held = new Map<string, Held>();
  const underWay = new Map<string, AbortController>();
  const samples = new Map<string, FileSample>();
  let uploads: readonly Upload[] = [];
  let blocked: string | null = null;
  let pumpTimer: unknown = null;
  let reportTimer: unknown = null;

  function pump(): void {
    if (pumpTimer !== null) clearTimer(pumpTimer as never);
    pumpTimer = null;
    if (blocked !== null) return;
    const waiting = uploads
      .filter(({ id, state }) => state === 'queued' && held.has(id) && !underWay.has(id))
      .sort((one, other) => one.order - other.order);
    const due = waiting.filter((upload) => isDue(upload, clock()));
    for (const { id } of due.slice(0, Math.max(0, ports.atOnce() - underWay.size))) void run(id);
    if (waiting.length > 0) pumpTimer = setTimer(pump, retryMs);
  }

  async function run(id: string): Promise<void> {
    const abort = new AbortController();
    underWay.set(id, abort);
    try {
      // Without an answer it may be stored as being sent all the same.
      const grant = await ports.begin(id).catch(() => undefined);
      if (grant === null) return;
      await end(id, grant === undefined ? notSent : await transfer(id, grant, abort));
    } finally {
      underWay.delete(id);
      samples.delete(id);
    }
    if (pumpTimer === null) pumpTimer = setTimer(pump, retryMs);
  }

  /** The background may end before it has stored the result: it is told until it has. */
  async function end(id: string, result: FileResult): Promise<void> {
    do {
      try {
        return void (await ports.end(id, result));
      } catch {
        await new Promise<void>((resolve) => setTimer(resolve, retryMs));
      }
    } while (held.has(id));
  }

  async function transfer(
    id: string,
    { mayReach, ...grant }: FileGrant,
    abort: AbortController,
  ): Promise<FileResult> {
    const file = held.get(id)?.file;
    if (file === undefined || !(await isReadable(file)))
      return { code: fileGone, msg: null, mayHaveTakenEffect: false };
    if (!mayReach) {
      blocked = grant.address;
      ports.onBlocked(blocked);
      return notSent;
    }
    let hasStalled = false;
    let hasLeft = false;
    const giveUp = () => {
      hasStalled = true;
      abort.abort();
    };
    let stall = setTimer(giveUp, stallMs);
    try {
      const { fileCode } = await ports.sendFile({
        ...{ ...grant, file, name: file.name, signal: abort.signal },
        onProgress({ sent, total }) {
          clearTimer(stall as never);
          hasLeft = sent >= total;
          // Then the service is at work, for as long as it takes.
          if (!hasLeft) stall = setTimer(giveUp, stallMs);
          report({ id, bytesDone: Math.min(sent, file.size), bytesTotal: file.size });
        },
      });
      return { fileCode };
    } catch (error) {
      const { code, msg, mayHaveTakenEffect } = failedCallOf(error);
      // A service that has not got all of the body cannot have made a file of it.
      const mayBeThere = mayHaveTakenEffect && hasLeft;
      return { code: hasStalled ? 'timeout' : code, msg, mayHaveTakenEffect: mayBeThere };
    } finally {
      clearTimer(stall as never);
    }
  }

  function report(sample: FileSample): void {
    samples.set(sample.id, sample);
    if (reportTimer !== null) return;
    reportTimer = setTimer(() => {
      reportTimer = null;
      if (samples.size > 0) void ports.measure([...samples.values()]).catch(() => {});
    }, reportMs);
  }

  return {
    /** Takes the file of an upload; its record is read with the next `update`. */
    add(id: string, accountId: string, file: File): void {
      held.get(id)?.release();
      held.set(id, { accountId, file, release: ports.hold(id), wasSeen: false });
    },
    /** Accounts whose uploads `update` has to be given. */
    accountIds: (): ReadonlySet<string> => new Set([...held.values()].map(({ accountId }) => accountId)),
    /** To be called whenever the uploads of these accounts were read anew. */
    update(read: readonly Upload[]): void {
      uploads = read;
      const states = new Map(read.map(({ id, state }) => [id, state]));
      for (const [id, each] of held) {
        const state = states.get(id);
        if (state === undefined ? each.wasSeen : !keptStates.has(state)) {
          each.release();
          held.delete(id);
          underWay.get(id)?.abort();
        } else each.wasSeen ||= state !== undefined;
      }
      pump();
    },
    /** The user has let the page talk to the host. */
    unblock(): void {
      blocked = null;
      ports.onBlocked(null);
      pump();
    },
    /** Whether closing the page would interrupt something. */
    isBusy: (): boolean =>
      underWay.size > 0 || uploads.some(({ id, state }) => state === 'queued' && held.has(id)),
  };
}

/** Not where the file was moved, changed or deleted since it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
