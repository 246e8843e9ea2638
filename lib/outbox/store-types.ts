/**
 * What the outbox asks of a store. Two fulfil it: IndexedDB (`store.ts`) and memory for private windows
 * (`session-store.ts`); `combined-store.ts` makes one of both.
 *
 * Each method is one transaction: it happens whole or not at all, and no two overlap.
 */
import { isOver } from '../timing/backoff.ts';
import type { OutboxItem, OutboxState, Waiting } from './item.ts';
import type { Words } from './transitions.ts';

/** Why nothing of an account goes out for now. Kept once for the account, not in each of its thousand items. */
export interface Hold extends Waiting {
  readonly accountId: string;
  /** Failures in a row; kept after the wait is over (`until` in the past), until something goes well. */
  readonly failures: number;
  readonly words: Words | null;
  /** Whether the user was told (of a refused key, once). */
  readonly announced: boolean;
}

export interface OutboxCounts extends Readonly<Record<OutboxState, number>> {}

export interface OutboxStore {
  /** Adds all or none. */
  add(items: readonly OutboxItem[]): Promise<void>;
  get(id: string): Promise<OutboxItem | undefined>;
  /**
   * Replaces an item by what `step` makes of it (null: removes it). `step` is pure, sees what is stored at that
   * moment, and its error leaves everything as it was. An item that becomes accepted claims its file code within the
   * same transaction: `sole` fails where the code is claimed already, `shared` does not mind.
   *
   * @returns what is stored now; null where it was removed; undefined where there is no such item
   * @throws ClaimedError
   */
  change(
    id: string,
    step: (item: OutboxItem) => OutboxItem | null,
    claim: 'sole' | 'shared',
  ): Promise<OutboxItem | null | undefined>;
  /** Moves queued items; those that are queued no more are left alone. */
  reposition(positions: ReadonlyMap<string, number>, now: number): Promise<void>;
  /** The highest position in use, 0 where there is none. */
  lastPosition(): Promise<number>;
  /** Every account that has items. */
  accountIds(): Promise<readonly string[]>;
  /** The items of one account and state, in their order. */
  inState(accountId: string, state: OutboxState): Promise<readonly OutboxItem[]>;
  /** The first item, in their order, that is queued and need not wait; besides those with these ids. */
  nextQueued(accountId: string, now: number, besides?: ReadonlySet<string>): Promise<OutboxItem | undefined>;
  /** Everything in order, with what each queued item waits for (its own reason, else its account's, else the pause). */
  list(): Promise<readonly OutboxItem[]>;
  counts(): Promise<OutboxCounts>;
  /** Of these file codes, those that an item has claimed. Claims outlive their items. */
  claimed(accountId: string, fileCodes: readonly string[]): Promise<ReadonlySet<string>>;
  hold(accountId: string): Promise<Hold | undefined>;
  setHold(hold: Hold): Promise<void>;
  clearHold(accountId: string): Promise<void>;
  paused(): Promise<boolean>;
  setPaused(paused: boolean): Promise<void>;
  /** Forgets everything about an account. */
  removeAccount(accountId: string): Promise<void>;
}

/** Another item has claimed this file code: what was found is not the evidence that it seemed to be. */
export class ClaimedError extends Error {
  override readonly name = 'ClaimedError';
  readonly fileCode: string;
  constructor(fileCode: string) {
    super(`The file code ${fileCode} is claimed by another item`);
    this.fileCode = fileCode;
  }
}

/** Names an item in memory; its id follows. */
export const itemPrefix = 'outbox:item:';

/** Claims kept for each account: many more than a service lists as new at any time. */
export const claimsKept = 5_000;

export function emptyCounts(): Record<OutboxState, number> {
  return { queued: 0, sending: 0, accepted: 0, refused: 0, unsure: 0 };
}

/** Fills in what queued items wait for where the reason is their account's or the user's pause. */
export function withWaiting(
  items: readonly OutboxItem[],
  holds: readonly Hold[],
  paused: boolean,
): readonly OutboxItem[] {
  const byAccount = new Map(holds.filter(isHolding).map((hold) => [hold.accountId, hold]));
  return items.map((item) => {
    if (item.state !== 'queued') return item;
    if (paused) return { ...item, waiting: { reason: 'paused', until: null } };
    const hold = byAccount.get(item.accountId);
    if (item.waiting !== null || hold === undefined) return item;
    return {
      ...item,
      waiting: { reason: hold.reason, until: hold.until },
      msg: item.msg ?? hold.words?.msg ?? null,
      failure: item.failure ?? hold.words?.failure ?? null,
    };
  });
}

/** A hold whose time is 0 only remembers failures; it holds nobody. */
function isHolding(hold: Hold): boolean {
  return hold.until !== 0;
}

/** Whether a queued item need not wait any longer, nor be looked for before. */
export function isDue({ waiting, doubt }: OutboxItem, now: number): boolean {
  if (doubt !== null) return false;
  return waiting === null || (waiting.until !== null && isOver(waiting.until, now));
}

export function byPosition(a: OutboxItem, b: OutboxItem): number {
  return a.position - b.position;
}
