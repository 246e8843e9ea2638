/** The toast on a page after a click: where its links go, and the two ways to change that. */
import { getOtherAccountName } from '../../accounts/account.ts';
import { readFailure } from '../../api/index.ts';
import type { AccountFolder, FolderRef } from '../../folders/folder.ts';
import { titleFromAddress } from '../../links/address-title.ts';
import type { LinkDraft } from '../../links/link.ts';
import { createSendUndo } from '../../undo-id.ts';
import type { LoggedEvent } from '../../uploads/event.ts';
import { findByAddress } from '../../uploads/same-upload.ts';
import type { Upload } from '../../uploads/upload.ts';
import type { Needs } from '../parts.ts';
import type { StoredPickerRequest } from '../picker-requests.ts';
import type { ToastContent } from '../ports.ts';
import { GoneError } from '../problems.ts';
import { startAllWork, type WorkNeeds } from './account-work.ts';
import { planWork } from './choose.ts';
import { type PickerNeeds, reopenPicker } from './open-picker.ts';
import { type UndoNeeds, undo } from './undo.ts';

/** Added links, and those whose files are moved to `targets`. */
interface PlacedLinks {
  readonly targets: readonly AccountFolder[];
  readonly added: readonly Upload[];
  readonly moved?: Moved;
}

export type ToastNeeds = UndoNeeds & PickerNeeds & Needs<'accounts' | 'settings' | 'toastPages'>;

/**
 * Shows where links go, and does what the user clicks. Does nothing if the page can't be reached or toasts are off.
 *
 * @param request what was clicked. The picker can be opened for it again, and its choice replaces these uploads
 */
export async function showToast(
  context: ToastNeeds,
  { toastTabId, ...request }: Omit<StoredPickerRequest, 'reason'>,
  { targets, added, moved = nothingMoved }: PlacedLinks,
): Promise<void> {
  const all = [...added, ...moved.uploads];
  if (toastTabId === undefined || all.length === 0 || !(await context.settings.get()).pageToast) return;
  const { list, currentId } = await context.accounts.get();
  const accounts = targets.map(
    ({ accountId }) => getOtherAccountName(list, accountId, currentId) ?? undefined,
  );
  const content = {
    folders: targets.map(({ folder }) => folder),
    ...(new Set(accounts).size > 1 ? { accounts } : { account: accounts[0] }),
    uploadIds: added.map(({ id }) => id),
    // A link with copies counts once.
    count: new Set(all.map(({ url }) => url)).size,
  };
  const show = (kind: ToastContent['kind'], more: Pick<ToastContent, 'kept' | 'msg'> = {}) =>
    context.ports.showPageToast(toastTabId, { kind, ...content, ...more }).catch(() => null);
  await context.toastPages
    .note({ tabId: toastTabId, uploadIds: content.uploadIds })
    .catch(context.ports.onFault);
  const shown = show('queued');
  const isOver = new AbortController();
  // Moves can be undone until the end.
  const arrival =
    moved.uploads.length === 0 ? context.uploads.waitForArrival(content.uploadIds, isOver.signal) : shown;
  let clicked = await Promise.race([shown, arrival.catch(() => shown)]);
  isOver.abort();
  // Replaces the first toast, whose Undo would do nothing.
  if (clicked === 'arrived') clicked = await show('arrived');
  while (clicked === 'undo') {
    const undoing = undo(context, { ids: [...moved.undo, ...createSendUndo(added)] });
    const undone = await undoing.catch((error: unknown) =>
      error instanceof GoneError ? { undo: [], kept: all.length } : readFailure(error),
    );
    if ('code' in undone) clicked = await show('not-undone', { msg: undone.msg });
    else {
      const { kept } = undone;
      clicked = await show(undone.undo.length === 0 && kept > 0 ? 'too-late' : 'undone', { kept });
    }
  }
  if (clicked !== 'change') return;
  const ids = all.map(({ id }) => id);
  await reopenPicker(context, ids, { ...request, toastTabId });
}

/** Shows failures on the pages where the links were clicked, while these are open. */
export async function showFailures(
  { ports, settings, toastPages }: Needs<'ports' | 'settings' | 'toastPages'>,
  failed: readonly LoggedEvent[],
): Promise<void> {
  const titles = new Map(
    failed.flatMap(({ uploadId, title, url }) =>
      uploadId ? [[uploadId, title ?? titleFromAddress(url)]] : [],
    ),
  );
  if (titles.size === 0 || !(await settings.get()).pageToast) return;
  for (const [tabId, clicked] of await toastPages.find([...titles.keys()])) {
    // Not awaited: the page may be gone, or busy.
    void showFailuresInTab(tabId, clicked).catch(() => null);
  }

  async function showFailuresInTab(tabId: number, clicked: readonly string[]): Promise<void> {
    // The tab may have another page now.
    const uploadIds = await ports.findOnPage(tabId, clicked);
    const [first, ...others] = uploadIds;
    if (first === undefined) return;
    const content = { folders: [], uploadIds, count: 1 + others.length, title: titles.get(first) ?? '' };
    await ports.showPageToast(tabId, { kind: 'failed', ...content });
  }
}

interface Moved {
  readonly uploads: readonly Upload[];
  readonly undo: readonly string[];
}

const nothingMoved: Moved = { uploads: [], undo: [] };

/**
 * Moves the arrived files of the uploads that a choice replaces, and renames them if the title was changed. Private ones aren't moved,
 * because jobs are stored.
 *
 * @param folder in the same account. Null: another account was chosen
 * @param titles by address, as typed
 * @returns the links that must still be sent, and what is moved
 */
export async function moveReplaced(
  context: WorkNeeds & Needs<'uploads'>,
  { accountId, links, replaces = [], private: isPrivate }: StoredPickerRequest,
  folder: FolderRef | null,
  titles: Readonly<Record<string, string>> = {},
): Promise<{ links: readonly LinkDraft[]; moved: Moved }> {
  if (isPrivate || folder === null) return { links, moved: nothingMoved };
  const own = (await context.uploads.readAnswered(replaces))
    // A rule may have sent it to another account.
    .filter((upload) => upload.accountId === accountId);
  const arrived = own.filter(
    ({ state, arrivedAtMs, fileCode }) =>
      // Cleared from the list, but it still exists.
      fileCode !== null && (state === 'done' || (state === 'archived' && arrivedAtMs !== null)),
  );
  const findMoved = findByAddress(arrived);
  const typed = new Map(
    Object.entries(titles).flatMap(([address, title]) =>
      findMoved(address).map(({ id }) => [id, title.trim()] as const),
    ),
  );
  const works = planWork(
    arrived.map((upload) => ({ upload, choice: { folder, title: typed.get(upload.id) } })),
  );
  return {
    links: links.filter(({ url }) => findMoved(url).length === 0),
    moved: { uploads: arrived, undo: await startAllWork(context, accountId, works) },
  };
}
