/**
 * A limiter that several processes of one machine share. In each process, the limiter of `lib/api` orders and counts
 * its own calls. Before a request is sent, it also takes a slot in a shared file, which stays in use until one window
 * after the response, as in `slots.ts`. A lock file protects the shared file. If a process dies with the lock, or the
 * file is damaged, the others wait a moment. Should that let too many requests through, the service refuses the extra
 * ones, and they are retried.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, readFileSync, writeSync } from 'node:fs';
import { rejectUnknownOptions } from '../../lib/api/arguments.ts';
import { createLimiter, type Limiter, type LimiterOptions } from '../../lib/api/index.ts';
import { maxTravelMs, windowMs } from '../../lib/api/limiter/slots.ts';
import { untilAborted } from '../../lib/api/until-aborted.ts';
import { openOwnFile, withFileLock } from './file-lock.ts';

/** Where a shared limiter keeps its state, and how much it allows. */
export interface FileLimiterOptions extends Pick<LimiterOptions, 'perSecond' | 'repeatsAfterNetworkError'> {
  /**
   * Path of the file, one per key, in a folder that only the programs' user can write to. Created if missing. A lock
   * file with the extension `.lock` appears next to it temporarily.
   */
  readonly path: string;
}

/** All processes pause after a 429. */
const pauseMs = 1_000;
/** While all slots are taken. */
const pollMs = 25;

interface FileState {
  /** By slot, when it is free. */
  readonly slots: Record<string, number>;
  pausedUntil: number;
}

/**
 * Creates a limiter shared by all processes of this machine that use the same file. Its `run` rejects if the file can't
 * be used: its folder is missing or not writable, it is a link or belongs to another user, or a stale lock can't be
 * removed.
 *
 * @throws {RangeError} like `createLimiter`
 */
export function createFileLimiter(given: FileLimiterOptions): Limiter {
  rejectUnknownOptions(
    given,
    ['path', 'perSecond', 'repeatsAfterNetworkError'] satisfies (keyof FileLimiterOptions)[],
    'createFileLimiter',
  );
  const { path, ...options } = given;
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

  /** In one atomic step. */
  const update = <T>(change: (state: FileState, now: number) => T): Promise<T> =>
    withFileLock(lockPath, () => {
      const file = openOwnFile(path);
      try {
        const now = Date.now();
        const state = readState(file, perSecond, now);
        const result = change(state, now);
        ftruncateSync(file);
        writeSync(file, JSON.stringify(state), 0);
        return result;
      } finally {
        closeSync(file);
      }
    });

  return {
    status: limiter.status,
    run(job, { beforeSend, ...rest } = {}) {
      return limiter.run(async (context) => {
        const slot = await acquire(context.signal);
        // If this write fails, the slot stays in use for longer.
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

/**
 * Slots in use. An unreadable file counts as full. Times that are too late, because the clock was set back, are
 * clamped.
 */
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
