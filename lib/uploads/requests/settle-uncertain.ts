/** Searches for evidence of an account's uncertain uploads, with one list call for all of them, or two. */

import { isAccountError, readFailure } from '../../api/index.ts';
import { failedCheckRetry, repeatTimeoutMs, uncertainCheck } from '../../timing/policies.ts';
import { earliest, isGivenUp } from '../../timing/retry.ts';
import { parseServiceTime } from '../../timing/service-time.ts';
import type { EpochMs } from '../../timing/units.ts';
import { applyAction, ClaimedError } from '../changes.ts';
import { findDuplicateFiles } from '../duplicates.ts';
import { noteFiles } from '../note-files.ts';
import { createAddressKey, getExpectedTitle, withSentTitles } from '../same-upload.ts';
import { isEmptyList, nameTransfers, type TransferListing } from '../transfer-listing.ts';
import type { UploadAction } from '../transitions.ts';
import { isUnlisted, trackedStates, type Upload } from '../upload.ts';
import type { ListedFile } from '../uploads-context.ts';
import {
  type Evidence,
  isLongTurnedAway,
  judgeByFiles,
  judgeByTransfers,
  type KnownTransfer,
  matchFiles,
  type Verdict,
} from './evidence.ts';
import { getNextCheckMs, type RequestSession, readUncertain } from './request-session.ts';

/** With more new files, absence can't be proven. */
const maxFiles = 2_000;
const minuteMs = 60_000;
/** The service's time is read within a minute of the request, and its clocks may differ by as much. */
const marginMinutes = 3;
/** Just below an hour: files may be dated by a clock that is an hour slow, so one that seems an hour old may be new. */
const listableMinutes = 58;
/** Time zones differ by multiples of this. */
const zoneStepMs = 15 * minuteMs;

/** @returns `nothing`: no check was due. `blocked`: the account must wait. Otherwise, whether the service responded */
export async function settleUncertain(
  session: RequestSession,
): Promise<'nothing' | 'answered' | 'failed' | 'blocked'> {
  const { client, clock } = session;
  const startedAtMs = clock();
  const uncertain = withSentTitles(await readUncertain(session), client);
  const due = uncertain.filter((upload) => isCheckDue(upload, startedAtMs));
  session.checkAtMs = getNextCheckMs(uncertain);
  if (due.length === 0) return 'nothing';
  try {
    await checkEvidence(session, uncertain, new Set(due.map(({ id }) => id)), startedAtMs);
    return 'answered';
  } catch (error) {
    const failure = readFailure(error);
    if (failure.code === 'unexpected') throw error;
    const atMs = clock() + failedCheckRetry.firstMs;
    for (const { id } of due) await applyAction(session, id, { type: 'scheduleCheck', atMs, after: 'early' });
    // The account responds, so this doesn't block other links.
    return (await session.accountStatus.reportFailure(session.accountId, failure)) ? 'blocked' : 'failed';
  } finally {
    session.checkAtMs = getNextCheckMs(await readUncertain(session));
  }
}

function isCheckDue({ uncertainty }: Upload, nowMs: EpochMs): boolean {
  const atMs = uncertainty?.nextCheckAtMs ?? null;
  return atMs !== null && atMs <= nowMs;
}

