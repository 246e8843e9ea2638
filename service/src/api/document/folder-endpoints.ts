/** Folders: create, rename, list (docs/http-api.md, "Folders"). */
import { Refusal } from '../../response-envelope.ts';
import type { Endpoint } from '../endpoint.ts';
import { listedFile, listedFolder } from './response-fields.ts';

export const folderCreate: Endpoint = {
  path: '/api/folder/create',
  handle(call) {
    const name = call.title('name');
    const parent = call.optional('parent_id') === undefined ? 0 : call.existingFolder('parent_id');
    const id = call.service.store.folders.create(call.account.id, name, parent, call.now);
    return { result: { fld_id: String(id) } };
  },
};

export const folderRename: Endpoint = {
  path: '/api/folder/rename',
  handle(call) {
    call.required('fld_id');
    const name = call.title('name');
    const id = call.existingFolder('fld_id');
    if (!call.service.store.folders.edit(call.account.id, id, { name })) {
      throw new Refusal(400, 'The root has no name to change');
    }
    return { result: 'true' };
  },
};

export const folderList: Endpoint = {
  path: '/api/folder/list',
  handle(call) {
    const { account, service, shareUrl } = call;
    call.required('fld_id');
    const id = call.existingFolder('fld_id');
    const files = call.flag('only_folders') ? [] : service.store.files.inFolder(account.id, id);
    return {
      result: {
        folders: service.store.folders.children(account.id, id).map(listedFolder),
        files: files.map((file) => listedFile(file, shareUrl)),
      },
      serverTime: 'last',
    };
  },
};
