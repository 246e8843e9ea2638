/** Looks for evidence of an account's doubtful items: one question for all of them, two where that is not enough. */

import { backoff, isOver } from '../timing/backoff.ts';
import { addressKey } from './address.ts';
import { announce, type OutboxContext, type TransferListing, take } from './context.ts';
import { inDoubt, nextLook } from './doubts.ts';
import { type Drain, holdAfter, isHeld } from './drain.ts';
import {
  judgeByFiles,
  judgeByTransfers,
  nextLookFor,
  patience,
  type SeenFiles,
  type SeenTransfer,
  type Verdict,
} from './evidence.ts';
import type { OutboxItem } from './item.ts';
import { readFailure } from './sort-failure.ts';
import { ClaimedError } from './store-types.ts';

/** Looks that were late enough to decide, after which the user is asked. */
const mostLooks = 3;
/** Milliseconds until a look that failed is repeated; longer than the hold that the failure causes. */
const afterFailure = 30_000;
/** Milliseconds within which a doubt is likely to be settled; others that it may concern wait so long for it. */
const young = 60_000;
const crowded = 20_000;
/** Files that are read to prove an absence; an account that gains more in the time cannot be searched. */
const mostFiles = 2_000;
const minute = 60_000;

/**
 * Settles what can be settled now.
 *
 * @returns whether the service answered; `nothing` where no look was due, or none may leave
 */
export async function settleDoubts(
  context: OutboxContext,
  drain: Drain,
): Promise<'nothing' | 'answered' | 'failed'> {
  const { clock } = context;
  const startedAt = clock();
  const doubtful = await inDoubt(context, drain);
  const due = doubtful.filter(({ doubt }) => isLookDue(doubt?.nextLookAt ?? null, startedAt));
  drain.lookAt = nextLook(doubtful);
  if (due.length === 0 || isHeld(drain.hold, startedAt, 'ask')) {
    // What may not be asked now must not interrupt the sending either.
    drain.lookAt = Math.max(drain.lookAt, drain.hold?.until ?? 0);
    return 'nothing';
  }
  try {
    await look(context, drain, doubtful, new Set(due.map(({ id }) => id)), startedAt);
    return 'answered';
  } catch (error) {
    const { code } = readFailure(error);
    if (code === 'unexpected') throw error;
    const at = clock() + afterFailure;
    for (const { id } of due) await take(context, id, { type: 'lookAgain', at, after: 'early' });
    await holdAfter(context, drain, error);
    return 'failed';
  } finally {
    drain.lookAt = nextLook(await inDoubt(context, drain));
  }
}

function isLookDue(at: number | null, now: number): boolean {
  return at !== null && isOver(at, now);
}

async function look(
  context: OutboxContext,
  drain: Drain,
  doubtful: readonly OutboxItem[],
  due: ReadonlySet<string>,
  startedAt: number,
): Promise<void> {
  const { store } = context;
  const { accountId, client } = drain;
  const listed = await client.remoteUploads.list({ lane: 'outbox' });
  // With an entry that could not be read, nothing can be said to be missing.
  const isWhole = listed.skipped === 0;
  const known = await context.transfers(accountId);
  const sending = await store.inState(accountId, 'sending');
  const transfers = merge(listed, known);
  const codes = transfers.map(({ fileCode }) => fileCode);
  const byTransfers = judgeByTransfers(doubtful, transfers, await store.claimed(accountId, codes), sending);

  for (const item of doubtful) {
    const verdict = byTransfers.get(item.id);
    if (verdict?.kind === 'found' || (verdict?.kind === 'open' && due.has(item.id))) {
      await conclude(context, item, verdict, context.clock());
    }
  }
  const ripe: OutboxItem[] = [];
  for (const item of doubtful) {
    if (item.doubt?.nextLookAt === null || byTransfers.has(item.id)) continue;
    const next = nextLookFor(item, startedAt, context.clock());
    if (next === null || (next.after === 'missed' && !isWhole)) ripe.push(item);
    else if (due.has(item.id)) await take(context, item.id, { type: 'lookAgain', ...next });
  }
  if (ripe.length === 0) return;

  const others = [
    ...doubtful.filter((item) => !ripe.includes(item) && byTransfers.get(item.id)?.kind !== 'found'),
    ...sending,
  ];
  const files = await newFiles(drain, ripe, startedAt);
  const seen = { ...files, complete: files.complete && isWhole };
  const taken = await store.claimed(
    accountId,
    seen.files.map(({ fileCode }) => fileCode),
  );
  const explained = new Set([...taken, ...codes]);
  let verdicts = judgeByFiles(ripe, others, seen, explained);
  if ([...verdicts.values()].some(({ kind }) => kind === 'found') && !(await leavesOutOldFiles(drain))) {
    verdicts = judgeByFiles(ripe, others, { ...seen, onlyNew: false }, explained);
  }
  // What stands in the way of a proof may well turn out to be one of those whose doubts are still young.
  const isCrowded = others.some(({ doubt }) => doubt === null || startedAt - doubt.since < young);
  for (const item of ripe) {
    const verdict = verdicts.get(item.id);
    if (verdict !== undefined && (verdict.kind !== 'open' || !isCrowded)) {
      await conclude(context, item, verdict, context.clock());
    } else {
      const after = isWhole ? 'missed' : 'early';
      await take(context, item.id, { type: 'lookAgain', at: context.clock() + crowded, after });
    }
  }
}