async function checkEvidence(
  session: RequestSession,
  uncertain: readonly Upload[],
  due: ReadonlySet<string>,
  startedAtMs: EpochMs,
): Promise<void> {
  const { accountId, client, clock, random, store } = session;
  const listed = await listTransfers(session);
  const { sending, known } = await store.transact('read', async (tx) => ({
    sending: withSentTitles(await tx.listInStates(accountId, ['sending']), client),
    known: await tx.listInStates(accountId, [...trackedStates, 'vanished', 'archived']),
  }));
  const transfers = mergeTransfers(listed ?? noTransfers, known, uncertain);
  const codes = transfers.flatMap(({ fileCode }) => fileCode ?? []);
  const claimed = new Set((await readClaims(session, codes)).keys());
  const outage = await session.listOutages.get(accountId);
  const evidence = {
    uncertain,
    due,
    sending,
    transfers,
    claimed,
    list: judgeList(listed, known),
    isListAwaited:
      outage !== null && outage.askedAtMs < startedAtMs && !isGivenUp(uncertainCheck, outage.failures),
    startedAtMs,
  };
  const { actions, undecided, others } = judgeByTransfers(evidence, clock());
  await applyActions(session, actions);
  if (undecided.length === 0) return;

  const newFiles = await listNewFiles(session, undecided);
  const verdicts = await searchNewFiles(session, undecided, others, codes, newFiles);
  const mayBeLate = listed === null && undecided.some((upload) => isLongTurnedAway(upload, clock()));
  const serviceTime = mayBeLate ? await readServerTime(client) : null;
  // What an empty list lacks may have become files, unless the service never lists any.
  const fileCodes = new Set<string | null>(newFiles.files.map(({ fileCode }) => fileCode));
  const isHiding = known.some((upload) => isUnlisted(upload) && !fileCodes.has(upload.fileCode));
  const isComplete =
    evidence.list === 'hiding' && !isHiding && (await session.showsTransfers(accountId)) === true;
  const list = isComplete ? 'complete' : evidence.list;
  await applyActions(
    session,
    judgeByFiles({ ...evidence, list }, { undecided, others, verdicts, serviceTime }, clock(), random),
  );
}

function judgeList(listed: TransferListing | null, known: readonly Upload[]): Evidence['list'] {
  if (listed === null) return 'none';
  // It may leave out more.
  if (isEmptyList(listed) && known.some(isUnlisted)) return 'hiding';
  // The unreadable entry may be the upload.
  return listed.skipped === 0 ? 'complete' : 'partial';
}

/** Reads an empty list twice, because one doesn't prove absence. Null: unreadable while the account responds, or always empty. */
async function listTransfers(session: RequestSession): Promise<TransferListing | null> {
  const { accountId, client, clock, accountStatus, listOutages, store } = session;
  const outage = await listOutages.get(accountId);
  if (outage !== null && outage.retryAtMs > clock()) return null;
  const options = { lane: 'queue', ...(outage && { timeout: repeatTimeoutMs }) } as const;
  const list = () => client.remoteUploads.list(options);
  try {
    const first = await list();
    const listed = await nameTransfers(store, accountId, isEmptyList(first) ? await list() : first);
    const isHiding = isEmptyList(listed) && (await session.showsTransfers(accountId)) === false;
    if (isHiding) return null;
    if (outage !== null) await listOutages.report(accountId, true);
    return listed;
  } catch (error) {
    const failure = readFailure(error);
    if (failure.code === 'unexpected' || (await accountStatus.reportFailure(accountId, failure, true)))
      throw error;
    await listOutages.report(accountId, false);
    return null;
  }
}

/** Null if unknown. */
async function readServerTime({ account }: RequestSession['client']): Promise<string | null> {
  try {
    return (await account.info({ lane: 'queue' })).serverTime;
  } catch (error) {
    if (isAccountError(error)) throw error;
    return null;
  }
}

