import { earliest } from './backoff.ts';

/**
 * Runs for all accounts in parallel, so that one that hangs or fails does not keep the others.
 *
 * @param run when to call it again, milliseconds since the epoch; null: not before a change
 * @returns the earliest of these times
 * @throws the first failure, after all accounts have run
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
