/** Picker requests: links for which the user chooses a folder in the picker window. Stored as page payloads. */
import { boundTitle } from '../links/link.ts';
import type { LinksByAccount, PickerRequest } from '../protocol.ts';
import { StorageError } from '../storage/database.ts';
import { hasShape, listOf } from '../storage/shape.ts';
import type { PagePayloads, PayloadKind } from './page-payloads.ts';

/** Adds what only the background needs. */
export interface StoredPickerRequest extends PickerRequest {
  readonly private: boolean;
  /** Its page shows where the links go. */
  readonly toastTabId?: number | undefined;
  /** Uploads that the choice replaces. */
  readonly replaces?: readonly string[] | undefined;
  /** After a first attempt: the addresses that each account holds back as duplicates. */
  readonly held?: LinksByAccount | undefined;
  /** For `duplicate` and `private` with several accounts: those that hold links back. */
  readonly heldBy?: readonly string[] | undefined;
}

/** In characters. An image can be a `data:` address of megabytes. */
const maxClickedLength = 2_000;

/** Opens a picker that says there is no room. */
export const noRoomId = 'no-room';

export type PickerRequests = ReturnType<typeof createPickerRequests>;

export const createPickerRequests = (payloads: PagePayloads) => ({
  /** Shortens titles and `clicked`. Throws if a payload can't hold all links. */
  put: (request: StoredPickerRequest, id?: string) => payloads.put(requestKind, boundRequest(request), id),
  /** @throws {GoneError} if it was removed */
  async get(id: string): Promise<StoredPickerRequest> {
    if (id === noRoomId) throw new StorageError('storage.session', 'full');
    return payloads.get(requestKind, id);
  },
  drop: (id: string) => payloads.drop(requestKind, id),
});

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

const isHeld = (value: unknown): value is LinksByAccount =>
  hasShape(value, {}) && hasShape(Object.values(value), listOf(listOf(String)));
const text = [String, undefined] as const;
const texts = [listOf(String), undefined] as const;
const folder = { id: String, name: String };

const shape = {
  reason: ['choose', 'duplicate', 'private', 'unusable', 'unreadable', 'silent', 'fault'],
  accountId: String,
  links: listOf({ url: String, title: text, pageUrl: text, pageTitle: text }),
  clicked: [String, null],
  problem: [{ code: String }, undefined],
  newFolderName: text,
  private: Boolean,
  toastTabId: [Number, undefined],
  replaces: texts,
  held: [isHeld, undefined],
  heldBy: texts,
  chosen: [folder, undefined],
  known: [listOf({ url: String, id: String, state: ['queued', 'uploading', 'arrived'], folder }), undefined],
} as const;

const requestKind: PayloadKind<StoredPickerRequest> = {
  name: 'picker-request',
  isPayload: (value): value is StoredPickerRequest => hasShape(value, shape),
};
