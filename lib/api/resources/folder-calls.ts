/** Folders (docs/http-api.md, "Folders"). The API has no way to delete or move one. */
import { optionalText, requireText } from '../arguments.ts';
import { code, createRecordReader, requiredId, text, textOrNull } from '../fields.ts';
import type { Call, CallOptions } from '../transport.ts';
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
}

const folder = createRecordReader<Folder>({
  folderId: [requiredId, 'fld_id', 'folder_id'],
  name: [text, 'name', 'title', 'fld_name'],
  code: [textOrNull, 'code', 'fld_code'],
});

const created = createRecordReader<Pick<Folder, 'folderId'>>({ folderId: [code, 'fld_id', 'folder_id'] });

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

export const folderCalls = (call: Call, baseUrl: string): FolderCalls => {
  const file = fileEntry(baseUrl);
  return {
    async create({ name, parentId }, options) {
      const params = { name: requireText(name, 'name'), parent_id: optionalText(parentId, 'parentId') };
      const answer = await call('change', 'folder/create', params, options);
      return answer.readOne(created);
    },

    async rename(folderId, name, options) {
      const params = { fld_id: requireText(folderId, 'folderId'), name: requireText(name, 'name') };
      const answer = await call('change', 'folder/rename', params, options);
      answer.assertConfirmed();
    },

    async list(folderId, { onlyFolders = false } = {}, options) {
      const params = { fld_id: requireText(folderId, 'folderId'), only_folders: onlyFolders ? 1 : 0 };
      const answer = await call('read', 'folder/list', params, options);
      const { folders, files } = await answer.readLists({ folders: folder, files: file });
      return { folders, files: files.filter((entry) => isInFolder(entry, folderId)) };
    },
  };
};
