/**
 * Decides whether an uncertain upload is on the service, from what the service lists. Pure.
 *
 * **Found**: a transfer with the upload's address that no other upload has claimed or waits for, and that wasn't seen before the upload was
 * sent. Finished transfers leave the list, so the newest files are searched too. Files have no address, only a title. A match is one
 * unexplained file in the upload's folder, newer than the request by the service's clock, with exactly the title (or several that are
 * duplicates of each other), which no other uncertain upload expects.
 *
 * **Absent**: two checks found nothing.
 * 1. The first started some time (`getConclusiveAtMs`) after the uncertainty arose, because a request that we gave up may still take
 *   effect.
 * 2. The second started some time (`gapMs`) after the first had ended. A finishing transfer may leave the list before its file is listed,
 *   and equal reads may share one response.
 * 3. Neither check saw a transfer with the address, with the beginning of it (a service may truncate addresses), or with its name (it may
 *   redirect), except for those that other uploads have claimed. Every entry of the list was readable.
 * 4. The second check saw all files since the request. All were readable, and each is explained: older than the request (listed then, or by
 *   the service's clock), claimed by another upload, a duplicate of one (`duplicates.ts`), known under another address, titled as another
 *   uncertain upload expects, or titled differently from what we asked for. If we asked for no title, a file with an unknown name prevents
 *   the proof, except for uploads that were turned away: that response itself suggests absence.
 *
 * Anything else is **open**. It is checked a few more times, because another upload whose response is missing is often in the way. Then the
 * user decides.
 *
 * If the service reports no transfers, or its list is always empty, files can prove presence but not absence: the upload is **unseen**. The
 * user is asked, and the search for its file continues as long as for an accepted link. An upload that was turned away is sent again after
 * some time and several checks.
 */

import { rootFolder } from '../../folders/folder.ts';
import {
  checkAfterOthers,
  lateEffectMs,
  longestRequestMs,
  turnedAwayMs,
  uncertainCheck,
  unnamedTransferCheck,
  unreportedCheck,
  uploadRetry,
} from '../../timing/policies.ts';
import { calculateDelayMs, isGivenUp } from '../../timing/retry.ts';
import { parseServiceTime } from '../../timing/service-time.ts';
import type { EpochMs, Random } from '../../timing/units.ts';
import { areDuplicates } from '../duplicates.ts';
import {
  createAddressKey,
  createTitleForms,
  getExpectedTitle,
  isSameFragment,
  mayBeSameFragment,
  mayBeSameTitle,
  predictTitle,
  type TitleForms,
} from '../same-upload.ts';
import type { UploadAction } from '../transitions.ts';
import type { Upload } from '../upload.ts';
import type { ListedFile } from '../uploads-context.ts';

/** With a response, only a repeat by the browser may still be processed. */
const answeredLateEffectMs = 5_000;
/** A finishing transfer may be in neither list for this long. */
const gapMs = 10_000;

function getConclusiveAtMs({ uncertainty, sentAtMs, failure, source }: Upload, nowMs: EpochMs): number {
  const sinceMs = uncertainty?.sinceMs ?? nowMs;
  if (uncertainty?.cause !== 'no-answer') return sinceMs + answeredLateEffectMs;
  // A file's connection ends with its page.
  if (failure?.code !== 'aborted' || source === 'file' || sentAtMs === null) return sinceMs + lateEffectMs;
  // The process ended during the request.
  return Math.max(sinceMs, sentAtMs + longestRequestMs) + lateEffectMs;
}

/** When to check again after a check from `startedAtMs` to `nowMs` that found nothing. Null: that check can decide. */
export function scheduleNextCheck(
  upload: Upload,
  startedAtMs: EpochMs,
  nowMs: EpochMs,
): { readonly after: 'early' | 'unconfirmed'; readonly atMs: number } | null {
  const ripeMs = getConclusiveAtMs(upload, startedAtMs);
  if (ripeMs > startedAtMs) return { after: 'early', atMs: ripeMs };
  const unconfirmedAtMs = upload.uncertainty?.unconfirmedAtMs ?? null;
  if (unconfirmedAtMs === null) return { after: 'unconfirmed', atMs: nowMs + gapMs };
  return unconfirmedAtMs + gapMs > startedAtMs
    ? { after: 'unconfirmed', atMs: unconfirmedAtMs + gapMs }
    : null;
}

