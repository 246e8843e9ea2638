/** Searches for evidence of an account's uncertain uploads: one list call for all of them, two where that is not enough. */
import { readFailure } from '../../api/index.ts';
import { calculateBackoffMs, earliest, isWaitOver } from '../../timing/backoff.ts';
import { applyAction, ClaimedError } from '../changes.ts';
import { type NamedTransfers, nameTransfers } from '../name-transfers.ts';
import { noteFiles } from '../note-files.ts';
import { createAddressKey, getExpectedTitle } from '../same-upload.ts';
import type { UploadAction } from '../transitions.ts';
import { findTwinFiles, parseServiceDate } from '../twins.ts';
import { trackedStates, type Upload } from '../upload.ts';
import type { ListedFile } from '../uploads-context.ts';
import { isOfOneCall } from '../waits.ts';
import {
  getRecheckDelayMs,
  type KnownTransfer,
  matchFiles,
  matchTransfers,
  scheduleNextCheck,
  type Verdict,
} from './evidence.ts';
import { getNextCheckMs, readUncertain, type SendSession } from './send-session.ts';

/** Conclusive checks without a verdict, after which the user decides. */
const maxChecks = 3;
/** Requests for one link without effect, after which it has failed. */
export const maxAttempts = 6;
/** Longer than the backoff that the failure causes. */
const failedCheckDelayMs = 30_000;
/** An uncertain upload waits this long for others to be settled, which may explain files similar to its own. */
const maxPostponedMs = 5 * 60_000;
const postponeDelayMs = 20_000;
/** Between two looks at a transfer that waits at the service, which may take hours. */
const maxUnnamedDelayMs = 10 * 60_000;
/** Files that are read to prove absence; with more new files the search is incomplete. */
const maxFiles = 2_000;
const minuteMs = 60_000;
/** Time zones differ by multiples of it. */
const zoneStepMs = 15 * minuteMs;

/** Settles what is due. `nothing`: no check was; `held`: the account must wait; else whether the service answered. */
export async function settleUncertain(
  session: SendSession,
): Promise<'nothing' | 'answered' | 'failed' | 'held'> {
  const { clock } = session;
  const startedAtMs = clock();
  const uncertain = await readUncertain(session);
  const due = uncertain.filter((upload) => isCheckDue(upload, startedAtMs));
  session.checkAtMs = getNextCheckMs(uncertain);
  if (due.length === 0) return 'nothing';
  try {
    await checkEvidence(session, uncertain, new Set(due.map(({ id }) => id)), startedAtMs);
    return 'answered';
  } catch (error) {
    const failure = readFailure(error);
    if (failure.code === 'unexpected') throw error;
    const atMs = clock() + failedCheckDelayMs;
    for (const { id } of due) await applyAction(session, id, { type: 'scheduleCheck', atMs, after: 'early' });
    // Where the account answers, what cannot be settled holds no other link.
    return (await session.gate.reportFailure(session.accountId, failure)) ? 'held' : 'failed';
  } finally {
    session.checkAtMs = getNextCheckMs(await readUncertain(session));
  }
}

function isCheckDue({ uncertainty }: Upload, nowMs: number): boolean {
  const atMs = uncertainty?.nextCheckAtMs ?? null;
  return atMs !== null && isWaitOver(atMs, nowMs);
}

async function checkEvidence(
  session: SendSession,
  uncertain: readonly Upload[],
  due: ReadonlySet<string>,
  startedAtMs: number,
): Promise<void> {
  const { accountId, clock, store } = session;
  const listed = await listTransfers(session);
  // With an unreadable entry, no upload is proven absent.
  const isComplete = listed.skipped === 0;
  const { sending, known } = await store.transact('read', async (tx) => ({
    sending: await tx.listInStates(accountId, ['sending']),
    known: await tx.listInStates(accountId, [...trackedStates, 'vanished', 'archived']),
  }));
  const transfers = mergeTransfers(listed, known);
  const codes = transfers.flatMap(({ fileCode }) => fileCode ?? []);
  const claimed = await readClaims(session, codes);
  const byTransfers = matchTransfers(uncertain, transfers, new Set(claimed.keys()), sending);

  for (const upload of uncertain) {
    const verdict = byTransfers.get(upload.id);
    if (verdict?.kind === 'found' || (verdict?.kind === 'open' && due.has(upload.id)))
      await applyVerdict(session, upload, verdict);
    else if (verdict?.kind === 'unnamed' && due.has(upload.id)) {
      const ageMs = startedAtMs - (upload.uncertainty?.sinceMs ?? startedAtMs);
      const delayMs = Math.min(Math.max(ageMs / 10, postponeDelayMs), maxUnnamedDelayMs);
      await applyAction(session, upload.id, {
        type: 'scheduleCheck',
        atMs: clock() + delayMs,
        after: 'early',
      });
    }
  }
  const undecided: Upload[] = [];
  for (const upload of uncertain) {
    if (upload.uncertainty?.nextCheckAtMs === null || byTransfers.has(upload.id)) continue;
    const next = scheduleNextCheck(upload, startedAtMs, clock());
    if (next === null || (next.after === 'unconfirmed' && !isComplete)) undecided.push(upload);
    else if (due.has(upload.id)) await applyAction(session, upload.id, { type: 'scheduleCheck', ...next });
  }
  if (undecided.length === 0) return;

  const others = [
    ...uncertain.filter(
      (upload) => !undecided.includes(upload) && byTransfers.get(upload.id)?.kind !== 'found',
    ),
    ...sending,
  ];
  const verdicts = await searchNewFiles(session, undecided, others, codes, isComplete);
  const isOtherPending = others.some(
    ({ uncertainty }) => uncertainty === null || uncertainty.nextCheckAtMs !== null,
  );
  for (const upload of undecided) {
    const verdict = verdicts.get(upload.id);
    const isPostponed = isOtherPending && startedAtMs - (upload.uncertainty?.sinceMs ?? 0) < maxPostponedMs;
    if (verdict !== undefined && (verdict.kind !== 'open' || !isPostponed)) {
      await applyVerdict(session, upload, verdict);
    } else {
      const atMs = clock() + postponeDelayMs;
      const after = isComplete ? 'unconfirmed' : 'early';
      await applyAction(session, upload.id, { type: 'scheduleCheck', atMs, after });
    }
  }
}

