/** Follows accounts that move or are removed, and forgets uploads that nobody needs any more. */
import type { StoredValue } from '../storage/stored.ts';
import { commitChanges, keepRemovedMs } from './changes.ts';
import type { Tracking } from './tracking/progress.ts';
import { shownStates } from './upload.ts';
import type { UploadsContext } from './uploads-context.ts';

const endedStates = ['done', 'archived', 'vanished'] as const;
/** Per account and ended state. */
const maxEnded = 5_000;

export function createCleanup(context: UploadsContext, tracking: StoredValue<Tracking>) {
  const { store, clock, onChange } = context;
  return {
    /** Updates picture addresses after the account's service has moved. The next poll runs without backoff. */
    async serviceMoved(accountId: string, follow: (address: string) => string): Promise<void> {
      await commitChanges(context, 'write', async (tx, changes) => {
        for (const upload of await tx.listInStates(accountId, [...shownStates, 'archived'])) {
          const imageUrl = upload.imageUrl && follow(upload.imageUrl);
          if (imageUrl !== upload.imageUrl) await tx.put({ ...upload, imageUrl });
        }
        changes.markChanged();
      });
      await tracking.update(({ polls, ...rest }) => ({
        ...rest,
        polls: polls.filter((each) => each.accountId !== accountId),
      }));
    },
    async removeAccount(accountId: string): Promise<void> {
      await store.transact('write', async (tx) => {
        await tx.deleteAccount(accountId);
        for (const otherId of await tx.listAccountIds())
          for (const upload of await tx.listInStates(otherId, shownStates)) {
            const fallbacks = upload.fallbacks.filter((each) => each.accountId !== accountId);
            if (fallbacks.length < upload.fallbacks.length) await tx.put({ ...upload, fallbacks });
          }
      });
      await tracking.update(({ polls, progress, encodings, ...rest }) => ({
        ...rest,
        progress: without(progress, accountId),
        encodings: without(encodings, accountId),
        polls: polls.filter((each) => each.accountId !== accountId),
      }));
      onChange(false);
    },
    /** Call after the last private window was closed. Removes their inactive uploads. */
    async forgetPrivate(): Promise<void> {
      await commitChanges(context, 'write', async (tx, changes) => {
        const stillStates = [...endedStates, 'refused', 'failed', 'uncertain'] as const;
        for (const accountId of await tx.listAccountIds())
          for (const upload of await tx.listInStates(accountId, stillStates))
            if (upload.private) await tx.delete(upload);
        await tx.forgetRemovedInMemory();
        // Pages leave out the others.
        changes.markChanged();
      });
    },
    async removeSurplus(): Promise<void> {
      await store.transact('write', async (tx) => {
        await tx.trimRemoved(clock() - keepRemovedMs);
        for (const accountId of await tx.listAccountIds()) {
          for (const state of endedStates) {
            if ((await tx.count(accountId, state)) <= maxEnded) continue;
            // Ascending by `order`: the newest come first.
            const surplus = (await tx.listInStates(accountId, [state])).slice(maxEnded);
            for (const upload of surplus) await tx.delete(upload);
          }
        }
      });
    },
  };
}

function without<T>(all: Readonly<Record<string, T>>, accountId: string): Readonly<Record<string, T>> {
  const { [accountId]: _, ...others } = all;
  return others;
}