export interface KnownTransfer {
  readonly fileCode: string | null;
  readonly url: string;
  readonly folderId: string | null;
  /** Null: seen just now. */
  readonly firstSeenAtMs: EpochMs | null;
}

export interface FileSearch {
  readonly files: readonly ListedFile[];
  /** Whether `files`, with the earlier transfers, are everything since the first upload was sent. */
  readonly isComplete: boolean;
  /** Whether the service leaves out older files. If not, a file with the right title may be an old one. */
  readonly hasOnlyNew: boolean;
}

export type Verdict =
  | { readonly kind: 'found'; readonly fileCode: string }
  /** A transfer has its address but no code yet. */
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'open' }
  /** No such file, and the service reports no transfers. `counts`: after several such checks the user decides, or it counts as absent. */
  | { readonly kind: 'unseen'; readonly counts: boolean };

export interface Evidence {
  /** Oldest first, due or not. */
  readonly uncertain: readonly Upload[];
  /** Ids in `uncertain`. */
  readonly due: ReadonlySet<string>;
  /** A transfer or file that may belong to one of these isn't assigned to another upload. */
  readonly sending: readonly Upload[];
  readonly transfers: readonly KnownTransfer[];
  readonly claimed: ReadonlySet<string>;
  /**
   * The list of transfers. Only a complete one proves absence. `partial`: some entries were unreadable. `hiding`: empty although something
   * was just accepted. `none`: unreadable while the account responds, or always empty.
   */
  readonly list: 'complete' | 'partial' | 'hiding' | 'none';
  /** The list failed only once or twice, and wasn't requested for this check. */
  readonly isListAwaited: boolean;
  /** When the first request for these was sent. */
  readonly startedAtMs: EpochMs;
}

interface JudgedByTransfers {
  /** By upload id. */
  readonly actions: ReadonlyMap<string, UploadAction>;
  /** Only files can decide about these. */
  readonly undecided: readonly Upload[];
  /** A file that may belong to these proves nothing for `undecided`. */
  readonly others: readonly Upload[];
}

export function judgeByTransfers(evidence: Evidence, nowMs: EpochMs): JudgedByTransfers {
  const { uncertain, due, sending, transfers, claimed, list, startedAtMs } = evidence;
  const verdicts = matchTransfers(uncertain, transfers, claimed, sending);
  const actions = new Map<string, UploadAction>();
  const undecided: Upload[] = [];
  for (const upload of uncertain) {
    const { id, uncertainty } = upload;
    const verdict = verdicts.get(id);
    const isDue = due.has(id);
    if (verdict?.kind === 'found') actions.set(id, acceptAs(verdict.fileCode));
    else if (verdict?.kind === 'open' && isDue) actions.set(id, keepUncertain(upload, nowMs));
    else if (verdict?.kind === 'unnamed' && isDue) {
      const elapsedMs = startedAtMs - (uncertainty?.sinceMs ?? startedAtMs);
      const atMs = nowMs + calculateDelayMs(unnamedTransferCheck, elapsedMs);
      actions.set(id, { type: 'scheduleCheck', atMs, after: 'early' });
    }
    if (verdict !== undefined || uncertainty?.nextCheckAtMs === null) continue;
    const next = scheduleNextCheck(upload, startedAtMs, nowMs);
    if (next === null || (next.after === 'unconfirmed' && list !== 'complete')) undecided.push(upload);
    else if (isDue) actions.set(id, { type: 'scheduleCheck', ...next });
  }
  const isOther = (upload: Upload) =>
    !undecided.includes(upload) && verdicts.get(upload.id)?.kind !== 'found';
  return { actions, undecided, others: [...uncertain.filter(isOther), ...sending] };
}

interface FileEvidence extends Pick<JudgedByTransfers, 'undecided' | 'others'> {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** By the service's clock. Null if unknown. */
  readonly serviceTime: string | null;
}

