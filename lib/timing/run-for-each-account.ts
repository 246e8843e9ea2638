import { earliest } from './retry.ts';

/**
 * Runs in parallel. The first failure is thrown at the end.
 * @param run resolves to its next time. Null or Infinity: not before a change
 * @returns the earliest of these. Null: not before a change
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
