import type { SendFiles } from '#page/own-files/send-files.ts';
import type { FolderRef } from '../../lib/folders/folder.ts';
import type { Send } from '../../lib/protocol.ts';
import { chosenHandles } from '../../lib/uploads/chosen-handles.ts';
import { createFileKey, describeFile, type FileHandle, isReadable } from '../../lib/uploads/local-file.ts';
import type { Upload } from '../../lib/uploads/upload.ts';
import { namedList } from '../format/named-list.ts';
import type { NoticeContent } from '../notice/notice-content.ts';
import type { Dropped, DroppedFile } from '../page-api.ts';
import { t } from '../text.ts';

/** Created by operating systems. Nobody wants to upload them. */
const systemFile = /^(?:\.DS_Store|\._.*|(?:eh)?thumbs\.db|desktop\.ini|Icon\r)$/iu;
export const isSystemFile = ({ file, path }: DroppedFile): boolean =>
  systemFile.test(file.name) || path.includes('__MACOSX');

/** Methods that some browsers lack, and the types too. */
interface HandleSource {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<readonly FileHandle[]>;
  getAsFileSystemHandle?(): Promise<(FileHandle & { readonly kind: string }) | null>;
}

/** Call this within a click. Empty if the user cancels. */
async function chooseFiles(multiple: boolean): Promise<Dropped> {
  const chosen = await (globalThis as HandleSource).showOpenFilePicker?.({ multiple }).catch(() => []);
  const reading = chosen
    ? chosen.map((handle) => readFile(readHandle(handle), handle.name, []))
    : (await chooseByInput(multiple)).map((file) => readFile(Promise.resolve(file), file.name, []));
  return join(await Promise.all(reading));
}

export const chooseDropped = (): Promise<Dropped> => chooseFiles(true);

/** An unreadable file's path is listed as unread. */
async function readFile(reading: Promise<File>, name: string, path: readonly string[]): Promise<Dropped> {
  const file = await reading.catch(() => null);
  return file !== null && (await isReadable(file))
    ? { files: [{ file, path }], unread: [] }
    : { files: [], unread: [[...path, name].join('/')] };
}

const join = (parts: readonly Dropped[]): Dropped => ({
  files: parts.flatMap(({ files }) => files),
  unread: parts.flatMap(({ unread }) => unread),
});

function chooseByInput(multiple: boolean): Promise<readonly File[]> {
  const input = Object.assign(document.createElement('input'), { type: 'file', multiple });
  const chosen = Promise.withResolvers<readonly File[]>();
  input.onchange = () => chosen.resolve([...(input.files ?? [])]);
  input.oncancel = () => chosen.resolve([]);
  input.click();
  return chosen.promise;
}

async function reopenFile(opening: Promise<File | null>): Promise<Dropped> {
  const file = await opening;
  return file === null ? join([]) : readFile(Promise.resolve(file), file.name, []);
}

async function readHandle(handle: FileHandle): Promise<File> {
  const file = await handle.getFile();
  chosenHandles.set(file, handle);
  return file;
}

/**
 * Continues with a file that the browser still has access to (`openKnown`), or that the user chooses again. Resolves to a notice about a
 * problem.
 */
export async function chooseFileAgain(
  upload: Upload,
  sendFiles: SendFiles,
  openKnown: ((id: string) => Promise<File | null>) | null,
): Promise<NoticeContent | null> {
  const { files, unread } = openKnown ? await reopenFile(openKnown(upload.id)) : await chooseFiles(false);
  if (unread.length > 0) return { tone: 'warn', text: t('ownFiles.unread', { list: namedList(unread) }) };
  const [{ file } = {}] = files;
  if (!file) return null;
  if (createFileKey(describeFile(file)) !== upload.addressKey)
    return { tone: 'warn', text: t('ownFiles.otherFile', { title: upload.title ?? '' }) };
  await sendFiles([file], upload, false);
  return null;
}

/** Call this within the drop or paste event, because the data is gone afterwards. */
export async function readTransfer({ items }: DataTransfer): Promise<Dropped> {
  const dropped = [...items].map((item) => ({
    entry: item.webkitGetAsEntry() ?? item.getAsFile(),
    handle: (item as HandleSource).getAsFileSystemHandle?.().catch(() => null),
  }));
  const found = await Promise.all(
    dropped.map(async ({ entry, handle }) => {
      if (entry === null) return join([]);
      const found = await (entry instanceof File
        ? readFile(Promise.resolve(entry), entry.name, [])
        : readEntry(entry, []));
      const fileHandle = await handle;
      const [first] = found.files;
      if (fileHandle?.kind === 'file' && first) chosenHandles.set(first.file, fileHandle);
      return found;
    }),
  );
  return join(found);
}

/** Unreadable entries don't stop the others. */
async function readEntry(entry: FileSystemEntry, path: readonly string[]): Promise<Dropped> {
  if (entry.isFile) {
    const reading = new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return readFile(reading, entry.name, path);
  }
  const inside = [...path, entry.name];
  const found: Dropped[] = [];
  try {
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      // Browsers return up to 100 entries at a time, then an empty list.
      const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (part.length === 0) break;
      found.push(...(await Promise.all(part.map((each) => readEntry(each, inside)))));
    }
  } catch {
    found.push({ files: [], unread: [inside.join('/')] });
  }
  return join(found);
}

export interface GroupedFiles {
  readonly groups: ReadonlyMap<FolderRef, readonly File[]>;
  /** By path, folders that could be neither found nor created. Their files are in no group. */
  readonly failed: ReadonlyMap<string, unknown>;
}

/** macOS returns decomposed names. */
const normalizeName = (name: string): string => name.normalize('NFC').trim();

/** By target folder. Creates missing folders. */
export async function groupByFolder(
  dropped: readonly DroppedFile[],
  root: FolderRef,
  accountId: string,
  send: Send,
): Promise<GroupedFiles> {
  const folders = new Map<string, FolderRef | null>([['', root]]);
  const failed = new Map<string, unknown>();
  /** Null if it or a folder around it failed. */
  async function findFolder(path: readonly string[]): Promise<FolderRef | null> {
    const key = path.join('/');
    const known = folders.get(key);
    if (known !== undefined) return known;
    const parent = await findFolder(path.slice(0, -1));
    const folder =
      parent &&
      (await send('folders.ensure', { accountId, name: path.at(-1) ?? '', parentId: parent.id }).catch(
        (error: unknown) => {
          failed.set(key, error);
          return null;
        },
      ));
    folders.set(key, folder);
    return folder;
  }
  const groups = new Map<FolderRef, File[]>();
  for (const { file, path } of dropped) {
    const folder = await findFolder(path.map(normalizeName));
    if (folder !== null) groups.set(folder, [...(groups.get(folder) ?? []), file]);
  }
  return { groups, failed };
}
