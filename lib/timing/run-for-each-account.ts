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
  const results = await Promise.allSettled(accountIds.map((id) => run(id)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  const nextMs = Math.min(
    ...results.flatMap((result) => (result.status === 'fulfilled' ? (result.value ?? []) : [])),
  );
  return Number.isFinite(nextMs) ? nextMs : null;
}
