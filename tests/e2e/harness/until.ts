import { setTimeout as delay } from 'node:timers/promises';

/**
 * Polls until the value is neither false nor undefined.
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
  do {
    try {
      const value = await read();
      if (value !== false && value !== undefined) return value;
    } catch (error) {
      cause = error;
    }
    await delay(20);
  } while (performance.now() < deadline);
  throw new Error(`Waited ${timeoutMs / 1_000} s in vain for ${what}.`, { cause });
}
