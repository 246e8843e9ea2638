/** Folders (docs/http-api.md, "Folders"). The API has no way to delete one. */
import { optionalText, requireKnown, requireText } from '../arguments.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { type AddressBases, code, createRecordReader, requiredId, text, textOrNull } from '../fields.ts';
import type { Host } from '../host.ts';
import type { CallOptions } from '../transport.ts';
import { type FileEntry, fileEntry, isInFolder } from './file-entry.ts';

/** A folder of the account. */
export interface Folder {
  /** The service's `fld_id`. */
  readonly folderId: string;
  /** Plain text, HTML entities decoded. */
  readonly name: string;
  /** The code of the folder's public page. */
  readonly code: string | null;
}

/** What is right inside a folder. */
export interface FolderContents {
  /** Its folders. */
  readonly folders: Folder[];
  /** Empty where only folders were requested. */
  readonly files: FileEntry[];
  /** Entries that could not be read and are left out. */
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

/** A folder that is to be made. */
export interface NewFolder {
  /** Names need not be unique. */
  readonly name: string;
  /** The folder to make it in; "0" or none: the root. */
  readonly parentId?: string | undefined;
}

/** The account's folders. */
export interface FolderCalls {
  /** Makes a folder in another one, or in the root. Names need not be unique: twice called, two folders. */
  create(folder: NewFolder, options?: CallOptions): Promise<Pick<Folder, 'folderId'>>;
  /** Done when the service says so; it may say so and change nothing, so read back what matters. */
  rename(folderId: string, name: string, options?: CallOptions): Promise<void>;
  /** Into another folder, "0" for the root, where the host can (`canMoveFolders`). Like `rename`, read back what matters. */
  move(folderId: string, parentId: string, options?: CallOptions): Promise<void>;
  /** Folders and files right inside a folder; "0" is the root. Files of others, which a service may list too, are left out. */
  list(
    folderId: string,
    which?: {
      /** Leaves the files out. */
      readonly onlyFolders?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<FolderContents>;
}

export const folderCalls = ({ ask }: Host, bases: AddressBases): FolderCalls => ({
  async create(folder, options) {
    requireKnown(folder, ['name', 'parentId'] satisfies (keyof NewFolder)[], 'folders.create');
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
    requireKnown(which, ['onlyFolders'], 'folders.list');
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
