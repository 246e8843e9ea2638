/** Adds links to the queue, for the menu, the popup and the picker. */
import { readState } from '../../catalog/sync/state.ts';
import { type AccountFolder, type FolderRef, rootFolder } from '../../folders/folder.ts';
import { recordUse } from '../../folders/shortlist.ts';
import { boundTitle, parseLink } from '../../links/link.ts';
import type { LinksByAccount, SendOutcome } from '../../protocol.ts';
import type { Upload, Via } from '../../uploads/upload.ts';
import type { AddOptions, AddResult, Destination, UploadDraft } from '../../uploads/uploads.ts';
import type { Context } from '../background-context.ts';
import { NoAccountError } from '../problems.ts';
import { groupByRules, type LinkGroup, nameOther } from './rule-folders.ts';

interface SendRequest extends Omit<LinkGroup, 'targets' | 'fallbacks' | 'via'> {
  readonly accountId: string;
  /** Null: the user's rules choose, else the default folder. */
  readonly folder: FolderRef | null;
  /** With a chosen folder: accounts that get a copy each. */
  readonly also?: readonly AccountFolder[] | undefined;
  readonly private: boolean;
  /** Who fetches the links; undefined: by the user's rules, else the service. */
  readonly via?: Via | undefined;
  /**
   * Send what was held back too, to these accounts where it is a function: duplicates, and private links that rules have fetched
   * by this browser, which the service fetches.
   */
  readonly anyway?: AddOptions['shouldAddDuplicates'];
  /** What each account gets, if not all links. */
  readonly only?: LinksByAccount | undefined;
  /** The links wait this long for a title that is being read. */
  readonly titleTimeoutMs?: number;
  /** Ids of uploads in whose place the links are sent. */
  readonly replaces?: AddOptions['replaces'];
  /** The links are not sent for so long, or until a `setTitle`. */
  readonly holdMs?: number | undefined;
}

/** Rejects with `NoAccountError` where the account is gone. */
export async function sendLinks(context: Context, sending: SendRequest) {
  const { accountId, folder, links, also = [] } = sending;
  const [{ list }, { linkTextAsTitle }] = await Promise.all([context.accounts.get(), context.settings.get()]);
  if (![accountId, ...also.map((each) => each.accountId)].every((id) => list.some((each) => each.id === id)))
    throw new NoAccountError();
  const groups = (await groupByRules(context, accountId, links, folder)).map(
    ({ targets: [own, ...others], ...rest }): LinkGroup => ({ ...rest, targets: [own, ...others, ...also] }),
  );
  const parts = await context.scheduler.runAction(['send'], async () => {
    const results = [];
    for (const group of groups) results.push(await addGroup(context, sending, group, linkTextAsTitle));
    return results;
  });
  const added = parts.flatMap((part) => part.added);
  // The links of one folder are several groups where this browser fetches some of them.
  const places = [
    ...new Map(
      groups
        .flatMap(({ targets }) => targets)
        .map((target) => [JSON.stringify([target.accountId, target.folder.id]), target]),
    ).values(),
  ];
  const used = places.filter((place) =>
    added.some((each) => each.accountId === place.accountId && each.folder.id === place.folder.id),
  );
  // The links are stored. What fails from here on is not reported: it would invite sending them again.
  for (const place of used) {
    // An old menu may have a folder that left the shortlist; without its name it cannot be offered.
    const canBeOffered = place.folder.name !== '' || place.folder.id === rootFolder.id;
    if (!sending.private && canBeOffered)
      await context.shortlists
        .change(place.accountId, (shortlist) => recordUse(shortlist, place.folder))
        .catch(context.ports.onFault);
  }
  const hasCopies = groups.some(({ targets }) => targets.length > 1);
  // Not where an account holds back all of its copies.
  const named = hasCopies && used.length > 0 ? used : places;
  const names = named.map((place) => nameOther(list, place.accountId, accountId));
  const isAnyPrivate = parts.some(({ heldPrivate }) => heldPrivate.length > 0);
  const held = parts.flatMap((part) => part.held);
  const outcome: SendOutcome = {
    queued: added.length,
    ids: added.map(({ id }) => id),
    duplicates: [...new Set(held.map(({ url }) => url))],
    ...(isAnyPrivate && { heldPrivate: parts.flatMap((part) => part.heldPrivate) }),
    ...(hasCopies && { heldBy: groupByAccount(held) }),
    invalid: parts.flatMap((part) => part.invalid),
    ...(folder === null && { folders: named.map((place) => place.folder) }),
    ...(names.some((name) => name !== null) && { accounts: names }),
  };
  return { outcome, added, places: used, existing: parts.flatMap((part) => part.existing) };
}

interface HeldLink {
  readonly accountId: string;
  readonly url: string;
}

