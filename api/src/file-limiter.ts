/**
 * A limiter that several processes of one machine share. In each of them the limiter of `lib/api` orders the calls and counts its
 * own; before it sends, it takes a slot of a file, which is in use until one window after the answer, as in `slots.ts`. The file
 * is read and written under a lock (a file beside it). Where a process dies with the lock, or the file is damaged, the others
 * wait a moment; a request too many that might come of it is refused and sent again.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, readFileSync, writeSync } from 'node:fs';
import { requireKnown } from '../../lib/api/arguments.ts';
import { createLimiter, type Limiter, type LimiterOptions } from '../../lib/api/index.ts';
import { maxTravelMs, windowMs } from '../../lib/api/limiter/slots.ts';
import { untilAborted } from '../../lib/api/until-aborted.ts';
import { openOwnFile, withFileLock } from './file-lock.ts';

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
export function createFileLimiter(given: FileLimiterOptions): Limiter {
  requireKnown(
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

  /** Reads and writes the file in one step that no other process comes between. */
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
