/**
 * Settles whether an uncertain upload is on the service, by what the service shows. Pure: the asking is done elsewhere.
 *
 * **Found**: a transfer with the upload's address that no other upload has claimed or waits for, and that was not seen
 * before the upload was sent. Transfers vanish when they are finished, so the newest files are searched too; they carry
 * no address, only a title: one unexplained new file with the very title (or several that are twins of each other), which
 * no other uncertain upload wants.
 *
 * **Absent**: two checks found nothing.
 * 1. The first began a while (`ripeAtMs`) after the uncertainty arose: a request that we gave up may still be at work.
 * 2. The second began a while (`gapMs`) after the first had ended: a transfer that finishes may have left the list some
 *    time before its file is listed, so that a single check can fall between the two. (It also makes sure that the second
 *    answer is newer than the first, although equal reads may share one request.)
 * 3. In neither of them was there a transfer with the address, or with one that is its beginning (a service may cut
 *    addresses), but for those that other uploads have claimed; and no entry of the list was unreadable.
 * 4. In the second, all files of the time since the sending were seen, none was unreadable, and each is explained: claimed
 *    by another upload, a twin of one (`twins.ts`), known under another address, under the title that another uncertain
 *    upload expects, or titled otherwise than the title that we offered. A file that might be ours under a name that we
 *    cannot foresee (no title was offered) does not prove presence, but it takes away the proof of absence; save for what
 *    was turned away, where the answer itself speaks for the absence.
 *
 * Whatever is neither is **open**: checked again a few times (what stands in the way is often another upload whose
 * answer is not in yet), and then the user decides.
 */
import { addressKey, expectedTitle, isSameTitle, type TitleForms, titleForms } from '../address.ts';
import type { SeenFile } from '../context.ts';
import { areTwins } from '../twins.ts';
import type { Upload } from '../upload.ts';

/** Milliseconds after which a request that was given up has had its effect, or never will. */
const settleMs = 10_000;
/** The same for one that was answered: only an earlier arrival of it, which nobody saw, may still be at work. */
const answeredSettleMs = 5_000;
/** Milliseconds that a finished transfer may be in neither list. */
const gapMs = 10_000;
/** Milliseconds that a request may be under way before it is given up; somewhat more than the client waits. */
const longestRequestMs = 30_000;

/** The failure of an upload that was being sent when the process died. */
export const interrupted = 'aborted';

/** From when on a check in vain counts, milliseconds since the epoch. */
function ripeAtMs({ uncertainty, sentAtMs, failure, source }: Upload, nowMs: number): number {
  const sinceMs = Math.min(uncertainty?.sinceMs ?? nowMs, nowMs);
  if (uncertainty?.cause !== 'no-answer') return sinceMs + answeredSettleMs;
  // A file's connection is cut with its page.
  if (failure?.code !== interrupted || source === 'file' || sentAtMs === null || sentAtMs > nowMs)
    return sinceMs + settleMs;
  // Nobody saw the end of a request whose process died: it may be under way for as long as any.
  return Math.max(sinceMs, sentAtMs + longestRequestMs) + settleMs;
}

/**
 * What a check that does not find an upload is worth, and when the next one is due: null where this one can decide.
 *
 * @param startedAtMs when the check began, and `nowMs` that it is answered; milliseconds since the epoch
 */
export function nextCheckFor(
  upload: Upload,
  startedAtMs: number,
  nowMs: number,
): { readonly after: 'early' | 'unconfirmed'; readonly atMs: number } | null {
  const ripeMs = ripeAtMs(upload, startedAtMs);
  if (ripeMs > startedAtMs) return { after: 'early', atMs: ripeMs };
  const unconfirmedAtMs = upload.uncertainty?.unconfirmedAtMs ?? null;
  if (unconfirmedAtMs === null || unconfirmedAtMs > startedAtMs)
    return { after: 'unconfirmed', atMs: nowMs + gapMs };
  return unconfirmedAtMs + gapMs > startedAtMs
    ? { after: 'unconfirmed', atMs: unconfirmedAtMs + gapMs }
    : null;
}

/** Milliseconds until the next check after one that could have decided and did not: longer each time. */
export function recheckDelayMs(checks: number): number {
  return gapMs * 2 ** checks;
}

export interface SeenTransfer {
  readonly fileCode: string;
  readonly url: string;
  /** Null where the service does not say. */
  readonly folderId: string | null;
  /** When it was first seen, milliseconds since the epoch; null: just now. */
  readonly firstSeenAtMs: number | null;
}

export interface SeenFiles {
  readonly files: readonly SeenFile[];
  /** Whether these, and the transfers before them, are all there are since the first of the uploads was sent. */
  readonly complete: boolean;
  /** Whether the service is known to leave older files out: else one with the right title may have been there before. */
  readonly onlyNew: boolean;
}

export type Verdict =
  | { readonly kind: 'found'; readonly fileCode: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'open' };

