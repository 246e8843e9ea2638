/** Uploads of local files. The page that has a file sends it to the upload address it gets here. */
import { dialects } from '../../api/index.ts';
import type { Destination } from '../../uploads/add-uploads.ts';
import { createFileKey, type LocalFile } from '../../uploads/local-file.ts';
import { createTitleForms, type TitleForms } from '../../uploads/same-upload.ts';
import type { Handler, Needs } from '../parts.ts';
import { NoAccountError } from '../problems.ts';

export const addFiles: Handler<
  'uploads.addFiles',
  Needs<'catalogStore' | 'getAccount' | 'ports' | 'shortlists' | 'uploads'>
> = async (context, request) => {
  const { files, anyway = false, ...to } = request;
  await context.getAccount(to.accountId);
  const heldBack = new Set(anyway ? [] : await findSameTitle(context, files, to));
  const drafts = files.map((file) => ({ url: '', file }));
  const { added, existing } = await context.uploads.add(drafts, to, {
    shouldAddDuplicates: anyway,
    skippedKeys: heldBack,
  });
  if (added.length > 0 && !to.private)
    await context.shortlists.recordUse(to.accountId, to.folder).catch(context.ports.onFault);
  for (const { upload } of existing) heldBack.delete(upload.addressKey);
  return { added, existing: existing.map(({ upload }) => upload), sameTitle: [...heldBack] };
};

/** Keys of files whose title the folder has, according to the catalog. */
async function findSameTitle(
  { catalogStore, ports }: Needs<'catalogStore' | 'ports'>,
  files: readonly LocalFile[],
  { accountId, folder }: Destination,
): Promise<readonly string[]> {
  try {
    const codes = await catalogStore.filesIn(accountId, folder.id);
    const folderFiles = await catalogStore.files(accountId, codes);
    const titles = new Set(folderFiles.map(({ title }) => createTitleForms(title).whole));
    titles.delete('');
    // A service may drop the extension.
    const isKnown = ({ whole, bare }: TitleForms) => titles.has(whole) || titles.has(bare);
    return files.filter(({ name }) => isKnown(createTitleForms(name))).map(createFileKey);
  } catch (fault) {
    // Optional: files are sent without the catalog too.
    ports.onFault(fault);
    return [];
  }
}

export const beginFile: Handler<'uploads.beginFile', Needs<'getAccount' | 'uploads' | 'vault'>> = async (
  context,
  { id },
) => {
  const { uploads, getAccount, vault } = context;
  const begun = await uploads.beginFile(id);
  if (begun === null) return null;
  const { address, accountId, folderId } = begun;
  const { baseUrl, dialect = 'document' } = await getAccount(accountId);
  const key = await vault.getKey(accountId);
  if (key === null) throw new NoAccountError();
  return { address, baseUrl, key, form: dialects[dialect].upload, folderId };
};
