/** Folders (docs/http-api.md, "Folders"). The API can't delete them. */
import { optionalText, rejectUnknownOptions, requireText } from '../arguments.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { type AddressBases, code, createRecordReader, requiredId, text, textOrNull } from '../fields.ts';
import type { Host } from '../host.ts';
import type { CallOptions } from '../transport.ts';
import { type FileEntry, fileEntry, isInFolder } from './file-entry.ts';

/** A folder of the account. */
export interface Folder {
  /** The service's `fld_id`. */
  readonly folderId: string;
  /** Plain text, with HTML entities decoded. */
  readonly name: string;
  /** The code of the folder's public page. */
  readonly code: string | null;
}

/** The direct contents of a folder. */
export interface FolderContents {
  /** Its subfolders. */
  readonly folders: Folder[];
  /** Empty if only folders were requested. */
  readonly files: FileEntry[];
  /** Number of unreadable entries, which are left out. */
  readonly skipped: number;
}

const folder = ({ fields: { folder: names } }: Dialect) =>
  createRecordReader<Folder>({
    folderId: [requiredId, ...names.folderId],
    name: [text, ...names.name],
    code: [textOrNull, ...names.code],
  });

const created = ({ fields: { folder: names } }: Dialect) =>
  createRecordReader<Pick<Folder, 'folderId'>>({ folderId: [code, ...names.folderId] });

/** A folder to create. */
export interface NewFolder {
  /** Names need not be unique. */
  readonly name: string;
  /** The folder to create it in. Default: the root ("0"). */
  readonly parentId?: string | undefined;
}

/** The account's folders. */
export interface FolderCalls {
  /** Creates a folder in another one or in the root. Calling it twice creates two folders. */
  create(folder: NewFolder, options?: CallOptions): Promise<Pick<Folder, 'folderId'>>;
  /** Renames a folder. The service may report success and change nothing, so read back what matters. */
  rename(folderId: string, name: string, options?: CallOptions): Promise<void>;
  /** Moves a folder into another one ("0" is the root), if the host can (`canMoveFolders`). As with `rename`, read back what matters. */
  move(folderId: string, parentId: string, options?: CallOptions): Promise<void>;
  /** The folders and files directly in a folder; "0" is the root. Leaves out files of other folders, which a service may also list. */
  list(
    folderId: string,
    which?: {
      /** Leaves out the files. */
      readonly onlyFolders?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<FolderContents>;
}

export const folderCalls = ({ ask }: Host, bases: AddressBases): FolderCalls => ({
  async create(folder, options) {
    rejectUnknownOptions(folder, ['name', 'parentId'] satisfies (keyof NewFolder)[], 'folders.create');
    const { name, parentId } = folder;
    const params = { name: requireText(name, 'name'), parentId: optionalText(parentId, 'parentId') };
    const { answer, dialect } = await ask('change', 'folders.create', params, options);
    return answer.readOne(created(dialect));
  },

  async rename(folderId, name, options) {
    const params = { folderId: requireText(folderId, 'folderId'), name: requireText(name, 'name') };
    const { answer } = await ask('change', 'folders.rename', params, options);
    answer.assertConfirmed();
  },

  async move(folderId, parentId, options) {
    const params = {
      folderId: requireText(folderId, 'folderId'),
      parentId: requireText(parentId, 'parentId'),
    };
    const { answer } = await ask('change', 'folders.move', params, options);
    answer.assertConfirmed();
  },

  async list(folderId, which = {}, options) {
    rejectUnknownOptions(which, ['onlyFolders'], 'folders.list');
    const { onlyFolders = false } = which;
    const params = {
      folderId: requireText(folderId, 'folderId'),
      onlyFolders: onlyFolders ? 1 : 0,
      withFiles: onlyFolders ? undefined : 1,
    };
    const { answer, dialect } = await ask('read', 'folders.list', params, options);
    const shapes = { folders: folder(dialect), files: fileEntry(dialect, bases) };
    const { files, ...more } = await answer.readLists(shapes);
    return { ...more, files: files.filter((entry) => isInFolder(entry, folderId)) };
  },
});
