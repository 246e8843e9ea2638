import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats a question until the answer is neither false nor undefined, and returns that answer.
 *
 * @throws Error after `timeoutMs`, with what was waited for; its cause is the question's last error
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | undefined>,
  timeoutMs = 10_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const answer = await ask();
      if (answer !== false && answer !== undefined) return answer;
    } catch (error) {
      cause = error;
    }
    await delay(20);
  } while (performance.now() < deadline);
  throw new Error(`Waited ${timeoutMs / 1_000} s in vain for ${what}.`, { cause });
}
