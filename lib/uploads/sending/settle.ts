/** Looks for evidence of an account's uncertain uploads: one question for all of them, two where that is not enough. */

import type { TransferList } from '../../api/index.ts';
import { backoff, isOver } from '../../timing/backoff.ts';
import { addressKey, expectedTitle } from '../address.ts';
import { apply, ClaimedError } from '../changes.ts';
import type { SeenFile, UploadsContext } from '../context.ts';
import { findTwinFiles } from '../twins.ts';
import { trackedStates, type Upload } from '../upload.ts';
import { isWaiting } from './backoff.ts';
import {
  judgeByFiles,
  judgeByTransfers,
  nextCheckFor,
  recheckDelayMs,
  type SeenTransfer,
  type Verdict,
} from './evidence.ts';
import { failedCallOf } from './failure.ts';
import { backOffAfter, nextCheckMs, readUncertain, type SendSession } from './session.ts';

/** Checks that were late enough to decide, after which the user is asked. */
const mostChecks = 3;
/** Requests for one link that may have had their effect and had none, after which it has failed. */
export const mostAttempts = 6;
/** Milliseconds until a check that failed is repeated; longer than the backoff that the failure causes. */
const failedCheckDelayMs = 30_000;
/** Milliseconds for which an uncertain upload waits for others, which may explain what stands in its way, to be settled. */
const crowdedMs = 5 * 60_000;
const crowdedDelayMs = 20_000;
/** Files that are read to prove an absence; an account that gains more in the time cannot be searched. */
const mostFiles = 2_000;
const minuteMs = 60_000;

/** The failure of a link that the service never took, however often it was sent. */
export const tooManyAttempts = 'too-many-attempts';

/**
 * Settles what can be settled now.
 *
 * @returns whether the service answered; `nothing` where no check was due, or none may leave
 */
export async function settleUncertain(
  context: UploadsContext,
  session: SendSession,
): Promise<'nothing' | 'answered' | 'failed'> {
  const { clock } = context;
  const startedAtMs = clock();
  const uncertain = await readUncertain(context, session);
  const due = uncertain.filter((upload) => isCheckDue(upload, startedAtMs));
  session.checkAtMs = nextCheckMs(uncertain);
  if (due.length === 0 || isWaiting(session.backoff, startedAtMs, 'ask')) {
    // What may not be asked now must not interrupt the sending either.
    session.checkAtMs = Math.max(session.checkAtMs, session.backoff?.untilMs ?? 0);
    return 'nothing';
  }
  try {
    await check(context, session, uncertain, new Set(due.map(({ id }) => id)), startedAtMs);
    return 'answered';
  } catch (error) {
    if (failedCallOf(error).code === 'unexpected') throw error;
    const atMs = clock() + failedCheckDelayMs;
    for (const { id } of due) await apply(context, id, { type: 'recheck', atMs, after: 'early' });
    await backOffAfter(context, session, error);
    return 'failed';
  } finally {
    session.checkAtMs = nextCheckMs(await readUncertain(context, session));
  }
}

function isCheckDue({ uncertainty }: Upload, nowMs: number): boolean {
  const atMs = uncertainty?.nextCheckAtMs ?? null;
  return atMs !== null && isOver(atMs, nowMs);
}

