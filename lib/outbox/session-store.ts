/**
 * The outbox in memory, for links from private windows: over `storage.session`, which survives the worker's death,
 * is never written to disk, and is gone when the browser is closed.
 *
 * Few links come this way, so that everything is read at each call; a transaction is a turn in one queue, which is
 * enough because the background alone writes.
 */
import type { OutboxItem, OutboxState } from './item.ts';
import {
  byPosition,
  ClaimedError,
  claimsKept,
  emptyCounts,
  type Hold,
  isDue,
  itemPrefix,
  type OutboxStore,
  withWaiting,
} from './store-types.ts';

/** The part of a storage area that is used; `browser.storage.session` is one. */
export interface KeyValueArea {
  get(keys: null | string[]): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

const holdPrefix = 'outbox:hold:';
const claimsKey = 'outbox:claims';
const pausedKey = 'outbox:paused';

type Claim = readonly [accountId: string, fileCode: string];

/** What is in the area at one moment. */
interface Content {
  readonly items: readonly OutboxItem[];
  readonly holds: readonly Hold[];
  readonly claims: readonly Claim[];
  readonly paused: boolean;
}

async function read(area: KeyValueArea): Promise<Content> {
  const all = await area.get(null);
  const under = (prefix: string) =>
    Object.keys(all).flatMap((key) => (key.startsWith(prefix) ? [all[key]] : []));
  return {
    items: (under(itemPrefix) as OutboxItem[]).sort(byPosition),
    holds: under(holdPrefix) as Hold[],
    claims: (all[claimsKey] ?? []) as Claim[],
    paused: all[pausedKey] === true,
  };
}

export function createSessionStore(area: KeyValueArea): OutboxStore {
  let last: Promise<unknown> = Promise.resolve();
  /** Runs one transaction after the other, whether or not the one before succeeded. */
  function inTurn<T>(transaction: (content: Content) => T | Promise<T>): Promise<T> {
    const run = () => read(area).then(transaction);
    const result = last.then(run, run);
    last = result;
    return result;
  }
  const put = (items: readonly OutboxItem[]) =>
    area.set(Object.fromEntries(items.map((item) => [itemPrefix + item.id, item])));

  return {
    add: (items) => inTurn(() => put(items)),
    get: (id) => inTurn(({ items }) => items.find((item) => item.id === id)),

    change: (id, step, claiming) =>
      inTurn(async ({ items, claims }) => {
        const item = items.find((each) => each.id === id);
        if (item === undefined) return undefined;
        const next = step(item);
        if (next === null) {
          await area.remove([itemPrefix + id]);
          return null;
        }
        const accepted = item.state !== 'accepted' && next.state === 'accepted';
        const claim: Claim = [next.accountId, next.fileCode ?? ''];
        const taken = claims.some((each) => isSame(each, claim));
        if (accepted && taken && claiming === 'sole') throw new ClaimedError(claim[1]);
        // One `set` is written whole, so that item and claim stand or fall together.
        await area.set({
          [itemPrefix + id]: next,
          ...(accepted && !taken ? { [claimsKey]: [...claims, claim].slice(-claimsKept) } : {}),
        });
        return next;
      }),

    reposition: (positions, now) =>
      inTurn(({ items }) =>
        put(
          items.flatMap((item) => {
            const position = positions.get(item.id);
            return position === undefined || item.state !== 'queued'
              ? []
              : [{ ...item, position, changedAt: now }];
          }),
        ),
      ),

    lastPosition: () => inTurn(({ items }) => items.at(-1)?.position ?? 0),
    accountIds: () => inTurn(({ items }) => [...new Set(items.map(({ accountId }) => accountId))]),
    inState: (accountId, state) =>
      inTurn(({ items }) => items.filter((item) => item.accountId === accountId && item.state === state)),
    nextQueued: (accountId, now, besides = new Set()) =>
      inTurn(({ items }) =>
        items.find(
          (item) =>
            item.accountId === accountId &&
            item.state === 'queued' &&
            isDue(item, now) &&
            !besides.has(item.id),
        ),
      ),
    list: () => inTurn(({ items, holds, paused }) => withWaiting(items, holds, paused)),
    counts: () => inTurn(({ items }) => countStates(items)),

    claimed: (accountId, fileCodes) =>
      inTurn(({ claims }) => {
        const isTaken = (code: string) => claims.some((each) => isSame(each, [accountId, code]));
        return new Set(fileCodes.filter(isTaken));
      }),

    hold: (accountId) => inTurn(({ holds }) => holds.find((hold) => hold.accountId === accountId)),
    setHold: (hold) => inTurn(() => area.set({ [holdPrefix + hold.accountId]: hold })),
    clearHold: (accountId) => inTurn(() => area.remove([holdPrefix + accountId])),
    paused: () => inTurn(({ paused }) => paused),
    setPaused: (paused) => inTurn(() => area.set({ [pausedKey]: paused })),

    removeAccount: (accountId) =>
      inTurn(async ({ items, claims }) => {
        const gone = items.filter((item) => item.accountId === accountId).map(({ id }) => itemPrefix + id);
        await area.remove([...gone, holdPrefix + accountId]);
        await area.set({ [claimsKey]: claims.filter(([account]) => account !== accountId) });
      }),
  };
}

function isSame(a: Claim, b: Claim): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function countStates(items: readonly OutboxItem[]): Record<OutboxState, number> {
  const counts = emptyCounts();
  for (const { state } of items) counts[state] += 1;
  return counts;
}
