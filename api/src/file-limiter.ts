/**
 * A limiter that several processes of one machine share. In each of them the limiter of `lib/api` orders the calls and counts its
 * own; before it sends, it takes a slot of a file, which is in use until one window after the answer, as in `slots.ts`. The file
 * is read and written under a lock (a file beside it). Where a process dies with the lock, or the file is damaged, the others
 * wait a moment; a request too many that might come of it is refused and sent again.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createLimiter, type Limiter, type LimiterOptions } from '../../lib/api/index.ts';
import { maxTravelMs, windowMs } from '../../lib/api/limiter/slots.ts';
import { untilAborted } from '../../lib/api/until-aborted.ts';

/** Where the limiter keeps what was sent, and how much may be. */
export interface FileLimiterOptions extends Pick<LimiterOptions, 'perSecond' | 'repeatsAfterNetworkError'> {
  /** Path of the file, one for each key; it is made where it is missing. A second file with the ending `.lock` comes and goes. */
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
 * A limiter for all processes of this machine that are given the same file. Its `run` rejects where the file, or a lock that was
 * left over, cannot be changed.
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
    try {
      const now = Date.now();
      const state = readState(path, perSecond, now);
      const result = change(state, now);
      writeFileSync(path, JSON.stringify(state), { mode: 0o600 });
      return result;
    } finally {
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
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
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

/** What is not free yet. A file that cannot be read counts as full, a time too late (the clock was set back) as the latest one. */
function readState(path: string, perSecond: number, now: number): FileState {
  const latest = now + maxTravelMs + windowMs;
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
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
