/** Uploads of the user's own files: the page that has them sends their bytes, with one address handed to it for each. */
import { used } from '../folders/shortlist.ts';
import type { Request, Response } from '../protocol.ts';
import type { Context } from './context.ts';
import { NoAccountError } from './problems.ts';

export async function addFiles(
  context: Context,
  { files, anyway, ...to }: Request<'uploads.addFiles'>,
): Promise<Response<'uploads.addFiles'>> {
  const { list } = await context.accounts.get();
  if (!list.some(({ id }) => id === to.accountId)) throw new NoAccountError();
  const drafts = files.map((file) => ({ url: '', file }));
  const { added, existing } = await context.uploads.add(drafts, to, { anyway: anyway ?? false });
  if (added.length > 0 && !to.private)
    await context.shortlists.change(to.accountId, (shortlist) => used(shortlist, to.folder));
  return { added, existing: existing.map(({ upload }) => upload) };
}

export async function beginFile(
  { uploads, accounts, vault }: Context,
  { id }: Request<'uploads.beginFile'>,
): Promise<Response<'uploads.beginFile'>> {
  const begun = await uploads.beginFile(id);
  if (begun === null) return null;
  const { address, accountId } = begun;
  const account = (await accounts.get()).list.find((each) => each.id === accountId);
  const key = await vault.keyOf(accountId);
  if (account === undefined || key === null) throw new NoAccountError();
  return { address, baseUrl: account.baseUrl, key };
}
