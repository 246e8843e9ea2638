import { setTimeout as delay } from 'node:timers/promises';

/** Between two polls. Each takes milliseconds of the browser. */
const [firstDelayMs, longestDelayMs] = [20, 250];

/**
 * Polls until the value is neither false nor undefined, less and less often.
 *
 * @throws {Error} after `timeoutMs`, naming what it waited for. Its cause is the last error
 */
export async function until<T>(
  what: string,
  read: () => Promise<T | false | undefined>,
  timeoutMs = 10_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  let delayMs = firstDelayMs;
  do {
    try {
      const value = await read();
      if (value !== false && value !== undefined) return value;
    } catch (error) {
      cause = error;
    }
    await delay(delayMs);
    delayMs = Math.min(delayMs * 1.5, longestDelayMs);
  } while (performance.now() < deadline);
  throw new Error(`Waited ${timeoutMs / 1_000} s in vain for ${what}.`, { cause });
}
