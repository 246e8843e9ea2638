/** What the parts of the outbox share: everything from outside, as arguments. */

import type { OutboxItem } from './item.ts';
import type { Hold, OutboxStore } from './store-types.ts';
import { IllegalStep, type Step, transition } from './transitions.ts';

/** The calls of `lib/api`'s client that the outbox makes. */
export interface OutboxClient {
  readonly remoteUploads: {
    add(
      link: { url: string; folderId?: string; title?: string },
      options: {
        lane: 'outbox';
        /** Awaited when the request may leave, right before it does; where it rejects, the request never leaves. */
        beforeLeaving: () => Promise<void>;
      },
    ): Promise<{
      readonly fileCode: string;
      readonly totalSlots: number | null;
      readonly usedSlots: number | null;
    }>;
    list(options: { lane: 'outbox' }): Promise<TransferListing>;
    slots(options: {
      lane: 'outbox';
    }): Promise<{ readonly totalSlots: number | null; readonly usedSlots: number | null }>;
  };
  readonly files: {
    /** One page. */
    list(
      query: { perPage?: number; createdAfter?: string },
      options: { lane: 'outbox' },
    ): Promise<{ readonly files: readonly SeenFile[]; readonly skipped: number }>;
    /** All pages. In the end it returns how many entries could not be read. */
    iterate(
      query: { createdWithinMinutes: number },
      options: { lane: 'outbox' },
    ): AsyncGenerator<SeenFile, { readonly skipped: number }, undefined>;
  };
}

/** The transfers that could be read; `skipped`: how many could not. */
export type TransferListing = readonly {
  readonly fileCode: string;
  readonly remoteUrl: string;
  readonly folderId: string | null;
}[] & { readonly skipped: number };

interface SeenFile {
  readonly fileCode: string;
  readonly title: string;
}

/** What the watch knows of a transfer, running or ended. */
export interface KnownTransfer {
  readonly fileCode: string;
  readonly url: string;
  readonly folderId: string;
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number;
  /** Whether it has yet to end. */
  readonly running: boolean;
}

export type AcceptedItem = OutboxItem & { readonly fileCode: string };

export type OutboxEvent =
  /** The service has it: by its own answer, or by evidence. From here on the watch follows it. */
  | { readonly type: 'accepted'; readonly item: AcceptedItem }
  /** The service refused it, in `item.msg`. */
  | { readonly type: 'refused'; readonly item: OutboxItem }
  /** Whether the service has it cannot be proven: the user decides. */
  | { readonly type: 'unsure'; readonly item: OutboxItem }
  /** The user took it out. */
  | { readonly type: 'cancelled'; readonly item: OutboxItem }
  /** Links of an account wait; with the reason `account` this is told once, until the account is mended. */
  | { readonly type: 'waiting'; readonly hold: Hold }
  /** Something that a page shows has changed. */
  | { readonly type: 'changed' };

export interface OutboxContext {
  readonly store: OutboxStore;
  /** Null where there is no such account (any more). */
  clientFor(accountId: string): Promise<OutboxClient | null>;
  /** Milliseconds since the epoch. */
  clock(): number;
  /** From 0 up to, but not including, 1. */
  random(): number;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
  online(): boolean;
  /**
   * Told of everything that happens. `accepted`, `refused`, `unsure` and `waiting` are told again after a restart
   * until the promise was kept once, so whoever listens must not mind hearing one twice.
   */
  onEvent(event: OutboxEvent): void | Promise<void>;
  /** What the watch knows of an account's transfers. */
  transfers(accountId: string): Promise<readonly KnownTransfer[]>;
}

/**
 * Takes one step with one item.
 *
 * @returns the item as it is now, null where it was removed; undefined where it is gone or went another way meanwhile
 */
export async function take(
  { store, clock, onEvent }: OutboxContext,
  id: string,
  step: Step,
  claim: 'sole' | 'shared' = 'sole',
): Promise<OutboxItem | null | undefined> {
  try {
    const item = await store.change(id, (current) => transition(current, step, clock()), claim);
    if (item !== undefined) await onEvent({ type: 'changed' });
    return item;
  } catch (error) {
    if (error instanceof IllegalStep) return undefined;
    throw error;
  }
}

/** Hands on what an item came to, and remembers that it was handed on. */
export async function announce(context: OutboxContext, item: OutboxItem): Promise<void> {
  const { id, state, fileCode } = item;
  if (state === 'accepted' && fileCode !== null) {
    await context.onEvent({ type: 'accepted', item: { ...item, fileCode } });
    await take(context, id, { type: 'handOver' });
  } else if ((state === 'refused' || state === 'unsure') && !item.announced) {
    await context.onEvent({ type: state, item });
    await take(context, id, { type: 'announce' });
  }
}