const groupByAccount = (held: readonly HeldLink[]): LinksByAccount =>
  Object.fromEntries(
    [...Map.groupBy(held, ({ accountId }) => accountId)].map(([id, each]) => [
      id,
      each.map(({ url }) => url),
    ]),
  );

async function addGroup(
  context: Context,
  { private: isPrivate, anyway = false, only, titleTimeoutMs, replaces, holdMs, via: wanted }: SendRequest,
  { targets: [own, ...also], fallbacks, via, links }: LinkGroup,
  linkTextAsTitle: boolean,
) {
  const parsed = links.map(({ url, title, typedTitle, pageUrl }) => {
    const offered = typedTitle?.trim() || (linkTextAsTitle && title);
    return { text: url, url: parseLink(url), title: offered ? boundTitle(offered) : null, pageUrl };
  });
  const invalid = parsed.filter(({ url }) => url === null).map(({ text }) => text);
  const drafts = parsed.flatMap(({ url, title, pageUrl }) => (url === null ? [] : [{ url, title, pageUrl }]));

  const isFetchedPrivate = isPrivate && wanted === undefined && via === 'browser';
  if (isFetchedPrivate && !(typeof anyway === 'function' ? anyway(own.accountId) : anyway)) {
    const heldPrivate = drafts.map(({ url }) => url);
    const held = [own, ...also].flatMap(({ accountId }) => heldPrivate.map((url) => ({ accountId, url })));
    return { added: [], invalid, held, heldPrivate, existing: [] };
  }
  const isFetched = (wanted ?? via) === 'browser' && !isFetchedPrivate;
  const to = {
    ...own,
    also,
    fallbacks,
    private: isPrivate,
    ...(isFetched && ({ via: 'browser' } as const)),
  };
  const options = {
    shouldAddDuplicates: anyway,
    replaces,
    ...(only && { only: new Map(Object.entries(only).map(([id, urls]) => [id, new Set(urls)])) }),
    titleTimeoutMs: holdMs ?? (linkTextAsTitle ? titleTimeoutMs : undefined),
  };
  const { added, existing } = await addNewOrDeleted(context, drafts, to, options);
  const held = existing.map(({ url, upload: { accountId } }) => ({ accountId, url }));
  return { added, invalid, held, heldPrivate: [], existing: existing.map(({ upload }) => upload) };
}

/** A link whose file is no longer in the account, according to a complete catalog, is no duplicate. */
async function addNewOrDeleted(
  context: Context,
  drafts: readonly UploadDraft[],
  to: Destination,
  options: AddOptions,
): Promise<AddResult> {
  const first = await context.uploads.add(drafts, to, options);
  return addDeleted(context, drafts, to, options, first).catch((fault: unknown) => {
    context.ports.onFault(fault);
    return first;
  });
}

async function addDeleted(
  { uploads, stores }: Context,
  drafts: readonly UploadDraft[],
  to: Destination,
  options: AddOptions,
  first: AddResult,
): Promise<AddResult> {
  const retried = new Map<string, ReadonlySet<string>>();
  for (const [accountId, existing] of Map.groupBy(first.existing, ({ upload }) => upload.accountId)) {
    const arrived = existing.map(({ upload }) => upload).filter(({ arrivedAtMs }) => arrivedAtMs !== null);
    if (arrived.length === 0) continue;
    const deletedCodes = await findDeleted(stores.catalog, accountId, arrived);
    if (deletedCodes.length === 0) continue;
    await uploads.markFilesDeleted(accountId, deletedCodes);
    retried.set(accountId, new Set(existing.map(({ url }) => url)));
  }
  if (retried.size === 0) return first;
  // They are copies of those that were added.
  const linkIds = new Map(first.added.map(({ url, linkId }) => [url, linkId]));
  const linked = drafts.map((draft) => ({ ...draft, linkId: linkIds.get(draft.url) }));
  const second = await uploads.add(linked, to, { ...options, only: retried });
  const kept = first.existing.filter(({ upload }) => !retried.has(upload.accountId));
  return { added: [...first.added, ...second.added], existing: [...kept, ...second.existing] };
}

/** Codes of files that a complete catalog, synced after their arrival, does not have. */
async function findDeleted(
  catalog: Context['stores']['catalog'],
  accountId: string,
  arrived: readonly Upload[],
): Promise<readonly string[]> {
  const { phase, syncedAt, isDamaged: damaged } = readState(await catalog.state(accountId));
  if (phase !== 'complete' || syncedAt === null || damaged) return [];
  const fileCodes = arrived.flatMap(({ arrivedAtMs, fileCode }) =>
    fileCode === null || arrivedAtMs === null || arrivedAtMs >= syncedAt ? [] : fileCode,
  );
  const known = new Set((await catalog.files(accountId, fileCodes)).map(({ fileCode }) => fileCode));
  return fileCodes.filter((fileCode) => !known.has(fileCode));
}
