/** Searches an account for files that a link was stored as twice (`duplicates.ts`). */
import { readFailure } from '../../api/index.ts';
import { duplicateFileSearch } from '../../timing/policies.ts';
import { earliest, isGivenUp } from '../../timing/retry.ts';
import { commitChanges } from '../changes.ts';
import { findDuplicateFiles } from '../duplicates.ts';
import { noteFiles } from '../note-files.ts';
import { getExpectedTitle, withSentTitles } from '../same-upload.ts';
import type { Upload } from '../upload.ts';
import type { ListedFile, UploadsClient, UploadsContext } from '../uploads-context.ts';
import { isSingleCallFailure } from '../waits.ts';
import type { PollState } from './poll-interval.ts';

/** The newest files, which are searched for duplicates. */
const maxFiles = 2_000;

interface PollStates {
  get(accountId: string): Promise<PollState>;
  change(accountId: string, change: (state: PollState) => PollState): Promise<void>;
}

export function createDuplicateSearch(context: UploadsContext, polls: PollStates) {
  const { store, clock } = context;

  /** A list of files that can't be read doesn't block polls. The search is given up after some attempts. */
  async function backOff(accountId: string): Promise<void> {
    await polls.change(accountId, ({ duplicateSearch, ...state }) => {
      const failures = (duplicateSearch?.failures ?? 0) + 1;
      const isOver = duplicateSearch === null || isGivenUp(duplicateFileSearch, failures);
      return {
        ...state,
        duplicateSearch: isOver
          ? null
          : { ...duplicateSearch, failures, atMs: clock() + duplicateFileSearch.firstMs },
      };
    });
  }

  /** One search for all arrivals. */
  async function search(accountId: string, client: UploadsClient): Promise<void> {
    const { duplicateSearch } = await polls.get(accountId);
    const now = clock();
    if (duplicateSearch === null) return;
    const active = await store.transact('read', (tx) =>
      tx.listInStates(accountId, ['queued', 'sending', 'accepted', 'running', 'verifying'], 1),
    );
    if (active.length > 0 && now < duplicateSearch.atMs) return;
    const createdWithinMinutes = Math.ceil((now - duplicateSearch.sinceMs) / 60_000) + 60;
    const files: ListedFile[] = [];
    for await (const file of client.files.iterate({ createdWithinMinutes }, { lane: 'polling' })) {
      files.push(file);
      if (files.length === maxFiles) break;
    }
    await noteFiles(
      context,
      accountId,
      files.map(({ fileCode }) => ({ fileCode })),
    );
    await commitChanges(context, 'write', async (tx, changes) => {
      const claims = new Map<string, Upload>();
      for (const { fileCode } of files) {
        const holder = await tx.findByFileCode(accountId, fileCode);
        if (holder === undefined) continue;
        claims.set(fileCode, holder);
        for (const duplicate of holder.duplicates)
          if (!duplicate.isTransfer) claims.set(duplicate.fileCode, holder);
      }
      const uncertain = await tx.listInStates(accountId, ['sending', 'uncertain', 'deferred']);
      const wanted = withSentTitles(uncertain, client).map(getExpectedTitle);
      for (const { upload, fileCode } of findDuplicateFiles(files, claims, wanted)) {
        const before = await tx.get(upload.id);
        const action = { type: 'addDuplicate', duplicate: { fileCode, isTransfer: false } } as const;
        if (before !== undefined) await changes.applyAction(tx, before, action);
      }
    });
    await polls.change(accountId, (state) => ({
      ...state,
      duplicateSearch:
        state.duplicateSearch?.sinceMs === duplicateSearch.sinceMs ? null : state.duplicateSearch,
    }));
  }

  return {
    /** Schedules the search. Stored before the arrivals, so that a restart loses no search. */
    async schedule(accountId: string, arrived: readonly Upload[]): Promise<void> {
      const times = arrived.flatMap(({ source, sentAtMs, createdAtMs }) =>
        source === 'link' ? [sentAtMs ?? createdAtMs] : [],
      );
      if (times.length === 0) return;
      await polls.change(accountId, (state) => ({
        ...state,
        duplicateSearch: {
          sinceMs: earliest([...times, ...(state.duplicateSearch ? [state.duplicateSearch.sinceMs] : [])]),
          atMs: state.duplicateSearch?.atMs ?? clock() + duplicateFileSearch.firstMs,
          failures: state.duplicateSearch?.failures ?? 0,
        },
      }));
    },
    /**
     * Searches if it is due.
     * @throws {ApiError} if the account doesn't respond
     */
    async poll(accountId: string, client: UploadsClient): Promise<void> {
      await search(accountId, client).catch(async (error) => {
        if (!isSingleCallFailure(readFailure(error).code)) throw error;
        await backOff(accountId);
      });
    },
  };
}