/** One empty list proves no absence: it is read again. One that cannot be read proves nothing. */
async function listTransfers({ client, store, accountId }: SendSession): Promise<NamedTransfers> {
  const { remoteUploads } = client;
  const listed = await remoteUploads.list({ lane: 'queue' }).catch((error) => {
    if (!isOfOneCall(readFailure(error).code)) throw error;
    return Object.assign([], { skipped: 1 });
  });
  const isKnown = listed.length + listed.skipped > 0;
  return nameTransfers(store, accountId, isKnown ? listed : await remoteUploads.list({ lane: 'queue' }));
}

/** @param codes of the transfers; `isWhole`: they are all that there are */
async function searchNewFiles(
  session: SendSession,
  undecided: readonly Upload[],
  others: readonly Upload[],
  codes: readonly string[],
  isWhole: boolean,
): Promise<ReadonlyMap<string, Verdict>> {
  const { files, isComplete } = await listNewFiles(session, undecided);
  const fileCodes = files.map(({ fileCode }) => fileCode);
  await noteFiles(session, session.accountId, fileCodes);
  const claimed = await readClaims(session, fileCodes);
  const wanted = [...undecided, ...others].map(getExpectedTitle);
  const twins = findTwinFiles(files, claimed, wanted).map(({ fileCode }) => fileCode);
  const explained = new Set([...claimed.keys(), ...codes, ...twins]);
  const seen = { files, isComplete: isComplete && isWhole, hasOnlyNew: true };
  const verdicts = matchFiles(undecided, others, seen, explained);
  if (![...verdicts.values()].some(({ kind }) => kind === 'found')) return verdicts;
  if (!(await probeCreatedAfter(session)))
    return matchFiles(undecided, others, { ...seen, hasOnlyNew: false }, explained);
  const checked = new Map(verdicts);
  for (const upload of undecided) {
    const verdict = verdicts.get(upload.id);
    const isOlder = verdict?.kind === 'found' && !(await wasMadeSince(session, upload, verdict.fileCode));
    if (isOlder) checked.set(upload.id, { kind: 'open' });
  }
  return checked;
}

/** By the service's clock. A file from before proves neither presence nor, as long as clocks may disagree, absence. */
async function wasMadeSince(
  { client, clock }: SendSession,
  { sentAtMs, createdAtMs }: Upload,
  fileCode: string,
): Promise<boolean> {
  const sentMs = sentAtMs ?? createdAtMs;
  const elapsedMs = clock() - sentMs;
  // The clock was set back since.
  if (elapsedMs < 0) return true;
  const createdWithinMinutes = Math.max(1, Math.ceil(elapsedMs / minuteMs));
  let count = 0;
  for await (const file of client.files.iterate({ createdWithinMinutes }, { lane: 'queue' })) {
    count += 1;
    if (file.fileCode === fileCode) {
      const { serverTime } = await client.account.info({ lane: 'queue' });
      return !mayBeOlderThanSending(file.uploaded, serverTime, clock() - sentMs);
    }
    if (count === maxFiles) break;
  }
  return false;
}

/** By the second. Both times are the service's, one of them perhaps in another time zone. True where one is missing. */
function mayBeOlderThanSending(
  uploaded: string | null,
  serverTime: string | null,
  elapsedMs: number,
): boolean {
  const ageMs = parseServiceDate(serverTime) - parseServiceDate(uploaded);
  const inZoneMs = ageMs < elapsedMs + 2 * minuteMs ? ageMs : ageMs % zoneStepMs;
  // Times are in whole seconds.
  return !(inZoneMs <= elapsedMs + 1_000);
}

