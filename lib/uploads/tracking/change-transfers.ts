/** What the user changes at the service about transfers. `intents.ts` stores it first, and the list shows whether it took effect. */
import { ApiError, type Transfer } from '../../api/index.ts';
import { applyAction, type Removal } from '../changes.ts';
import { isAllowed } from '../transitions.ts';
import { trackedStates, type Upload } from '../upload.ts';
import type { UploadsClient, UploadsContext } from '../uploads-context.ts';
import { settleByAnswer, storeIntents } from './intents.ts';
import type { Tracker } from './tracker.ts';

type RemoteUploads = UploadsClient['remoteUploads'];

const interactiveLane = { lane: 'interactive' } as const;

const isFailed = ({ state }: Upload): boolean => state === 'failed';
const isListed = ({ state }: Upload): boolean => state !== 'verifying';

/** Whether the deletion may still take effect: the intent is stored, and a later poll does it. */
export function mayBeDeleted(error: unknown): boolean {
  if (error instanceof ApiError) return error.mayHaveTakenEffect && error.code !== 'refused';
  throw error;
}

export type TransferChanges = ReturnType<typeof createTransferChanges>;

export function createTransferChanges(
  context: UploadsContext,
  tracker: Pick<Tracker, 'poll' | 'listOutages'>,
) {
  const { store } = context;

  const readUpload = (id: string) => store.transact('read', (tx) => tx.get(id));

  async function getRemoteUploads(accountId: string): Promise<RemoteUploads | null> {
    return (await context.clientFor(accountId))?.remoteUploads ?? null;
  }

  /**
   * Asks the service to change transfers, and reads the result back. Returns the service's own words.
   *
   * @param intent what should happen to the transfers, fixed before the request
   * @throws {ApiError} `refused` if the service responds OK but still lists them
   */
  async function changeTransfers(
    accountId: string,
    change: (calls: RemoteUploads) => Promise<{ readonly msg: string }>,
    intent: 'dismiss' | 'restart',
    isMeant: (upload: Upload) => boolean,
    removal?: Removal,
  ): Promise<{ readonly msg: string }> {
    const calls = await getRemoteUploads(accountId);
    if (calls === null) return { msg: '' };
    const meant = await storeIntents(context, accountId, intent, isMeant, removal);
    /** A list that failed is read once more. */
    async function pollToSettle(): Promise<{ readonly isListOut: boolean }> {
      await tracker.poll(accountId, 'interactive');
      if ((await tracker.listOutages.get(accountId)) !== null) await tracker.poll(accountId, 'interactive');
      return { isListOut: (await tracker.listOutages.get(accountId)) !== null };
    }
    const { msg } = await change(calls).catch(async (error: unknown) => {
      const hadNoEffect = error instanceof ApiError && !error.mayHaveTakenEffect;
      // Without a list, no later poll could settle it.
      if (hadNoEffect || (await pollToSettle()).isListOut)
        await storeIntents(context, accountId, null, ({ id }) => meant.has(id));
      throw error;
    });
    if ((await pollToSettle()).isListOut) {
      await settleByAnswer(context, meant);
      return { msg };
    }
    const left = await store.transact('read', (tx) => tx.listInStates(accountId, trackedStates));
    if (left.some((each) => each.intent === 'dismiss' && meant.has(each.id))) {
      const facts = { endpoint: 'urlupload/actions', msg, status: 200, mayHaveTakenEffect: true };
      throw new ApiError('refused', 'The transfers are still listed.', facts);
    }
    return { msg };
  }

  const restartFailed = (accountId: string) =>
    changeTransfers(accountId, (calls) => calls.restartErrors(interactiveLane), 'restart', isFailed);

  /** Restarts a single failed transfer. If several failed, or this browser should fetch the link, it is deleted and sent again. */
  async function retryTransfer({ id, accountId }: Upload, isFetch: boolean): Promise<boolean> {
    if ((await getRemoteUploads(accountId)) === null) return false;
    const failed = await store.transact('read', (tx) => tx.listInStates(accountId, ['failed']));
    if (failed.length === 1 && !isFetch) await restartFailed(accountId);
    else {
      await storeIntents(context, accountId, isFetch ? 'fetch' : 'retry', (upload) => upload.id === id);
      await pollForDeletion(accountId);
    }
    return true;
  }

  /** The first poll deletes a transfer and the second one sees that. If the service can't be reached, later polls do. */
  async function pollForDeletion(accountId: string): Promise<void> {
    await tracker.poll(accountId, 'interactive');
    await tracker.poll(accountId, 'interactive');
  }

  return {
    /** docs/http-api.md, "Transfer status". Null if the service lists none. */
    async getTransfer(id: string): Promise<Transfer | null> {
      const upload = await readUpload(id);
      const calls = upload && (await getRemoteUploads(upload.accountId));
      if (!calls || upload.fileCode === null) return null;
      return calls.status(upload.fileCode, interactiveLane);
    },
    /** False if the service no longer has it, or never had one, as for a file. */
    async deleteTransfer(id: string, removal?: Removal): Promise<boolean> {
      const upload = await readUpload(id);
      const fileCode = upload?.fileCode ?? null;
      if (upload === undefined || fileCode === null || !isAllowed(upload.state, 'intend')) return false;
      if (upload.source === 'file') return false;
      if ((await getRemoteUploads(upload.accountId)) === null) return false;
      const change = (calls: RemoteUploads) => calls.delete(fileCode, interactiveLane);
      await changeTransfers(upload.accountId, change, 'dismiss', (each) => each.id === id, removal);
      return true;
    },
    /** Deletes the second transfer of a link, if there still is one. The API can't delete a file. */
    async removeDuplicate(id: string, fileCode: string): Promise<boolean> {
      const upload = await readUpload(id);
      const duplicate = upload?.duplicates.find((each) => each.fileCode === fileCode);
      const calls = upload && (await getRemoteUploads(upload.accountId));
      if (!calls || duplicate === undefined) return false;
      if (duplicate.isTransfer) await calls.delete(fileCode, interactiveLane);
      return (await applyAction(context, id, { type: 'removeDuplicate', fileCode })) !== undefined;
    },
    restartFailed,
    async clearFailed(accountId: string, removal: Removal) {
      // Without a poll first, a recently failed transfer would count as vanished.
      await tracker.poll(accountId, 'interactive');
      const clear = (calls: RemoteUploads) => calls.clearErrors(interactiveLane);
      return changeTransfers(accountId, clear, 'dismiss', isFailed, removal);
    },
    /** A transfer that has left the list continues to its outcome. */
    clearAll: (accountId: string) =>
      changeTransfers(accountId, (calls) => calls.clearAll(interactiveLane), 'dismiss', isListed),
    retryTransfer,
    pollForDeletion,
  };
}