/** Stores a verdict. */
async function conclude(
  context: OutboxContext,
  item: OutboxItem,
  verdict: Verdict,
  now: number,
): Promise<void> {
  const { id, doubt, attempts, failure, msg } = item;
  switch (verdict.kind) {
    case 'found': {
      const accepted = await accept(context, item, verdict.fileCode);
      if (accepted) await announce(context, accepted);
      return;
    }
    case 'absent': {
      if (doubt?.cause === 'turned-away') {
        await take(context, id, { type: 'requeue', waiting: null });
        return;
      }
      if (failure === 'refused') {
        // It was said in words, and it is not there: that is a no. An "already in the queue" was about another's queue.
        const refused = await take(context, id, {
          type: 'refuse',
          words: { failure, msg },
        });
        if (refused) await announce(context, refused);
        return;
      }
      const reason = failure === 'invalid-response' ? 'service' : 'network';
      // The first time it goes out again at once; one that fails time and again must not wear out the service.
      const waiting =
        attempts < 2 ? null : ({ reason, until: now + backoff(attempts - 1, context.random) } as const);
      await take(context, id, { type: 'requeue', waiting });
      return;
    }
    case 'open': {
      const looks = doubt?.looks ?? 0;
      if (looks + 1 < mostLooks) {
        await take(context, id, { type: 'lookAgain', at: now + patience(looks), after: 'open' });
        return;
      }
      const unsure = await take(context, id, { type: 'giveUp' });
      if (unsure) await announce(context, unsure);
    }
  }
}

/** Accepts by evidence; undefined where another item has claimed the transfer in the meantime. */
async function accept(
  context: OutboxContext,
  { id }: OutboxItem,
  fileCode: string,
): Promise<OutboxItem | null | undefined> {
  try {
    return await take(context, id, { type: 'accept', fileCode });
  } catch (error) {
    if (!(error instanceof ClaimedError)) throw error;
    await take(context, id, { type: 'lookAgain', at: context.clock() + afterFailure, after: 'open' });
    return undefined;
  }
}

/** The transfers that the service lists, and those that the watch remembers although they have vanished since. */
function merge(listed: TransferListing, known: readonly SeenTransfer[]): readonly SeenTransfer[] {
  const merged = new Map<string, SeenTransfer>(known.map((transfer) => [transfer.fileCode, transfer]));
  for (const { fileCode, remoteUrl: url, folderId } of listed) {
    const before = merged.get(fileCode);
    // The watch knows the address as it was sent, the service may echo it changed.
    const same = before !== undefined && addressKey(before.url) === addressKey(url);
    merged.set(fileCode, {
      fileCode,
      url: same ? before.url : url,
      folderId,
      firstSeenAt: before?.firstSeenAt ?? null,
    });
  }
  return [...merged.values()];
}

/** Every file of the time since the first of the items was sent, by the service's own clock and with room to spare. */
async function newFiles({ client }: Drain, items: readonly OutboxItem[], now: number): Promise<SeenFiles> {
  const first = Math.min(...items.map(({ sentAt, createdAt }) => sentAt ?? createdAt));
  const minutes = Math.ceil(Math.max(0, now - first) / minute) + 60;
  const files: { fileCode: string; title: string }[] = [];
  const walk = client.files.iterate({ createdWithinMinutes: minutes }, { lane: 'outbox' });
  for (;;) {
    const step = await walk.next();
    if (step.done) return { files, complete: step.value.skipped === 0, onlyNew: true };
    if (files.length === mostFiles) return { files, complete: false, onlyNew: true };
    const { fileCode, title } = step.value;
    files.push({ fileCode, title });
  }
}

/**
 * Whether the service minds a limit in time, so that what it lists is new: then nothing is younger than the end of days.
 */
async function leavesOutOldFiles({ client }: Drain): Promise<boolean> {
  const query = { perPage: 1, createdAfter: '2999-01-01 00:00:00' };
  const { files, skipped } = await client.files.list(query, { lane: 'outbox' });
  return files.length + skipped === 0;
}
