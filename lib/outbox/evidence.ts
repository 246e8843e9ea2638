/**
 * Settles whether a doubtful link is on the service, by what the service shows. Pure: the looking is done elsewhere.
 *
 * **Found**: a transfer with the item's address that no other item has claimed or waits for, and that nobody had seen
 * before the item was sent. Transfers vanish when they are finished, so the newest files are searched too; they carry
 * no address, only a title: one, and only one, unexplained new file with the very title, which no other doubtful item
 * wants.
 *
 * **Proven absent**: two looks found nothing.
 * 1. The first began a good while (`ripeAt`) after the doubt arose: a request that we gave up may still be at work.
 * 2. The second began a while (`gapTime`) after the first had ended: a transfer that finishes may have left the list some
 *    time before its file is listed, so that a single look can fall between the two. (It also makes sure that the second
 *    answer is newer than the first, although equal reads may share one request.)
 * 3. In neither of them was there a transfer with the address, or with one that is its beginning (a service may cut
 *    addresses), but for those that other items have claimed; and no entry of the list was unreadable.
 * 4. In the second, all files of the time since the sending were seen, none was unreadable, and each is explained: claimed
 *    by another item, known under another address, or titled otherwise than the title that we offered. A file that might
 *    be ours under a name that we cannot foresee (no title was offered) does not prove presence, but it takes away the
 *    proof of absence; save for what was turned away, where the answer itself speaks for the absence.
 *
 * Whatever is neither is **open**: looked at again a few times (what stands in the way is often another item whose
 * answer is not in yet), and then the user decides.
 */
import { addressKey, isSameTitle, type TitleForms, titleForms, titleOfAddress } from './address.ts';
import type { OutboxItem } from './item.ts';

/** Milliseconds after which a request that was given up has had its effect, or never will. */
const settleTime = 10_000;
/** The same for one that was answered: only an earlier arrival of it, which nobody saw, may still be at work. */
const answeredTime = 5_000;
/** Milliseconds that a finished transfer may be in neither list. */
const gapTime = 10_000;
/** Milliseconds that a request may be under way before it is given up; somewhat more than the client waits. */
const longestFlight = 30_000;

/** The failure of an item that was being sent when the process died. */
export const orphaned = 'aborted';

/** From when on a look in vain counts, milliseconds since the epoch. */
function ripeAt({ doubt, sentAt, failure }: OutboxItem, now: number): number {
  const since = Math.min(doubt?.since ?? now, now);
  if (doubt?.cause !== 'no-answer') return since + answeredTime;
  if (failure !== orphaned || sentAt === null || sentAt > now) return since + settleTime;
  // Of a request whose process died nobody saw the end: it may be under way for as long as any.
  return Math.max(since, sentAt + longestFlight) + settleTime;
}

/**
 * What a look that does not find an item is worth, and when the next one is due: null where this one can decide.
 *
 * @param startedAt when the look began, and `now` that it is answered; milliseconds since the epoch
 */
export function nextLookFor(
  item: OutboxItem,
  startedAt: number,
  now: number,
): { readonly after: 'early' | 'missed'; readonly at: number } | null {
  const ripe = ripeAt(item, startedAt);
  if (ripe > startedAt) return { after: 'early', at: ripe };
  const missedAt = item.doubt?.missedAt ?? null;
  if (missedAt === null || missedAt > startedAt) return { after: 'missed', at: now + gapTime };
  return missedAt + gapTime > startedAt ? { after: 'missed', at: missedAt + gapTime } : null;
}

/** Milliseconds until the next look after one that could have decided and did not: longer each time. */
export function patience(looks: number): number {
  return gapTime * 2 ** looks;
}

export interface SeenTransfer {
  readonly fileCode: string;
  readonly url: string;
  /** Null where the service does not say. */
  readonly folderId: string | null;
  /** When it was first seen, milliseconds since the epoch; null: just now. */
  readonly firstSeenAt: number | null;
}

export interface SeenFiles {
  readonly files: readonly { readonly fileCode: string; readonly title: string }[];
  /** Whether these, and the transfers before them, are all there are since the first doubtful item was sent. */
  readonly complete: boolean;
  /** Whether the service is known to leave older files out: else one with the right title may have been there before. */
  readonly onlyNew: boolean;
}

export type Verdict =
  | { readonly kind: 'found'; readonly fileCode: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'open' };

/**
 * Searches the transfers for the items (oldest first, so that of two equal links the first gets the first transfer).
 *
 * @param sending items whose answer may come any moment: a transfer that may be theirs is nobody's yet
 * @returns item id → found; or open, where a transfer has the address and yet may well be another's. Items without an
 *   entry have no transfer.
 */