/** File code → the upload that claims it, also as a twin. Transfers from elsewhere claim nothing. */
async function readClaims(
  { store, accountId }: SendSession,
  fileCodes: readonly string[],
): Promise<ReadonlyMap<string, Upload>> {
  return store.transact('read', async (tx) => {
    const holders = await Promise.all(fileCodes.map((code) => tx.findByFileCode(accountId, code)));
    const claims = new Map<string, Upload>();
    for (const holder of holders) {
      if (holder === undefined || holder.source === 'elsewhere' || holder.fileCode === null) continue;
      claims.set(holder.fileCode, holder);
      for (const { fileCode } of holder.twins) claims.set(fileCode, holder);
    }
    return claims;
  });
}

async function applyVerdict(session: SendSession, upload: Upload, verdict: Verdict): Promise<void> {
  try {
    await applyAction(session, upload.id, chooseAction(session, upload, verdict));
  } catch (error) {
    // Another upload has claimed the file in the meantime.
    if (!(error instanceof ClaimedError)) throw error;
    const atMs = session.clock() + failedCheckDelayMs;
    await applyAction(session, upload.id, { type: 'scheduleCheck', atMs, after: 'open' });
  }
}

function chooseAction(
  { clock, random }: SendSession,
  { uncertainty, attempts, failure }: Upload,
  verdict: Verdict,
): UploadAction {
  if (verdict.kind === 'found') return { type: 'accept', fileCode: verdict.fileCode, claim: 'evidence' };
  if (verdict.kind === 'open') {
    const checks = uncertainty?.checks ?? 0;
    if (checks + 1 >= maxChecks) return { type: 'askUser' };
    return { type: 'scheduleCheck', atMs: clock() + getRecheckDelayMs(checks), after: 'open' };
  }
  if (uncertainty?.cause === 'turned-away') return { type: 'requeue', wait: null };
  // Refused in words and absent: a refusal. "Already in the queue" was about another user's queue.
  if (failure?.code === 'refused') return { type: 'refuse', failure };
  if (attempts >= maxAttempts)
    return { type: 'refuse', failure: { code: 'too-many-attempts', msg: failure?.msg ?? null } };
  // Sent again at once the first time, with a backoff later.
  if (attempts < 2) return { type: 'requeue', wait: null };
  const reason = failure?.code === 'invalid-response' ? 'service' : 'network';
  return { type: 'requeue', wait: { reason, untilMs: clock() + calculateBackoffMs(attempts - 1, random) } };
}

/** The listed transfers, and stored ones that have left the list. */
function mergeTransfers(listed: NamedTransfers, known: readonly Upload[]): readonly KnownTransfer[] {
  const merged = new Map<string, KnownTransfer>();
  for (const { fileCode, url, folder, source, createdAtMs } of known) {
    if (fileCode === null || source === 'file') continue;
    const firstSeenAtMs = createdAtMs;
    merged.set(fileCode, { fileCode, url, folderId: folder.id, firstSeenAtMs });
  }
  for (const { fileCode, remoteUrl: url, folderId } of listed) {
    const before = merged.get(fileCode);
    // The record has the address as sent; the service may echo it changed.
    const isSame = before !== undefined && createAddressKey(before.url) === createAddressKey(url);
    merged.set(fileCode, {
      fileCode,
      url: isSame ? before.url : url,
      folderId,
      firstSeenAtMs: before?.firstSeenAtMs ?? null,
    });
  }
  const unnamed = listed.unnamed.map(({ remoteUrl: url, folderId }) => {
    return { fileCode: null, url, folderId, firstSeenAtMs: null };
  });
  return [...merged.values(), ...unnamed];
}

/** Every file since the first of the uploads was sent, by the service's clock and with a margin. */
async function listNewFiles(
  { client, clock }: SendSession,
  uploads: readonly Upload[],
): Promise<{ readonly files: readonly ListedFile[]; readonly isComplete: boolean }> {
  const firstMs = earliest(uploads.map(({ sentAtMs, createdAtMs }) => sentAtMs ?? createdAtMs));
  const minutes = Math.ceil(Math.max(0, clock() - firstMs) / minuteMs) + 60;
  const files: ListedFile[] = [];
  const pages = client.files.iterate({ createdWithinMinutes: minutes }, { lane: 'queue' });
  for (;;) {
    const step = await pages.next();
    if (step.done) return { files, isComplete: step.value.skipped === 0 };
    if (files.length === maxFiles) return { files, isComplete: false };
    files.push(step.value);
  }
}

/** Probes whether the service honours `createdAfter`: nothing is younger than the end of the next millennium. */
async function probeCreatedAfter({ client }: SendSession): Promise<boolean> {
  const query = { perPage: 1, createdAfter: '2999-01-01 00:00:00' };
  const { files, skipped } = await client.files.list(query, { lane: 'queue' });
  return files.length + skipped === 0;
}
