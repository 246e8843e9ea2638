/**
 * A limiter that several processes of one machine share. In each of them the limiter of `lib/api` orders the calls and counts its
 * own; before it sends, it takes a slot of a file, which is in use until one window after the answer, as in `slots.ts`. The file
 * is read and written under a lock (a file beside it). Where a process dies with the lock, or the file is damaged, the others
 * wait a moment; a request too many that might come of it is refused and sent again.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { createLimiter, type Limiter, type LimiterOptions } from '../../lib/api/index.ts';
import { maxTravelMs, windowMs } from '../../lib/api/limiter/slots.ts';
import { untilAborted } from '../../lib/api/until-aborted.ts';

/** Where the limiter keeps what was sent, and how much may be. */
export interface FileLimiterOptions extends Pick<LimiterOptions, 'perSecond' | 'repeatsAfterNetworkError'> {
  /**
   * Path of the file, one for each key, in a folder that only the programs' user can write to. The file is made where it is missing; a
   * second one with the ending `.lock` comes and goes.
   */
  readonly path: string;
}

/** The pause of all processes after a 429. */
const pauseMs = 1_000;
/** Between two reads of the file, while others have all slots. */
const pollMs = 25;
/** A lock of this age belongs to a process that died with it. */
const staleLockMs = 2_000;
const lockPollMs = 4;

interface FileState {
  /** Slot → when it is free, milliseconds since 1970. */
  readonly slots: Record<string, number>;
  pausedUntil: number;
}

/**
 * A limiter for all processes of this machine that are given the same file. Its `run` rejects with a sentence where the file cannot
 * be kept: its folder is missing or not to be written to, the file is a link or another user's, or a lock was left over.
 *
 * @throws {RangeError} as `createLimiter` does
 */
export function createFileLimiter({ path, ...options }: FileLimiterOptions): Limiter {
  if (typeof path !== 'string' || path === '') throw new TypeError('path must be the path of a file.');
  const { perSecond = 10 } = options;
  const limiter = createLimiter(options);
  const lockPath = `${path}.lock`;
  let lastTurn: Promise<unknown> = Promise.resolve();

  function acquire(signal: AbortSignal | undefined): Promise<string> {
    const turn = lastTurn.then(() => take(signal));
    lastTurn = turn.catch(() => undefined);
    return untilAborted(turn, signal);
  }

  async function take(signal: AbortSignal | undefined): Promise<string> {
    const slot = randomUUID();
    for (;;) {
      signal?.throwIfAborted();
      const isTaken = await update((state, now) => {
        if (now < state.pausedUntil || Object.keys(state.slots).length >= perSecond) return false;
        state.slots[slot] = now + maxTravelMs + windowMs;
        return true;
      });
      if (isTaken) return slot;
      await sleep(pollMs);
    }
  }

  /** Reads and writes the file in one step that no other process comes between. */
  async function update<T>(change: (state: FileState, now: number) => T): Promise<T> {
    await lock(lockPath);
    let file: number | null = null;
    try {
      file = openOwn(path);
      const now = Date.now();
      const state = readState(file, perSecond, now);
      const result = change(state, now);
      ftruncateSync(file);
      writeSync(file, JSON.stringify(state), 0);
      return result;
    } finally {
      if (file !== null) closeSync(file);
      rmSync(lockPath, { force: true });
    }
  }

  return {
    status: limiter.status,
    run(job, { beforeSend, ...rest } = {}) {
      return limiter.run(async (context) => {
        const slot = await acquire(context.signal);
        // A failure to write only keeps the slot for longer.
        let written: Promise<unknown> = Promise.resolve();
        const write = (change: (state: FileState, now: number) => void) => {
          written = Promise.allSettled([written, update(change)]);
        };
        const free = (afterMs: number) =>
          write((state, now) => {
            state.slots[slot] = now + afterMs;
          });
        try {
          await beforeSend?.();
        } catch (error) {
          free(0);
          throw error;
        }
        try {
          return await job({
            ...context,
            responseStarted() {
              context.responseStarted();
              free(windowMs);
            },
            rateLimited(waitMs) {
              context.rateLimited(waitMs);
              write((state, now) => {
                state.pausedUntil = now + pauseMs;
              });
            },
          });
        } finally {
          await written;
        }
      }, rest);
    },
  };
}

const sleep = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs));

async function lock(path: string): Promise<void> {
  for (;;) {
    try {
      return closeSync(openSync(path, 'wx', 0o600));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw describe(error, path);
    }
    breakStaleLock(path);
    await sleep(lockPollMs * (0.5 + Math.random()));
  }
}

/** @throws {Error} where the lock belongs to another user, and stays */
function breakStaleLock(path: string): void {
  try {
    // A lock from the future was made before the clock was set back.
    if (Math.abs(Date.now() - statSync(path).mtimeMs) < staleLockMs) return;
    // Of two processes that do this, only one finds the lock.
    const broken = `${path}.${randomUUID()}`;
    renameSync(path, broken);
    rmSync(broken, { recursive: true, force: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new Error(`The lock ${path} is left over and cannot be removed. Remove it.`, { cause });
  }
}

/**
 * Opens the file, or makes it. What a link leads to is never written to, and a file that another user has put there is not used.
 * @throws {Error}
 */
function openOwn(path: string): number {
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  let file: number;
  try {
    if (isLink) throw Object.assign(new Error('symbolic link'), { code: 'ELOOP' });
    // Not followed either where the link was put there just now.
    file = openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  } catch (error) {
    throw describe(error, path);
  }
  const { uid, nlink } = fstatSync(file);
  const isFile = fstatSync(file).isFile();
  const isOwn = process.getuid === undefined || uid === process.getuid();
  if (isFile && isOwn && nlink <= 1) return file;
  closeSync(file);
  const why = !isFile ? 'it is no plain file' : isOwn ? 'it has a second name' : 'it belongs to another user';
  throw new Error(`The file of the limiter, ${path}, is not used: ${why}. Name another path.`);
}

function describe(cause: unknown, path: string): Error {
  const { code } = cause as NodeJS.ErrnoException;
  const why = reasons.get(code ?? '') ?? 'it cannot be opened';
  return new Error(`The file of the limiter, ${path}, cannot be kept: ${why}.`, { cause });
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'its folder is missing'],
  ['ENOTDIR', 'its folder is a file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk is full'],
  ['ELOOP', 'it is a symbolic link, which is not followed'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EMFILE', 'this process has too many files open'],
]);

/** What is not free yet. A file that cannot be read counts as full, a time too late (the clock was set back) as the latest one. */
function readState(file: number, perSecond: number, now: number): FileState {
  const latest = now + maxTravelMs + windowMs;
  const text = readFileSync(file, 'utf8');
  try {
    const { slots, pausedUntil } = JSON.parse(text || '{"slots":{},"pausedUntil":0}') as FileState;
    const entries = Object.entries(slots).map(([slot, freeAt]) => [slot, Math.min(Number(freeAt), latest)]);
    return {
      slots: Object.fromEntries(entries.filter(([, freeAt]) => Number(freeAt) > now)),
      pausedUntil: Math.min(Number(pausedUntil) || 0, now + pauseMs),
    };
  } catch {
    const full = Array.from({ length: perSecond }, () => [randomUUID(), now + windowMs]);
    return { slots: Object.fromEntries(full), pausedUntil: 0 };
  }
}
