/**
 * The watch: follows transfers from the moment the service took the link to an end that is proven.
 *
 * It promises: one list call serves any number of transfers; nothing is asked when nothing moves; a transfer that left
 * the list is not called done before its file was seen, nor gone before it was looked for several times; all that it
 * knows is stored, so that it goes on where it was after any death. Badge, notification and activity follow from
 * `onEvent`. It needs no browser: clock, store and client are arguments.
 *
 * One watch for each store: the background is its only owner. Pages read the store and act by message.
 */
import { ApiError } from '../api/index.ts';
import { nextLookAt } from './pace.ts';
import { type Changes, type ListedTransfer, newsOf, reconcile, surplus, verified } from './reconcile.ts';
import type { Pulse, WatchStore } from './store-types.ts';
import { isMoving, type WatchedTransfer } from './transfer.ts';
import { createLatest, createTurns } from './turns.ts';
import { searchFiles, type VerifyClient } from './verify.ts';

/** The calls of `lib/api`'s client that the watch makes. */
export interface WatchClient extends VerifyClient {
  readonly remoteUploads: {
    list(options: { lane: 'watch' | 'interactive' }): Promise<readonly ListedTransfer[]>;
  };
}

/** A transfer that the service has just taken from us. */
export interface Followed
  extends Pick<
    WatchedTransfer,
    'accountId' | 'fileCode' | 'url' | 'title' | 'folderId' | 'folderName' | 'private'
  > {}

export type WatchEvent =
  /** The file is there; it is gone without one; or the service reports an error, in `transfer.status`. */
  | { readonly type: 'done' | 'gone' | 'failed'; readonly transfer: WatchedTransfer }
  /** Something that a page shows has changed. */
  | { readonly type: 'changed' };

export interface WatchOptions {
  readonly store: WatchStore;
  /** Null where there is no such account (any more). */
  clientFor(accountId: string): Promise<WatchClient | null>;
  /** Milliseconds since the epoch. */
  clock(): number;
  /**
   * Told of everything that happens. Ends are told again after a restart until the promise was kept once, so whoever
   * listens must not mind hearing one twice.
   */
  onEvent(event: WatchEvent): void | Promise<void>;
}

/** A look that the service did not answer; the next one is due at `nextLookAt`. */
export interface FailedLook {
  readonly accountId: string;
  readonly error: ApiError;
}

export interface Watch {
  /** Follows a transfer that the service took. To be called with `accepted`; a second call does no harm. */
  follow(transfer: Followed): Promise<void>;
  /**
   * Looks at one account now, or at every account in which something may have changed. A call during a look makes one
   * more, so that its answer is never older than the call.
   *
   * @returns the looks that failed; other errors (of store or listener) are thrown
   */
  look(accountId?: string, lane?: 'watch' | 'interactive'): Promise<readonly FailedLook[]>;
  /** When to look next, milliseconds since the epoch; null: nothing moves. `looking`: a page is open. */
  nextLookAt(state: { readonly looking: boolean }): Promise<number | null>;
  /** Takes an ended or failed transfer out of the list that pages show. */
  dismiss(accountId: string, fileCode: string): Promise<void>;
  /** The user has deleted a transfer at the service: its disappearance is no news. */
  remove(accountId: string, fileCode: string): Promise<void>;
  /** The user has cleared the failed transfers, or all of them, at the service. */
  cleared(accountId: string, which: 'failed' | 'all'): Promise<void>;
  /** The user has restarted the failed transfers: that one fails again is news, even if no look came in between. */
  restarted(accountId: string): Promise<void>;
  /** What is known of an account's transfers, hidden ones included: evidence for the outbox. */
  known(accountId: string): Promise<readonly (WatchedTransfer & { readonly running: boolean })[]>;
  /** Forgets an account. */
  removeAccount(accountId: string): Promise<void>;
}

