import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks again and again until the answer is neither false nor undefined, and gives that answer.
 * @param patience Milliseconds.
 * @throws Error that names what was waited for; its cause is the last failure of the question itself, if it failed.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | undefined>,
  patience = 10_000,
): Promise<T> {
  const deadline = performance.now() + patience;
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
  throw new Error(`Waited ${patience / 1_000} s in vain for ${what}.`, { cause });
}
