import { earliest } from './backoff.ts';

/**
 * Runs for all accounts in parallel, so that one that fails does not keep the others; the first failure is thrown afterwards.
 *
 * @param run returns when to call it again, milliseconds since the epoch; null: not before a change
 * @returns the earliest of these times
 */
export async function runForEachAccount(
  accountIds: readonly string[],
  run: (accountId: string) => Promise<number | null>,
): Promise<number | null> {
  const runs = accountIds.map((id) => run(id));
  await Promise.allSettled(runs);
  const times = await Promise.all(runs);
  const nextMs = earliest(times.filter((time) => time !== null));
  return Number.isFinite(nextMs) ? nextMs : null;
}
