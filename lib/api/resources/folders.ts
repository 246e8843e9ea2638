/** Folders (docs/http-api.md, "Folders"). The API has no way to delete or move one. */
import { requireText } from '../arguments.ts';
import { code, createRecordReader, text, textOrNull } from '../fields.ts';
import type { Call, CallOptions } from '../transport.ts';
import { type FileEntry, fileEntry, isInFolder } from './file-entry.ts';

export interface Folder {
  /** The service's `fld_id`. */
  readonly folderId: string;
  readonly name: string;
  /** The code of the folder's public page. */
  readonly code: string | null;
}

export interface FolderContents {
  readonly folders: Folder[];
  /** Empty where only folders were requested. */
  readonly files: FileEntry[];
}

const folder = createRecordReader<Folder>({
  folderId: [code, 'fld_id', 'folder_id'],
  name: [text, 'name', 'title', 'fld_name'],
  code: [textOrNull, 'code', 'fld_code'],
});

const created = createRecordReader<{ readonly folderId: string }>({
  folderId: [code, 'fld_id', 'folder_id'],
});

export const folderCalls = (call: Call, baseUrl: string) => {
  const file = fileEntry(baseUrl);
  return {
    /** Makes a folder in another one, or in the root. Names need not be unique: twice called, two folders. */
    async create(
      { name, parentId }: { readonly name: string; readonly parentId?: string | undefined },
      options?: CallOptions,
    ): Promise<{ readonly folderId: string }> {
      const params = { name: requireText(name, 'name'), parent_id: parentId };
      const answer = await call('change', 'folder/create', params, options);
      return answer.readOne(created);
    },

    /** Done when the service says so; it may say so and change nothing, so read back what matters. */
    async rename(folderId: string, name: string, options?: CallOptions): Promise<void> {
      const params = { fld_id: requireText(folderId, 'folderId'), name: requireText(name, 'name') };
      const answer = await call('change', 'folder/rename', params, options);
      answer.assertConfirmed();
    },

    /**
     * The folders and files right inside a folder; "0" is the root. Files that the service lists although they are in
     * another folder (it may ignore a folder that it does not know) are left out.
     */
    async list(
      folderId: string,
      { onlyFolders = false }: { readonly onlyFolders?: boolean | undefined } = {},
      options?: CallOptions,
    ): Promise<FolderContents> {
      const params = { fld_id: requireText(folderId, 'folderId'), only_folders: onlyFolders ? 1 : 0 };
      const answer = await call('read', 'folder/list', params, options);
      const { folders, files } = answer.lists({ folders: folder, files: file });
      return { folders, files: files.filter((entry) => isInFolder(entry, folderId)) };
    },
  };
};
