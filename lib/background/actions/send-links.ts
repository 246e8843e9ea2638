/** Adds links to the queue, for the menu, the popup and the picker. */
import { readState } from '../../catalog/sync/state.ts';
import { type FolderRef, rootFolder } from '../../folders/folder.ts';
import { recordUse } from '../../folders/shortlist.ts';
import { boundTitle, type LinkDraft, parseLink } from '../../links/link.ts';
import type { SendOutcome } from '../../protocol.ts';
import type { Upload, Via } from '../../uploads/upload.ts';
import type { AddOptions, AddResult, Destination, UploadDraft } from '../../uploads/uploads.ts';
import type { Context } from '../background-context.ts';
import { NoAccountError } from '../problems.ts';
import { groupByRules, nameOther, type RuleGroup } from './rule-folders.ts';

interface SendRequest {
  readonly accountId: string;
  readonly links: readonly LinkDraft[];
  /** Null: the user's rules choose, else the default folder. */
  readonly folder: FolderRef | null;
  readonly private: boolean;
  /** Who fetches the links; undefined: by the user's rules, else the service. */
  readonly via?: Via | undefined;
  /** Send what was held back too: duplicates, and private links that rules have fetched by this browser, which the service fetches. */
  readonly anyway?: boolean | undefined;
  /** The links wait this long for a title that is being read. */
  readonly titleTimeoutMs?: number;
}

/** Rejects with `NoAccountError` where the account is gone. */
export async function sendLinks(context: Context, sending: SendRequest) {
  const { accountId, folder, links } = sending;
  const [{ list }, { linkTextAsTitle }] = await Promise.all([context.accounts.get(), context.settings.get()]);
  if (!list.some(({ id }) => id === accountId)) throw new NoAccountError();
  const groups = await groupByRules(context, accountId, links, folder);
  const parts = await context.scheduler.runAction(['send'], async () => {
    const results = [];
    for (const group of groups) results.push(await addGroup(context, sending, group, linkTextAsTitle));
    return results;
  });
  const added = parts.flatMap((part) => part.added);
  for (const part of parts) {
    // An old menu may have a folder that left the shortlist; without its name it cannot be offered.
    const canBeOffered = part.folder.name !== '' || part.folder.id === rootFolder.id;
    if (part.added.length > 0 && !sending.private && canBeOffered)
      await context.shortlists.change(part.accountId, (shortlist) => recordUse(shortlist, part.folder));
  }
  // The links of one folder are several groups where this browser fetches some of them.
  const places = [
    ...new Map(groups.map((group) => [JSON.stringify([group.accountId, group.folder.id]), group])).values(),
  ];
  const names = await Promise.all(places.map((place) => nameOther(context, place.accountId, accountId)));
  const isAnyPrivate = parts.some(({ heldPrivate }) => heldPrivate.length > 0);
  const outcome: SendOutcome = {
    queued: added.length,
    ids: added.map(({ id }) => id),
    duplicates: parts.flatMap((part) => part.duplicates),
    ...(isAnyPrivate && { heldPrivate: parts.flatMap((part) => part.heldPrivate) }),
    invalid: parts.flatMap((part) => part.invalid),
    ...(folder === null && { folders: places.map((place) => place.folder) }),
    ...(names.some((name) => name !== null) && { accounts: names }),
  };
  return { outcome, added };
}

async function addGroup(
  context: Context,
  { private: isPrivate, anyway = false, titleTimeoutMs, via: wanted }: SendRequest,
  { accountId, folder, isFolderByRule, via, links }: RuleGroup,
  linkTextAsTitle: boolean,
) {
  const parsed = links.map(({ url, title, typedTitle, pageUrl }) => {
    const offered = typedTitle?.trim() || (linkTextAsTitle && title);
    return { text: url, url: parseLink(url), title: offered ? boundTitle(offered) : null, pageUrl };
  });
  const invalid = parsed.filter(({ url }) => url === null).map(({ text }) => text);
  const drafts = parsed.flatMap(({ url, title, pageUrl }) => (url === null ? [] : [{ url, title, pageUrl }]));

  const isFetchedPrivate = isPrivate && wanted === undefined && via === 'browser';
  if (isFetchedPrivate && !anyway) {
    const heldPrivate = drafts.map(({ url }) => url);
    return { accountId, folder, added: [], invalid, duplicates: heldPrivate, heldPrivate };
  }
  const isFetched = (wanted ?? via) === 'browser' && !isFetchedPrivate;
  const to = {
    accountId,
    folder,
    private: isPrivate,
    isFolderByRule,
    ...(isFetched && ({ via: 'browser' } as const)),
  };
  const options = {
    shouldAddDuplicates: anyway,
    ...(linkTextAsTitle && titleTimeoutMs !== undefined && { titleTimeoutMs }),
  };
  const { added, existing } = await addNewOrDeleted(context, drafts, to, options);
  return { accountId, folder, added, invalid, duplicates: existing.map(({ url }) => url), heldPrivate: [] };
}

/** A link whose file is no longer in the account, according to a complete catalog, is no duplicate. */
async function addNewOrDeleted(
  { uploads, stores, ports }: Context,
  drafts: readonly UploadDraft[],
  to: Destination,
  options: AddOptions,
): Promise<AddResult> {
  const first = await uploads.add(drafts, to, options);
  const arrived = first.existing
    .map(({ upload }) => upload)
    .filter(({ arrivedAtMs }) => arrivedAtMs !== null);
  if (arrived.length === 0) return first;
  const deletedCodes = await findDeleted(stores.catalog, to.accountId, arrived).catch((fault: unknown) => {
    ports.onFault(fault);
    return [];
  });
  if (deletedCodes.length === 0) return first;
  await uploads.markFilesDeleted(to.accountId, deletedCodes);
  const existing = new Set(first.existing.map(({ url }) => url));
  const retriedDrafts = drafts.filter(({ url }) => existing.has(url));
  const second = await uploads.add(retriedDrafts, to, options);
  return { added: [...first.added, ...second.added], existing: second.existing };
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