export function judgeByTransfers(
  items: readonly OutboxItem[],
  transfers: readonly SeenTransfer[],
  claimed: ReadonlySet<string>,
  sending: readonly OutboxItem[],
): ReadonlyMap<string, Verdict> {
  const awaited = new Set(sending.map(({ url }) => addressKey(url)));
  const free = transfers
    .filter(({ fileCode }) => !claimed.has(fileCode))
    .map((transfer) => ({ ...transfer, key: addressKey(transfer.url) }));
  const verdicts = new Map<string, Verdict>();
  const given = new Set<string>();
  for (const item of items) {
    const key = addressKey(item.url);
    const left = free.filter(({ fileCode }) => !given.has(fileCode));
    const same = left.filter((transfer) => transfer.key === key);
    const matches = awaited.has(key) ? [] : same.filter((transfer) => !wasThereBefore(transfer, item));
    // Of several, the one that is most like what was asked for.
    const match =
      matches.find(({ url, folderId }) => url === item.url && folderId === item.folder.id) ??
      matches.find(({ folderId }) => folderId === item.folder.id) ??
      matches[0];
    if (match !== undefined) {
      given.add(match.fileCode);
      verdicts.set(item.id, { kind: 'found', fileCode: match.fileCode });
    } else if (same.length > 0 || left.some((transfer) => isCut(transfer.key, key))) {
      verdicts.set(item.id, { kind: 'open' });
    }
  }
  return verdicts;
}

/** Whether one address may be the other, cut off: not within the host, where it would be another's altogether. */
function isCut(echoed: string, sent: string): boolean {
  return echoed.split('/').length > 3 && sent.startsWith(echoed);
}

/**
 * A transfer that was seen before the item was last sent is not taken for its own. It does not prove that the item is
 * absent either: the clock that says "before" may have been set in between.
 */
function wasThereBefore({ firstSeenAt }: SeenTransfer, { sentAt }: OutboxItem): boolean {
  return firstSeenAt !== null && sentAt !== null && firstSeenAt < sentAt;
}

/**
 * Judges items that no transfer was found for.
 *
 * @param items doubtful for long enough
 * @param others doubtful too, or being sent: a file that may be theirs proves nothing about anybody else
 * @param explained the file codes that are claimed or known to belong to other addresses
 */
export function judgeByFiles(
  items: readonly OutboxItem[],
  others: readonly OutboxItem[],
  { files, complete, onlyNew }: SeenFiles,
  explained: ReadonlySet<string>,
): ReadonlyMap<string, Verdict> {
  const unexplained = files
    .filter(({ fileCode }) => !explained.has(fileCode))
    .map(({ fileCode, title }) => ({ fileCode, title: titleForms(title) }));
  const wanted = [...items, ...others].map((item) => ({ id: item.id, title: expectedTitle(item) }));
  const verdicts = new Map<string, Verdict>();
  const taken = new Set<string>();

  // First whom each file belongs to, then, of what is left, what speaks against an absence.
  for (const { id } of items) {
    const mine = wanted.filter((each) => each.id === id);
    const fits = unexplained.filter((file) => mine.some(({ title }) => isSameTitle(file.title, title)));
    const [file] = fits;
    if (file === undefined || fits.length > 1 || !onlyNew) continue;
    if (wanted.some((other) => other.id !== id && isSameTitle(file.title, other.title))) continue;
    verdicts.set(id, { kind: 'found', fileCode: file.fileCode });
    taken.add(file.fileCode);
  }
  for (const item of items) {
    if (verdicts.has(item.id)) continue;
    const maybeOurs = unexplained.some(({ fileCode, title }) => !taken.has(fileCode) && couldBe(item, title));
    verdicts.set(item.id, complete && !maybeOurs ? { kind: 'absent' } : { kind: 'open' });
  }
  return verdicts;
}

function expectedTitle(item: OutboxItem): TitleForms {
  return titleForms(item.title ?? titleOfAddress(item.url));
}

/**
 * Only an offered title speaks against a file that has another; a long one may have been cut. Of what was turned away it
 * takes a file with the likely title to doubt that it is absent, or every stranger's file would leave it to the user.
 */
function couldBe(item: OutboxItem, shown: TitleForms): boolean {
  if (item.title === null && item.doubt?.cause !== 'turned-away') return true;
  const offered = expectedTitle(item);
  return shown.bare === '' || offered.whole.startsWith(shown.bare) || shown.whole.startsWith(offered.bare);
}
