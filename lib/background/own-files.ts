/** Uploads of the user's own files: the page that has them sends their bytes, with one address handed to it for each. */
import { used } from '../folders/shortlist.ts';
import type { Request, Response } from '../protocol.ts';
import { createTitleForms, type TitleForms } from '../uploads/address.ts';
import { createFileKey, type LocalFile } from '../uploads/local-file.ts';
import type { Destination } from '../uploads/uploads.ts';
import type { Context } from './context.ts';
import { NoAccountError } from './problems.ts';

export async function addFiles(
  context: Context,
  { files, anyway = false, ...to }: Request<'uploads.addFiles'>,
): Promise<Response<'uploads.addFiles'>> {
  const { list } = await context.accounts.get();
  if (!list.some(({ id }) => id === to.accountId)) throw new NoAccountError();
  const heldBack = new Set(anyway ? [] : await withKnownTitle(context, files, to));
  const drafts = files.map((file) => ({ url: '', file }));
  const { added, existing } = await context.uploads.add(drafts, to, { anyway, heldBackKeys: heldBack });
  if (added.length > 0 && !to.private)
    await context.shortlists.change(to.accountId, (shortlist) => used(shortlist, to.folder));
  for (const { upload } of existing) heldBack.delete(upload.addressKey);
  return { added, existing: existing.map(({ upload }) => upload), sameTitle: [...heldBack] };
}

/** Keys of the files whose title a file in the folder has, as far as the catalog knows. */
async function withKnownTitle(
  { stores, ports }: Context,
  files: readonly LocalFile[],
  { accountId, folder }: Destination,
): Promise<readonly string[]> {
  try {
    const codes = await stores.catalog.filesIn(accountId, folder.id);
    const there = await stores.catalog.files(accountId, codes);
    const titles = new Set(there.map(({ title }) => createTitleForms(title).whole));
    titles.delete('');
    // A service drops the extension, or leaves it.
    const isThere = ({ whole, bare }: TitleForms) => titles.has(whole) || titles.has(bare);
    return files.filter(({ name }) => isThere(createTitleForms(name))).map(createFileKey);
  } catch (fault) {
    // The question is optional: files are sent although the catalog cannot be read.
    ports.onFault(fault);
    return [];
  }
}

export async function beginFile(
  { uploads, accounts, vault, ports }: Context,
  { id }: Request<'uploads.beginFile'>,
): Promise<Response<'uploads.beginFile'>> {
  const begun = await uploads.beginFile(id);
  if (begun === null) return null;
  const { address, accountId } = begun;
  const account = (await accounts.get()).list.find((each) => each.id === accountId);
  const key = await vault.keyOf(accountId);
  if (account === undefined || key === null) throw new NoAccountError();
  return { address, baseUrl: account.baseUrl, key, mayReach: await ports.mayReach(address) };
}
