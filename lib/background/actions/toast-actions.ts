/** The toast that a page shows after a click: where its links go, and the two ways to change that. */
import { nameOther } from '../../accounts/account.ts';
import type { AccountFolder, FolderRef } from '../../folders/folder.ts';
import type { LinkDraft } from '../../links/link.ts';
import type { Removal } from '../../uploads/changes.ts';
import { findByAddress } from '../../uploads/same-upload.ts';
import type { Upload } from '../../uploads/upload.ts';
import type { Needs } from '../parts.ts';
import type { StoredPickerRequest } from '../picker-requests.ts';
import type { ToastContent } from '../ports.ts';
import { startWork, type WorkNeeds } from './account-work.ts';

interface AddedLinks {
  readonly tabId: number;
  readonly targets: readonly AccountFolder[];
  readonly added: readonly Upload[];
  /** Opens the picker for the same links; what is chosen there replaces these uploads. */
  readonly choose: (replaces: readonly string[]) => Promise<unknown>;
}

/** Shows where links go, and does what the user clicks. Silent where the page cannot be reached, or toasts are off. */
export async function showToast(
  context: Needs<'accounts' | 'ports' | 'scheduler' | 'settings' | 'uploads'>,
  sent: AddedLinks,
): Promise<void> {
  const { tabId, targets, added, choose } = sent;
  if (added.length === 0 || !(await context.settings.get()).pageSign) return;
  const { list, currentId } = await context.accounts.get();
  const accounts = targets.map(({ accountId }) => nameOther(list, accountId, currentId) ?? undefined);
  const content = {
    folders: targets.map(({ folder }) => folder),
    ...(new Set(accounts).size > 1 ? { accounts } : { account: accounts[0] }),
    // A link with copies is one.
    count: new Set(added.map(({ url }) => url)).size,
  };
  const show = (kind: ToastContent['kind']) =>
    context.ports.showPageToast(tabId, { kind, ...content }).catch(() => null);
  const ids = added.map(({ id }) => id);
  const clicked = await show('queued');
  if (clicked === 'change') await choose(ids);
  if (clicked === 'undo') await show((await takeBack(context, ids)).length === 0 ? 'undone' : 'too-late');
}

/** @returns the uploads that stay, because it is too late */
export const takeBack = (
  { uploads, scheduler }: Needs<'scheduler' | 'uploads'>,
  ids: readonly string[],
  removal?: Removal,
): Promise<readonly Upload[]> =>
  scheduler.runAction(['send', 'poll'], async () =>
    (await Promise.all(ids.map((id) => uploads.takeBack(id, removal)))).flatMap((kept) => kept ?? []),
  );

/**
 * Of the uploads that a choice replaces, moves the files that have arrived, unless they are private: jobs are stored. A file whose
 * title was typed anew is renamed, too.
 *
 * @param folder in the same account; null: another account was chosen
 * @param titles by address, as they were typed
 * @returns the links that are still to be sent, and the number of files that are moved
 */
export async function moveReplaced(
  context: WorkNeeds & Needs<'uploads'>,
  { accountId, links, replaces = [], private: isPrivate }: StoredPickerRequest,
  folder: FolderRef | null,
  titles: Readonly<Record<string, string>> = {},
): Promise<{ links: readonly LinkDraft[]; moved: number }> {
  if (isPrivate || folder === null) return { links, moved: 0 };
  const own = (await context.uploads.settle(replaces))
    // A rule may have sent it to another account.
    .filter((upload) => upload.accountId === accountId);
  const arrived = own.filter(
    ({ state, arrivedAtMs }) =>
      // What is cleared from the list is still there.
      state === 'done' || (state === 'archived' && arrivedAtMs !== null),
  );
  const files = arrived.flatMap(({ fileCode, title, url, folder: { id: folderId } }) =>
    fileCode === null ? [] : { fileCode, title: title ?? url, folderId },
  );
  const findMoved = findByAddress(arrived.filter(({ fileCode }) => fileCode !== null));
  const renamed = Object.entries(titles).flatMap(([address, typed]) =>
    findMoved(address).flatMap(({ fileCode, title, url }) =>
      fileCode === null || typed.trim() === (title ?? '')
        ? []
        : { file: { fileCode, title: title ?? url, folderId: folder.id }, title: typed.trim() },
    ),
  );
  if (files.length > 0) await startWork(context, accountId, { kind: 'move', files, folder });
  if (renamed.length > 0)
    await startWork(context, accountId, {
      kind: 'rename',
      files: renamed.map(({ file }) => file),
      titles: renamed.map(({ title }) => title),
    });
  return { links: links.filter(({ url }) => findMoved(url).length === 0), moved: files.length };
}