export function judgeByFiles(
  { due, list, isListAwaited, startedAtMs }: Evidence,
  { undecided, others, verdicts, serviceTime }: FileEvidence,
  nowMs: EpochMs,
  random: Random,
): ReadonlyMap<string, UploadAction> {
  const actions = new Map<string, UploadAction>();
  const isOtherPending =
    list === 'hiding' ||
    others.some(({ uncertainty }) => uncertainty === null || uncertainty.nextCheckAtMs !== null);
  for (const upload of undecided) {
    const byFiles = verdicts.get(upload.id);
    // It may be an unlisted transfer.
    const isUnproven = byFiles?.kind === 'absent' && list !== 'complete';
    if (isUnproven && list === 'none' && !due.has(upload.id)) continue;
    const unproven = list === 'none' ? judgeUnseen(upload, isListAwaited, serviceTime, nowMs) : isOpen;
    const verdict = isUnproven ? unproven : byFiles;
    const elapsedMs = startedAtMs - (upload.uncertainty?.sinceMs ?? 0);
    const waitsForOthers = isOtherPending && !isGivenUp(checkAfterOthers, 0, elapsedMs);
    const isProven = byFiles?.kind === 'absent' && !isUnproven;
    const next = isProven ? scheduleNextCheck(upload, startedAtMs, nowMs) : null;
    if (next !== null) actions.set(upload.id, { type: 'scheduleCheck', ...next });
    else if (verdict !== undefined && (verdict.kind !== 'open' || !waitsForOthers))
      actions.set(upload.id, chooseAction(upload, verdict, nowMs, random));
    else {
      const atMs = nowMs + checkAfterOthers.firstMs;
      const after = list === 'complete' ? 'unconfirmed' : 'early';
      actions.set(upload.id, { type: 'scheduleCheck', atMs, after });
    }
  }
  return actions;
}

const isOpen: Verdict = { kind: 'open' };

/** Whether it may soon count as absent without a list. This machine's clock may have been set forward. */
export const isLongTurnedAway = ({ uncertainty }: Upload, nowMs: EpochMs): boolean =>
  uncertainty?.cause === 'turned-away' && nowMs - uncertainty.sinceMs >= turnedAwayMs;

function judgeUnseen(
  upload: Upload,
  isListAwaited: boolean,
  serviceTime: string | null,
  nowMs: EpochMs,
): Verdict {
  const { uncertainty, baseline } = upload;
  // The list may soon work and show the transfer, so the user needn't decide yet.
  if (uncertainty?.cause !== 'turned-away') return { kind: 'unseen', counts: !isListAwaited };
  if (!isLongTurnedAway(upload, nowMs)) return { kind: 'unseen', counts: false };
  const elapsedMs = parseServiceTime(serviceTime) - parseServiceTime(baseline?.serviceTime ?? null);
  const isLate = !(elapsedMs < turnedAwayMs);
  // The same after a long sleep.
  return isLate && isGivenUp(uncertainCheck, uncertainty.checks + 1)
    ? { kind: 'absent' }
    : { kind: 'unseen', counts: isLate };
}

const acceptAs = (fileCode: string): UploadAction => ({ type: 'accept', fileCode, claim: 'evidence' });

function keepUncertain({ uncertainty }: Upload, nowMs: EpochMs): UploadAction {
  const checks = (uncertainty?.checks ?? 0) + 1;
  if (isGivenUp(uncertainCheck, checks)) return { type: 'askUser' };
  return { type: 'scheduleCheck', atMs: nowMs + calculateDelayMs(uncertainCheck, checks), after: 'open' };
}

