import { nowSeconds } from '../date-time.ts';
import { inspectMedia } from '../media.ts';
import type { Service } from '../service.ts';
import type { NewFile, StoredFile } from '../store/files.ts';
import { getExtension } from '../titles.ts';
import type { ReceivedFile } from './dialect.ts';

export async function storeReceived(
  { store }: Service,
  { path, fileName, size }: ReceivedFile,
  about: Pick<NewFile, 'accountId' | 'folderId' | 'title' | 'description' | 'tags'>,
): Promise<StoredFile> {
  const media = await inspectMedia(path, fileName);
  const name = store.keepPart(path);
  const code = store.database.transaction(() => {
    const blob = store.files.addBlob({ name, size, ...media });
    const extension = getExtension(fileName);
    return store.files.add({ ...about, extension, uploaded: nowSeconds(), arrivedMs: Date.now() }, blob);
  });
  const file = store.files.byCode(code);
  if (!file) throw new Error('The file was not stored.');
  return file;
}