async function check(
  context: UploadsContext,
  session: SendSession,
  uncertain: readonly Upload[],
  due: ReadonlySet<string>,
  startedAtMs: number,
): Promise<void> {
  const { accountId, client } = session;
  const { clock, store } = context;
  const listed = await client.remoteUploads.list({ lane: 'queue' });
  // With an entry that could not be read, nothing can be said to be missing.
  const isWhole = listed.skipped === 0;
  const { sending, known } = await store.transact('read', async (tx) => ({
    sending: await tx.inStates(accountId, ['sending']),
    known: await tx.inStates(accountId, [...trackedStates, 'vanished', 'archived']),
  }));
  const transfers = mergeTransfers(listed, known);
  const codes = transfers.map(({ fileCode }) => fileCode);
  const claimed = await claimsOf(context, accountId, codes);
  const byTransfers = judgeByTransfers(uncertain, transfers, new Set(claimed.keys()), sending);

  for (const upload of uncertain) {
    const verdict = byTransfers.get(upload.id);
    if (verdict?.kind === 'found' || (verdict?.kind === 'open' && due.has(upload.id)))
      await conclude(context, upload, verdict, clock());
  }
  const ripe: Upload[] = [];
  for (const upload of uncertain) {
    if (upload.uncertainty?.nextCheckAtMs === null || byTransfers.has(upload.id)) continue;
    const next = nextCheckFor(upload, startedAtMs, clock());
    if (next === null || (next.after === 'unconfirmed' && !isWhole)) ripe.push(upload);
    else if (due.has(upload.id)) await apply(context, upload.id, { type: 'recheck', ...next });
  }
  if (ripe.length === 0) return;

  const others = [
    ...uncertain.filter((upload) => !ripe.includes(upload) && byTransfers.get(upload.id)?.kind !== 'found'),
    ...sending,
  ];
  const verdicts = await judgeFiles(context, session, { ripe, others, codes, isWhole, startedAtMs });
  const isOtherPending = others.some(
    ({ uncertainty }) => uncertainty === null || uncertainty.nextCheckAtMs !== null,
  );
  for (const upload of ripe) {
    const verdict = verdicts.get(upload.id);
    const isCrowded = isOtherPending && startedAtMs - (upload.uncertainty?.sinceMs ?? 0) < crowdedMs;
    if (verdict !== undefined && (verdict.kind !== 'open' || !isCrowded)) {
      await conclude(context, upload, verdict, clock());
    } else {
      const after = isWhole ? 'unconfirmed' : 'early';
      await apply(context, upload.id, { type: 'recheck', atMs: clock() + crowdedDelayMs, after });
    }
  }
}

/** What the newest files say of uploads that no transfer was found for. */
async function judgeFiles(
  context: UploadsContext,
  session: SendSession,
  {
    ripe,
    others,
    codes,
    isWhole,
    startedAtMs,
  }: {
    readonly ripe: readonly Upload[];
    readonly others: readonly Upload[];
    readonly codes: readonly string[];
    readonly isWhole: boolean;
    readonly startedAtMs: number;
  },
): Promise<ReadonlyMap<string, Verdict>> {
  const { files, complete } = await newFiles(session, ripe, startedAtMs);
  const fileCodes = files.map(({ fileCode }) => fileCode);
  const claimed = await claimsOf(context, session.accountId, fileCodes);
  const wanted = [...ripe, ...others].map(expectedTitle);
  const twins = findTwinFiles(files, claimed, wanted).map(({ fileCode }) => fileCode);
  const explained = new Set([...claimed.keys(), ...codes, ...twins]);
  const seen = { files, complete: complete && isWhole, onlyNew: true };
  const verdicts = judgeByFiles(ripe, others, seen, explained);
  if (![...verdicts.values()].some(({ kind }) => kind === 'found')) return verdicts;
  if (await leavesOutOldFiles(session)) return verdicts;
  return judgeByFiles(ripe, others, { ...seen, onlyNew: false }, explained);
}

/** File code → the upload that claims it. Twins are claimed by the upload whose twins they are; what others started is not. */
async function claimsOf(
  { store }: UploadsContext,
  accountId: string,
  fileCodes: readonly string[],
): Promise<ReadonlyMap<string, Upload>> {
  return store.transact('read', async (tx) => {
    const holders = await Promise.all(fileCodes.map((code) => tx.byFileCode(accountId, code)));
    const claims = new Map<string, Upload>();
    for (const holder of holders) {
      if (holder === undefined || holder.source === 'elsewhere' || holder.fileCode === null) continue;
      claims.set(holder.fileCode, holder);
      for (const { fileCode } of holder.twins) claims.set(fileCode, holder);
    }
    return claims;
  });
}