function chooseAction(upload: Upload, verdict: Verdict, nowMs: EpochMs, random: Random): UploadAction {
  if (verdict.kind === 'found') return acceptAs(verdict.fileCode);
  if (verdict.kind === 'absent') return sendAgain(upload, nowMs, random);
  if (verdict.kind !== 'unseen') return keepUncertain(upload, nowMs);
  const { uncertainty } = upload;
  const checks = (uncertainty?.checks ?? 0) + 1;
  const elapsedMs = nowMs - (uncertainty?.sinceMs ?? nowMs);
  const atMs = nowMs + calculateDelayMs(unreportedCheck, elapsedMs);
  if (!verdict.counts) return { type: 'scheduleCheck', atMs, after: 'early' };
  if (uncertainty?.cause === 'turned-away') return { type: 'scheduleCheck', atMs, after: 'open' };
  const isLast = isGivenUp(unreportedCheck, 0, elapsedMs) && isGivenUp(uncertainCheck, checks);
  if (checks === uncertainCheck.attempts) return { type: 'askUser', ...(!isLast && { nextCheckAtMs: atMs }) };
  return { type: 'scheduleCheck', atMs: isLast ? null : atMs, after: 'open' };
}

/** For an upload that is proven absent. */
function sendAgain({ uncertainty, attempts, failure }: Upload, nowMs: EpochMs, random: Random): UploadAction {
  if (uncertainty?.cause === 'turned-away') return { type: 'requeue', wait: null };
  // "Already in the queue" was about another user's queue.
  if (failure?.code === 'refused') return { type: 'refuse', failure };
  if (isGivenUp(uploadRetry, attempts))
    return { type: 'refuse', failure: { code: 'too-many-attempts', msg: failure?.msg ?? null } };
  // At once the first time, later after a backoff.
  if (attempts < 2) return { type: 'requeue', wait: null };
  const reason = failure?.code === 'invalid-response' ? 'service' : 'network';
  const untilMs = nowMs + calculateDelayMs(uploadRetry, attempts - 1, random);
  return { type: 'requeue', wait: { reason, untilMs } };
}

/**
 * Oldest first, so that the first of two equal links gets the first transfer.
 *
 * @param sending uploads in progress, whose possible transfers aren't assigned yet
 * @returns upload id to: found; unnamed; open, if a transfer has the address but may belong to another; no entry if there is no transfer
 */
export function matchTransfers(
  uploads: readonly Upload[],
  transfers: readonly KnownTransfer[],
  claimed: ReadonlySet<string>,
  sending: readonly Upload[],
): ReadonlyMap<string, Verdict> {
  const awaited = new Set(sending.map((upload) => upload.addressKey));
  const unclaimed = transfers
    .filter(({ fileCode }) => fileCode === null || !claimed.has(fileCode))
    .map((transfer) => ({ ...transfer, key: createAddressKey(transfer.url) }));
  const byKey = Map.groupBy(uploads, (upload) => upload.addressKey);
  const verdicts = new Map<string, Verdict>();
  const assigned = new Set<string>();
  for (const upload of uploads) {
    const key = upload.addressKey;
    const unassigned = unclaimed.filter(({ fileCode }) => fileCode === null || !assigned.has(fileCode));
    const sameAddress = unassigned.filter(
      (transfer) => transfer.key === key && mayBeSameFragment(transfer.url, upload.url),
    );
    // A service may drop fragments.
    const isAmbiguous = byKey.get(key)?.some(({ url }) => !isSameFragment(url, upload.url));
    const isIts = (transfer: KnownTransfer) => !isAmbiguous || isSameFragment(transfer.url, upload.url);
    const matches = awaited.has(key)
      ? []
      : sameAddress.filter((transfer) => isIts(transfer) && !wasSeenBeforeSending(transfer, upload));
    const named = matches.filter(({ fileCode }) => fileCode !== null);
    const match =
      named.find(({ url, folderId }) => url === upload.url && folderId === upload.folder.id) ??
      named.find(({ folderId }) => folderId === upload.folder.id) ??
      named[0] ??
      matches[0];
    if (match?.fileCode === null) verdicts.set(upload.id, { kind: 'unnamed' });
    else if (match !== undefined) {
      assigned.add(match.fileCode);
      verdicts.set(upload.id, { kind: 'found', fileCode: match.fileCode });
    } else if (
      sameAddress.length > 0 ||
      unassigned.some(
        (transfer) =>
          transfer.key !== key &&
          (isTruncated(transfer.key, key) ||
            (isRewritten(transfer.key, key) &&
              !byKey.has(transfer.key) &&
              !wasSeenBeforeSending(transfer, upload))),
      )
    ) {
      verdicts.set(upload.id, { kind: 'open' });
    }
  }
  return verdicts;
}

