/** Folders: create, edit, list (docs/http-api.md, "Create folder (sibling)", "Edit folder (sibling)" and "List folder (sibling)"). */
import { Refusal } from '../../response-envelope.ts';
import { rootId } from '../../store/folders.ts';
import type { Endpoint } from '../endpoint.ts';
import { listedFile, listedFolder } from './response-fields.ts';

export const folderCreate: Endpoint = {
  path: '/api/folder/create',
  handle(call) {
    const name = call.title('name');
    const parent = call.optional('parent_id') === undefined ? rootId : call.existingFolder('parent_id');
    const { folders } = call.service.store;
    const id = folders.create(call.account.id, name, parent, call.now, call.optional('descr'));
    return { result: { fld_id: String(id) } };
  },
};

export const folderEdit: Endpoint = {
  path: '/api/folder/edit',
  handle(call) {
    const { folders } = call.service.store;
    call.required('fld_id');
    const id = call.existingFolder('fld_id');
    const changes = {
      name: call.optional('name') === undefined ? undefined : call.title('name'),
      parentId: call.optional('parent_id') === undefined ? undefined : call.existingFolder('parent_id'),
      description: call.optional('descr'),
    };
    if (Object.values(changes).every((change) => change === undefined)) {
      throw new Refusal(400, 'Missing parameter: name');
    }
    if (id === rootId) throw new Refusal(400, 'The root cannot be changed');
    if (changes.parentId !== undefined && folders.isInside(changes.parentId, id)) {
      throw new Refusal(400, 'A folder cannot be moved into itself');
    }
    folders.edit(call.account.id, id, changes);
    return { result: 'true' };
  },
};

export const folderList: Endpoint = {
  path: '/api/folder/list',
  handle(call) {
    const { account, service } = call;
    const id = call.optional('fld_id') === undefined ? rootId : call.existingFolder('fld_id');
    const folders = service.store.folders.children(account.id, id).map(listedFolder);
    const files = call.flag('files') && {
      files: service.store.files.inFolder(account.id, id).map((file) => listedFile(call, file)),
    };
    return { result: { folders, ...files } };
  },
};
