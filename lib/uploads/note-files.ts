/** Files that any listing shows, whatever it was made for: a file is the truth about its upload. */
import { applyAction } from './changes.ts';
import { trackedStates } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

/** Uploads that wait for one of these files, or were given up, are checked at once. */
export async function noteFiles(
  context: UploadsContext,
  accountId: string,
  fileCodes: readonly string[],
): Promise<void> {
  const codes = new Set<string | null>(fileCodes);
  const awaiting = await context.store.transact('read', (tx) =>
    tx.listInStates(accountId, [...trackedStates, 'vanished']),
  );
  const seen = awaiting.filter(
    ({ fileCode, state, verification }) =>
      codes.has(fileCode) && fileCode !== null && (state === 'vanished' || verification !== null),
  );
  for (const { id } of seen) await applyAction(context, id, { type: 'checkAgain' });
  if (seen.length > 0) context.onReachable();
}