/** Whether `echoed` may be `sent`, truncated after its host. */
function isTruncated(echoed: string, sent: string): boolean {
  return echoed.split('/').length > 3 && sent.startsWith(echoed);
}

/** Whether an address may be the other in lower case, re-encoded, or after a redirect. The name stays the same. */
function isRewritten(echoed: string, sent: string): boolean {
  if (echoed.toLowerCase() === sent.toLowerCase()) return true;
  // With another query it is another link.
  if (echoed.split('?', 1)[0] === sent.split('?', 1)[0]) return false;
  const [one, other] = [echoed, sent].map((key) => createTitleForms(predictTitle(key)).whole);
  return one !== undefined && one !== '' && one === other;
}

/** Older than the request, so it isn't ours. Clocks may differ, so it doesn't prove that ours is missing. */
function wasSeenBeforeSending({ firstSeenAtMs }: KnownTransfer, { sentAtMs }: Upload): boolean {
  return firstSeenAtMs !== null && sentAtMs !== null && firstSeenAtMs < sentAtMs;
}

/**
 * @param uploads without a transfer, and uncertain for long enough
 * @param others also uncertain or being sent: a file that may be theirs proves nothing for `uploads`
 * @param explained file codes that are claimed or known to belong to other addresses
 */
export function matchFiles(
  uploads: readonly Upload[],
  others: readonly Upload[],
  { files, isComplete, hasOnlyNew }: FileSearch,
  explained: ReadonlySet<string>,
): ReadonlyMap<string, Verdict> {
  const unexplained = files
    .filter(({ fileCode }) => !explained.has(fileCode))
    .map((file) => ({ file, fileCode: file.fileCode, title: createTitleForms(file.title) }));
  const wanted = [...uploads, ...others].map((upload) => ({
    id: upload.id,
    title: getExpectedTitle(upload),
  }));
  const verdicts = new Map<string, Verdict>();
  const taken = new Set<string>();

  // Assign files first. What is left is evidence against absence.
  for (const { id, folder, source } of uploads) {
    const ownTitles = wanted.filter((each) => each.id === id);
    // A file is moved into its folder after it arrives.
    const expectedFolder = source === 'file' ? rootFolder.id : folder.id;
    const isItsFolder = (folderId: string | null) => folderId === null || folderId === expectedFolder;
    const matchingFiles = unexplained.filter(
      ({ file, title: shown }) =>
        isItsFolder(file.folderId) && ownTitles.some(({ title }) => mayBeSameTitle(shown, title)),
    );
    const [first, ...more] = matchingFiles;
    if (first === undefined || !hasOnlyNew || !more.every(({ file }) => areDuplicates(first.file, file)))
      continue;
    if (wanted.some((other) => other.id !== id && mayBeSameTitle(first.title, other.title))) continue;
    verdicts.set(id, { kind: 'found', fileCode: first.fileCode });
    for (const { fileCode } of matchingFiles) taken.add(fileCode);
  }
  for (const upload of uploads) {
    if (verdicts.has(upload.id)) continue;
    const expected = getExpectedTitle(upload);
    const isExpectedElsewhere = (title: TitleForms) =>
      !mayBeSameTitle(title, expected) && wanted.some((each) => mayBeSameTitle(title, each.title));
    const maybeOurs = unexplained.some(
      ({ fileCode, title }) =>
        !taken.has(fileCode) && !isExpectedElsewhere(title) && couldMatch(upload, title),
    );
    verdicts.set(upload.id, isComplete && !maybeOurs ? { kind: 'absent' } : { kind: 'open' });
  }
  return verdicts;
}

/**
 * Only a title we asked for rules out files with other titles, and a long one may have been truncated. Of an upload that was turned away,
 * only the likely title counts, or every unrelated file would leave the decision to the user.
 */
function couldMatch(upload: Upload, shown: TitleForms): boolean {
  if (upload.title === null && upload.uncertainty?.cause !== 'turned-away') return true;
  const offered = getExpectedTitle(upload);
  return shown.bare === '' || offered.whole.startsWith(shown.bare) || shown.whole.startsWith(offered.bare);
}