/** Stores a verdict. */
async function conclude(
  context: UploadsContext,
  upload: Upload,
  verdict: Verdict,
  nowMs: number,
): Promise<void> {
  const { id, uncertainty, attempts, failure } = upload;
  switch (verdict.kind) {
    case 'found':
      return acceptByEvidence(context, upload, verdict.fileCode);
    case 'absent': {
      if (uncertainty?.cause === 'turned-away') {
        await apply(context, id, { type: 'requeue', wait: null });
        return;
      }
      if (failure?.code === 'refused') {
        // It was said in words, and it is not there: that is a no. An "already in the queue" was about another's queue.
        await apply(context, id, { type: 'refuse', failure });
        return;
      }
      if (attempts >= mostAttempts) {
        await apply(context, id, {
          type: 'refuse',
          failure: { code: tooManyAttempts, msg: failure?.msg ?? null },
        });
        return;
      }
      const reason = failure?.code === 'invalid-response' ? 'service' : 'network';
      // The first time it goes out again at once; one that fails time and again must not wear out the service.
      const wait =
        attempts < 2 ? null : ({ reason, untilMs: nowMs + backoff(attempts - 1, context.random) } as const);
      await apply(context, id, { type: 'requeue', wait });
      return;
    }
    case 'open': {
      const checks = uncertainty?.checks ?? 0;
      const action =
        checks + 1 < mostChecks
          ? ({ type: 'recheck', atMs: nowMs + recheckDelayMs(checks), after: 'open' } as const)
          : ({ type: 'giveUp' } as const);
      await apply(context, id, action);
    }
  }
}

async function acceptByEvidence(context: UploadsContext, { id }: Upload, fileCode: string): Promise<void> {
  try {
    await apply(context, id, { type: 'accept', fileCode, claim: 'evidence' });
  } catch (error) {
    // Another upload has claimed it in the meantime.
    if (!(error instanceof ClaimedError)) throw error;
    await apply(context, id, { type: 'recheck', atMs: context.clock() + failedCheckDelayMs, after: 'open' });
  }
}

/** The transfers that the service lists, and those that are remembered although they have vanished since. */
function mergeTransfers(listed: TransferList, known: readonly Upload[]): readonly SeenTransfer[] {
  const merged = new Map<string, SeenTransfer>();
  for (const { fileCode, url, folder, source, createdAtMs } of known) {
    if (fileCode === null || source === 'file') continue;
    const firstSeenAtMs = createdAtMs;
    merged.set(fileCode, { fileCode, url, folderId: folder.id, firstSeenAtMs });
  }
  for (const { fileCode, remoteUrl: url, folderId } of listed) {
    const before = merged.get(fileCode);
    // The record has the address as it was sent, the service may echo it changed.
    const isSame = before !== undefined && addressKey(before.url) === addressKey(url);
    merged.set(fileCode, {
      fileCode,
      url: isSame ? before.url : url,
      folderId,
      firstSeenAtMs: before?.firstSeenAtMs ?? null,
    });
  }
  return [...merged.values()];
}

/** Every file of the time since the first of the uploads was sent, by the service's own clock and with room to spare. */
async function newFiles(
  { client }: SendSession,
  uploads: readonly Upload[],
  nowMs: number,
): Promise<{ readonly files: readonly SeenFile[]; readonly complete: boolean }> {
  const firstMs = Math.min(...uploads.map(({ sentAtMs, createdAtMs }) => sentAtMs ?? createdAtMs));
  const minutes = Math.ceil(Math.max(0, nowMs - firstMs) / minuteMs) + 60;
  const files: SeenFile[] = [];
  const pages = client.files.iterate({ createdWithinMinutes: minutes }, { lane: 'queue' });
  for (;;) {
    const step = await pages.next();
    if (step.done) return { files, complete: step.value.skipped === 0 };
    if (files.length === mostFiles) return { files, complete: false };
    files.push(step.value);
  }
}

/** Probes whether the service honours `createdAfter`: nothing is younger than the end of the next millennium. */
async function leavesOutOldFiles({ client }: SendSession): Promise<boolean> {
  const query = { perPage: 1, createdAfter: '2999-01-01 00:00:00' };
  const { files, skipped } = await client.files.list(query, { lane: 'queue' });
  return files.length + skipped === 0;
}