export function createWatch({ store, clientFor, clock, onEvent }: WatchOptions): Watch {
  /** What is read, changed and written back must not be changed in between. */
  const inTurn = createTurns();

  /** Changes what is known of an account by a pure function of it. */
  async function change(
    accountId: string,
    step: (known: readonly WatchedTransfer[]) => Changes,
  ): Promise<boolean> {
    const changed = await inTurn(async () => {
      const { put, remove } = step(await store.all(accountId));
      if (put.length + remove.length === 0) return false;
      await store.write({ put, remove });
      return true;
    });
    // Outside of the turn, so that whoever listens may ask for the next one.
    if (changed) await onEvent({ type: 'changed' });
    return changed;
  }

  /** Changes those transfers of an account for which `step` gives something else; null removes. */
  function changeEach(
    accountId: string,
    step: (transfer: WatchedTransfer) => WatchedTransfer | null,
  ): Promise<boolean> {
    return change(accountId, (known) => {
      const results = known.map((transfer) => ({ transfer, next: step(transfer) }));
      return {
        put: results.flatMap(({ transfer, next }) => (next === null || next === transfer ? [] : [next])),
        remove: results.flatMap(({ transfer, next }) => (next === null ? [transfer] : [])),
      };
    });
  }

  /** Tells how transfers ended, once the ends are stored, and then stores that they were told. */
  async function announce(accountId: string): Promise<void> {
    for (const transfer of await store.all(accountId)) {
      const type = newsOf(transfer);
      if (type === null) continue;
      await onEvent({ type, transfer });
      await changeEach(accountId, (each) =>
        each.fileCode === transfer.fileCode && each.phase === transfer.phase
          ? { ...each, announced: true }
          : each,
      );
    }
    await change(accountId, (known) => ({ put: [], remove: surplus(known) }));
  }

  /** Searches for the files of those that have left the list. */
  async function verify(accountId: string, client: WatchClient): Promise<boolean> {
    const now = clock();
    const due = (await store.all(accountId)).filter(({ verify }) => verify !== null && verify.nextAt <= now);
    if (due.length === 0) return false;
    const files = await searchFiles(client, due);
    return changeEach(accountId, (transfer) => {
      const file = files.get(transfer.fileCode);
      return file === undefined ? transfer : verified(transfer, file, clock());
    });
  }

  async function lookAt(accountId: string, lane: 'watch' | 'interactive'): Promise<readonly FailedLook[]> {
    const client = await clientFor(accountId);
    if (client === null) {
      // Removed while a look was under way, whose answer brought its transfers back.
      await removeAccount(accountId);
      return [];
    }
    const pulse = await pulseOf(accountId);
    const startedAt = clock();
    await announce(accountId);
    try {
      const listed = await client.remoteUploads.list({ lane });
      const hasMoved = await change(accountId, (known) =>
        reconcile(known, { accountId, listed, startedAt, now: clock() }),
      );
      const hasEnded = await verify(accountId, client);
      const now = clock();
      await store.setPulse({
        accountId,
        failures: 0,
        lookedAt: now,
        movedAt: hasMoved || hasEnded ? now : pulse.movedAt,
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await store.setPulse({ ...pulse, failures: pulse.failures + 1, lookedAt: clock() });
      return [{ accountId, error }];
    }
    await announce(accountId);
    return [];
  }

  const lookOnce = createLatest(lookAt);

  async function pulseOf(accountId: string): Promise<Pulse> {
    const pulses = await store.pulses();
    const blank = { accountId, lookedAt: null, movedAt: null, failures: 0 };
    return pulses.find((pulse) => pulse.accountId === accountId) ?? blank;
  }

  return {
    follow: ({ accountId, fileCode, ...told }) =>
      change(accountId, (known) => {
        const before = known.find((transfer) => transfer.fileCode === fileCode);
        if (before?.ours === true) return { put: [], remove: [] };
        const now = clock();
        const followed: WatchedTransfer = {
          ...{ ...(before ?? blank(now)), ...told },
          ...{ accountId, fileCode, ours: true, changedAt: now },
          // How somebody else's ended was no news; how ours did is.
          announced: false,
        };
        // What was taken for somebody else's lies in memory; it moves.
        return { put: [followed], remove: before === undefined ? [] : [before] };
      }).then(() => {}),

    async look(accountId, lane = 'watch') {
      const accountIds = accountId === undefined ? await busyAccounts() : [accountId];
      return (await Promise.all(accountIds.map((id) => lookOnce(id, lane)))).flat();
    },

    async nextLookAt({ looking }) {
      const [transfers, pulses] = await Promise.all([store.all(), store.pulses()]);
      const now = clock();
      const times = [...Map.groupBy(transfers, ({ accountId }) => accountId)].flatMap(
        ([accountId, known]) => {
          const pulse = pulses.find((each) => each.accountId === accountId);
          const verifyTimes = known.flatMap(({ verify }) => (verify === null ? [] : [verify.nextAt]));
          const at = nextLookAt({
            ...{ now, looking, moving: known.filter(isMoving).length },
            verifyAt: verifyTimes.length === 0 ? null : Math.min(...verifyTimes),
            ...{
              lookedAt: pulse?.lookedAt ?? null,
              movedAt: pulse?.movedAt ?? null,
              failures: pulse?.failures ?? 0,
            },
          });
          return at === null ? [] : [at];
        },
      );
      return times.length === 0 ? null : Math.min(...times);
    },

    async dismiss(accountId, fileCode) {
      await changeEach(accountId, (transfer) => {
        if (transfer.fileCode !== fileCode) return transfer;
        if (transfer.endedAt !== null) return null;
        // The service still lists it: it must be remembered so as not to come back with the next look.
        return transfer.phase === 'error' ? hide(transfer) : transfer;
      });
    },
    async remove(accountId, fileCode) {
      await changeEach(accountId, (transfer) => (transfer.fileCode === fileCode ? hide(transfer) : transfer));
    },
    async cleared(accountId, which) {
      await changeEach(accountId, (transfer) => {
        const isCleared = transfer.endedAt === null && (which === 'all' || transfer.phase === 'error');
        return isCleared ? hide(transfer) : transfer;
      });
    },

    async restarted(accountId) {
      await changeEach(accountId, (transfer) =>
        transfer.phase === 'error' && !transfer.hidden
          ? { ...transfer, phase: 'pending', status: 'pending', changedAt: clock() }
          : transfer,
      );
    },

    async known(accountId) {
      const transfers = await store.all(accountId);
      return transfers.map((transfer) => ({
        ...transfer,
        running: !transfer.hidden && transfer.endedAt === null && transfer.phase !== 'error',
      }));
    },
    removeAccount,
  };

  function removeAccount(accountId: string): Promise<void> {
    return inTurn(() => store.removeAccount(accountId));
  }

  function hide(transfer: WatchedTransfer): WatchedTransfer {
    return transfer.hidden
      ? transfer
      : { ...transfer, hidden: true, verify: null, announced: true, changedAt: clock() };
  }

  async function busyAccounts(): Promise<readonly string[]> {
    const busy = (await store.all()).filter(
      (transfer) => isMoving(transfer) || transfer.verify !== null || newsOf(transfer) !== null,
    );
    return [...new Set(busy.map(({ accountId }) => accountId))];
  }
}

/** A transfer of which nothing is known but that the service has taken it. */
function blank(now: number) {
  return {
    ...({
      status: '',
      phase: 'pending',
      bytesTotal: null,
      bytesDownloaded: null,
      bytesPerSecond: null,
    } as const),
    ...{ firstSeenAt: now, endedAt: null, sampledAt: null, verify: null, hidden: false, announced: true },
  };
}