/**
 * Searches the transfers for the uploads (oldest first, so that of two equal links the first gets the first transfer).
 *
 * @param sending uploads whose answer may come any moment: a transfer that may be theirs is nobody's yet
 * @returns upload id → found; or open, where a transfer has the address and yet may well be another's. Items without an
 *   entry have no transfer.
 */
export function judgeByTransfers(
  uploads: readonly Upload[],
  transfers: readonly SeenTransfer[],
  claimed: ReadonlySet<string>,
  sending: readonly Upload[],
): ReadonlyMap<string, Verdict> {
  const awaited = new Set(sending.map((upload) => upload.addressKey));
  const free = transfers
    .filter(({ fileCode }) => !claimed.has(fileCode))
    .map((transfer) => ({ ...transfer, key: addressKey(transfer.url) }));
  const verdicts = new Map<string, Verdict>();
  const given = new Set<string>();
  for (const upload of uploads) {
    const key = upload.addressKey;
    const left = free.filter(({ fileCode }) => !given.has(fileCode));
    const same = left.filter((transfer) => transfer.key === key);
    const matches = awaited.has(key) ? [] : same.filter((transfer) => !wasThereBefore(transfer, upload));
    // Of several, the one that is most like what was asked for.
    const match =
      matches.find(({ url, folderId }) => url === upload.url && folderId === upload.folder.id) ??
      matches.find(({ folderId }) => folderId === upload.folder.id) ??
      matches[0];
    if (match !== undefined) {
      given.add(match.fileCode);
      verdicts.set(upload.id, { kind: 'found', fileCode: match.fileCode });
    } else if (same.length > 0 || left.some((transfer) => isCut(transfer.key, key))) {
      verdicts.set(upload.id, { kind: 'open' });
    }
  }
  return verdicts;
}

/** Whether one address may be the other, cut off: not within the host, where it would be another's altogether. */
function isCut(echoed: string, sent: string): boolean {
  return echoed.split('/').length > 3 && sent.startsWith(echoed);
}

/**
 * A transfer that was seen before the upload was last sent is not taken for its own. It does not prove that the upload is
 * absent either: the clock that says "before" may have been set in between.
 */
function wasThereBefore({ firstSeenAtMs }: SeenTransfer, { sentAtMs }: Upload): boolean {
  return firstSeenAtMs !== null && sentAtMs !== null && firstSeenAtMs < sentAtMs;
}

/**
 * Judges uploads that no transfer was found for.
 *
 * @param uploads uncertain for long enough
 * @param others uncertain too, or being sent: a file that may be theirs proves nothing about anybody else
 * @param explained the file codes that are claimed or known to belong to other addresses
 */
export function judgeByFiles(
  uploads: readonly Upload[],
  others: readonly Upload[],
  { files, complete, onlyNew }: SeenFiles,
  explained: ReadonlySet<string>,
): ReadonlyMap<string, Verdict> {
  const unexplained = files
    .filter(({ fileCode }) => !explained.has(fileCode))
    .map((file) => ({ file, fileCode: file.fileCode, title: titleForms(file.title) }));
  const wanted = [...uploads, ...others].map((upload) => ({ id: upload.id, title: expectedTitle(upload) }));
  const verdicts = new Map<string, Verdict>();
  const taken = new Set<string>();

  // First whom each file belongs to, then, of what is left, what speaks against an absence.
  for (const { id } of uploads) {
    const mine = wanted.filter((each) => each.id === id);
    const fits = unexplained.filter((file) => mine.some(({ title }) => isSameTitle(file.title, title)));
    const [first, ...more] = fits;
    if (first === undefined || !onlyNew || !more.every(({ file }) => areTwins(first.file, file))) continue;
    if (wanted.some((other) => other.id !== id && isSameTitle(first.title, other.title))) continue;
    verdicts.set(id, { kind: 'found', fileCode: first.fileCode });
    for (const { fileCode } of fits) taken.add(fileCode);
  }
  for (const upload of uploads) {
    if (verdicts.has(upload.id)) continue;
    const expected = expectedTitle(upload);
    const isExpectedElsewhere = (title: TitleForms) =>
      !isSameTitle(title, expected) && wanted.some((each) => isSameTitle(title, each.title));
    const maybeOurs = unexplained.some(
      ({ fileCode, title }) => !taken.has(fileCode) && !isExpectedElsewhere(title) && couldBe(upload, title),
    );
    verdicts.set(upload.id, complete && !maybeOurs ? { kind: 'absent' } : { kind: 'open' });
  }
  return verdicts;
}

/**
 * Only an offered title speaks against a file that has another; a long one may have been cut. Of what was turned away it
 * takes a file with the likely title to doubt that it is absent, or every stranger's file would leave it to the user.
 */
function couldBe(upload: Upload, shown: TitleForms): boolean {
  if (upload.title === null && upload.uncertainty?.cause !== 'turned-away') return true;
  const offered = expectedTitle(upload);
  return shown.bare === '' || offered.whole.startsWith(shown.bare) || shown.whole.startsWith(offered.bare);
}