async function searchNewFiles(
  session: RequestSession,
  undecided: readonly Upload[],
  others: readonly Upload[],
  codes: readonly string[],
  { files, isComplete }: NewFiles,
): Promise<ReadonlyMap<string, Verdict>> {
  const fileCodes = files.map(({ fileCode }) => fileCode);
  await noteFiles(
    session,
    session.accountId,
    fileCodes.map((fileCode) => ({ fileCode })),
  );
  const claimed = await readClaims(session, fileCodes);
  const wanted = [...undecided, ...others].map(getExpectedTitle);
  const duplicates = findDuplicateFiles(files, claimed, wanted).map(({ fileCode }) => fileCode);
  const explained = new Set([...claimed.keys(), ...codes, ...duplicates]);
  const seen = { files, isComplete, hasOnlyNew: true };
  let verdicts = matchFiles(undecided, others, seen, explained);
  if ([...verdicts.values()].some(({ kind }) => kind !== 'absent')) {
    const unexplained = fileCodes.filter((fileCode) => !explained.has(fileCode));
    const older = await findOlder(session, undecided, unexplained);
    for (const fileCode of older) explained.add(fileCode);
    if (older.length > 0) verdicts = matchFiles(undecided, others, seen, explained);
  }
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

/**
 * Files from before these uploads were sent: the service leaves them out of a listing of the minutes since then, but not of nearly an hour.
 * So only its own clock is compared. Empty if it reported no time at the sending.
 */
async function findOlder(
  { client, clock }: RequestSession,
  uploads: readonly Upload[],
  fileCodes: readonly string[],
): Promise<readonly string[]> {
  const candidates = fileCodes.filter((code) => uploads.every((upload) => wasThereBefore(upload, code)));
  const sentAtMs = earliest(uploads.map(({ baseline }) => parseServiceTime(baseline?.serviceTime ?? null)));
  if (candidates.length === 0 || Number.isNaN(sentAtMs)) return [];
  const startTime = await readServerTime(client);
  const elapsedMs = parseServiceTime(startTime) - sentAtMs;
  const localMs = clock() - earliest(uploads.map((upload) => upload.sentAtMs ?? upload.createdAtMs));
  const minutes = Math.ceil(Math.max(elapsedMs, localMs) / minuteMs) + marginMinutes;
  if (!(elapsedMs >= 0 && minutes < listableMinutes)) return [];
  const startedAtMs = clock();
  const [all, recent] = [await listCodes(client, listableMinutes), await listCodes(client, minutes)];
  const tookMs = Math.max(
    clock() - startedAtMs,
    parseServiceTime(await readServerTime(client)) - parseServiceTime(startTime),
  );
  // The listings cover a moving window, which must not use up the margin.
  if (!(tookMs < minuteMs)) return [];
  return all && recent ? candidates.filter((code) => all.has(code) && !recent.has(code)) : [];
}

const wasThereBefore = ({ baseline }: Upload, fileCode: string): boolean =>
  baseline?.fileCodes.includes(fileCode) === true;

/** File codes of the last minutes. Null if they can't all be read. */
async function listCodes(
  { files }: RequestSession['client'],
  createdWithinMinutes: number,
): Promise<ReadonlySet<string> | null> {
  const codes = new Set<string>();
  const pages = files.iterate({ createdWithinMinutes }, { lane: 'queue' });
  for (;;) {
    const step = await pages.next();
    if (step.done) return step.value.skipped === 0 ? codes : null;
    if (codes.size === maxFiles) return null;
    codes.add(step.value.fileCode);
  }
}

/** By the service's clock. An older file proves neither presence nor, as clocks may differ, absence. */
async function wasMadeSince(
  { client, clock }: RequestSession,
  upload: Upload,
  fileCode: string,
): Promise<boolean> {
  if (wasThereBefore(upload, fileCode)) return false;
  const { sentAtMs, createdAtMs } = upload;
  const sentMs = sentAtMs ?? createdAtMs;
  const createdWithinMinutes = Math.max(1, Math.ceil((clock() - sentMs) / minuteMs));
  let count = 0;
  for await (const file of client.files.iterate({ createdWithinMinutes }, { lane: 'queue' })) {
    count += 1;
    if (file.fileCode === fileCode) {
      return !mayBeOlderThanSending(file.uploaded, await readServerTime(client), clock() - sentMs);
    }
    if (count === maxFiles) break;
  }
  return false;
}

/** Both times are the service's, but may be in different time zones. True if one is missing. */
function mayBeOlderThanSending(
  uploaded: string | null,
  serverTime: string | null,
  elapsedMs: number,
): boolean {
  const ageMs = parseServiceTime(serverTime) - parseServiceTime(uploaded);
  const inZoneMs = ageMs < elapsedMs + 2 * minuteMs ? ageMs : ageMs % zoneStepMs;
  // Times are in whole seconds.
  return !(inZoneMs <= elapsedMs + 1_000);
}

/** File code to the upload that claims it, also as a duplicate. External transfers claim nothing. */
async function readClaims(
  { store, accountId }: RequestSession,
  fileCodes: readonly string[],
): Promise<ReadonlyMap<string, Upload>> {
  return store.transact('read', async (tx) => {
    const holders = await Promise.all(fileCodes.map((code) => tx.findByFileCode(accountId, code)));
    const claims = new Map<string, Upload>();
    for (const holder of holders) {
      if (holder === undefined || holder.source === 'external' || holder.fileCode === null) continue;
      claims.set(holder.fileCode, holder);
      for (const { fileCode } of holder.duplicates) claims.set(fileCode, holder);
    }
    return claims;
  });
}

async function applyActions(
  session: RequestSession,
  actions: ReadonlyMap<string, UploadAction>,
): Promise<void> {
  for (const [id, action] of actions)
    try {
      await applyAction(session, id, action);
    } catch (error) {
      // Meanwhile claimed by another upload.
      if (!(error instanceof ClaimedError)) throw error;
      const atMs = session.clock() + failedCheckRetry.firstMs;
      await applyAction(session, id, { type: 'scheduleCheck', atMs, after: 'open' });
    }
}

const noTransfers: TransferListing = Object.assign([], { skipped: 0, unnamed: [] });

/** Adds transfers that have left the list, and those without a code that may belong to `uncertain`. */
function mergeTransfers(
  listed: TransferListing,
  known: readonly Upload[],
  uncertain: readonly Upload[],
): readonly KnownTransfer[] {
  const merged = new Map<string, KnownTransfer>();
  for (const { fileCode, url, folder, source, createdAtMs } of known) {
    if (fileCode === null || source === 'file') continue;
    const firstSeenAtMs = createdAtMs;
    merged.set(fileCode, { fileCode, url, folderId: folder.id, firstSeenAtMs });
  }
  for (const { fileCode, remoteUrl: url, folderId } of listed) {
    const before = merged.get(fileCode);
    // The record has the address as sent. The service may return it changed.
    const isSame = before !== undefined && createAddressKey(before.url) === createAddressKey(url);
    merged.set(fileCode, {
      fileCode,
      url: isSame ? before.url : url,
      folderId,
      firstSeenAtMs: before?.firstSeenAtMs ?? null,
    });
  }
  const keys = new Set(uncertain.map(({ addressKey }) => addressKey));
  const shared = (listed.guessed ?? []).filter(({ remoteUrl }) => keys.has(createAddressKey(remoteUrl)));
  const unnamed = [...listed.unnamed, ...shared].map(({ remoteUrl: url, folderId }) => {
    return { fileCode: null, url, folderId, firstSeenAtMs: null };
  });
  return [...merged.values(), ...unnamed];
}

interface NewFiles {
  readonly files: readonly ListedFile[];
  readonly isComplete: boolean;
}

/** Files since the first upload was sent, by the service's clock, with a margin. */
async function listNewFiles(
  { client, clock }: RequestSession,
  uploads: readonly Upload[],
): Promise<NewFiles> {
  const firstMs = earliest(uploads.map(({ sentAtMs, createdAtMs }) => sentAtMs ?? createdAtMs));
  const localMs = clock() - firstMs;
  // This machine's clock may have been set back.
  const serviceMs = await readElapsedMs(client, uploads);
  const minutes = Math.ceil(Math.max(localMs, serviceMs) / minuteMs) + 60;
  const files: ListedFile[] = [];
  const pages = client.files.iterate({ createdWithinMinutes: minutes }, { lane: 'queue' });
  for (;;) {
    const step = await pages.next();
    if (step.done) return { files, isComplete: step.value.skipped === 0 };
    if (files.length === maxFiles) return { files, isComplete: false };
    files.push(step.value);
  }
}

/** How long ago the first upload was sent, by the service's clock alone. 0 if unknown. */
async function readElapsedMs(client: RequestSession['client'], uploads: readonly Upload[]): Promise<number> {
  const times = uploads.map(({ baseline }) => parseServiceTime(baseline?.serviceTime ?? null));
  const sentAtMs = earliest(times.filter((time) => !Number.isNaN(time)));
  const elapsedMs = Number.isFinite(sentAtMs) ? parseServiceTime(await readServerTime(client)) - sentAtMs : 0;
  return Number.isNaN(elapsedMs) ? 0 : elapsedMs;
}

/** Whether the service honours `createdAfter`: if so, no file is newer than the year 2999. */
async function probeCreatedAfter({ client }: RequestSession): Promise<boolean> {
  const query = { perPage: 1, createdAfter: '2999-01-01 00:00:00' };
  const { files, skipped } = await client.files.list(query, { lane: 'queue' });
  return files.length + skipped === 0;
}
