/** Picker requests: links that wait for the user to choose a folder in the picker window, stored as page payloads. */
import type { FolderRef } from '../folders/folder.ts';
import { boundTitle, type LinkDraft } from '../links/link.ts';
import type { KnownLink, LinksByAccount, PickerRequest, Problem } from '../protocol.ts';
import { StorageError } from '../storage/database.ts';
import { hasShape, listOf } from '../storage/shape.ts';
import type { PagePayloads, PayloadKind } from './page-payloads.ts';

/** With fields that only the background needs. */
export interface StoredPickerRequest extends PickerRequest {
  readonly private: boolean;
  /** Ids of uploads that the choice replaces. */
  readonly replaces?: readonly string[] | undefined;
  /** For `duplicate`: ids of the uploads of the links, which can be moved. */
  readonly knownIds?: readonly string[] | undefined;
  /** After a first sending: account id → addresses that it holds back as duplicates. */
  readonly held?: LinksByAccount | undefined;
  /** For `duplicate` and `private`: the accounts that hold links back, where these go to several. */
  readonly heldBy?: readonly string[] | undefined;
}

/** Characters. An image can be a `data:` address of megabytes. */
const maxClickedLength = 2_000;

/** Opens a picker that says that there is no room for what was clicked. */
export const noRoomId = 'no-room';

export type PickerRequests = ReturnType<typeof createPickerRequests>;

export const createPickerRequests = (payloads: PagePayloads) => ({
  /** Titles and `clicked` are cut. Throws for more links than a payload can hold. */
  put: (request: StoredPickerRequest, id?: string) => payloads.put(requestKind, boundRequest(request), id),
  /** @throws {GoneError} where it was removed */
  async get(id: string): Promise<StoredPickerRequest> {
    if (id === noRoomId) throw new StorageError('storage.session', 'full');
    return payloads.get(requestKind, id);
  },
  drop: (id: string) => payloads.drop(requestKind, id),
});

const requestKind: PayloadKind<StoredPickerRequest> = { name: 'picker-request', read: readRequest };

function boundRequest(request: StoredPickerRequest): StoredPickerRequest {
  const links = request.links.map(({ url, title, pageUrl, pageTitle }) => ({
    url,
    ...(title !== undefined && { title: boundTitle(title) }),
    ...(pageUrl !== undefined && { pageUrl }),
    ...(pageTitle !== undefined && { pageTitle: boundTitle(pageTitle) }),
  }));
  const { newFolderName, clicked } = request;
  return {
    ...request,
    links,
    clicked: clicked?.slice(0, maxClickedLength).toWellFormed() ?? null,
    ...(newFolderName !== undefined && { newFolderName: boundTitle(newFolderName) }),
  };
}

const reasons: readonly PickerRequest['reason'][] = [
  'choose',
  'duplicate',
  'private',
  'unusable',
  'unreadable',
  'fault',
];

function readRequest(value: unknown): StoredPickerRequest | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  const { reason, accountId, links, clicked, problem, newFolderName, replaces, held, heldBy } = fields;
  const { chosen, known, knownIds } = fields;
  if (typeof accountId !== 'string' || !Array.isArray(links)) return null;
  return {
    reason: reasons.find((each) => each === reason) ?? 'choose',
    accountId,
    links: links.filter(isDraft),
    clicked: typeof clicked === 'string' ? clicked : null,
    ...(isProblem(problem) && { problem }),
    ...(typeof newFolderName === 'string' && { newFolderName }),
    private: fields['private'] === true,
    ...(isHeld(held) && { held }),
    ...(isTexts(heldBy) && { heldBy }),
    ...(isFolder(chosen) && { chosen }),
    ...(areKnown(known) && { known }),
    ...(isTexts(knownIds) && { knownIds }),
    ...(Array.isArray(replaces) && { replaces: replaces.filter((id) => typeof id === 'string') }),
  };
}

const isHeld = (value: unknown): value is NonNullable<StoredPickerRequest['held']> =>
  hasShape(value, {}) && hasShape(Object.values(value), listOf(listOf(String)));
const isTexts = listOf(String);
const isFolder = (value: unknown): value is FolderRef => hasShape(value, { id: String, name: String });
const areKnown = listOf((value): value is KnownLink =>
  hasShape(value, { state: ['queued', 'uploading', 'arrived'], folder: isFolder }),
);
const isProblem = (value: unknown): value is Problem => hasShape(value, { code: String });
const text = [String, undefined] as const;
const isDraft = (value: unknown): value is LinkDraft =>
  hasShape(value, { url: String, title: text, pageUrl: text, pageTitle: text });
