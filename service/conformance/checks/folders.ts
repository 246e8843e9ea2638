import { type Check, field, list } from '../context.ts';
import {
  arrayOf,
  dateTime,
  exactly,
  expect,
  expectShape,
  filledArrayOf,
  integerText,
  object,
  text,
} from '../shapes.ts';
import { listedFile } from './files.ts';

const folder = object({ name: text, code: text, fld_id: integerText });
const contents = object({ folders: arrayOf(folder), files: arrayOf(listedFile) });

export const folderChecks: Check[] = [
  {
    section: 'Create folder',
    name: 'create folder in the root',
    async run(context) {
      const name = context.name('folder');
      const result = await context.api.result('/api/folder/create', { name });
      expectShape('result', result, object({ fld_id: integerText }));
      const folders = list(field(await context.api.result('/api/folder/list', { fld_id: '0' }), 'folders'));
      const made = folders.find((entry) => entry['fld_id'] === field(result, 'fld_id'));
      expectShape('its name in the root', made?.['name'], exactly(name));
    },
  },
  {
    section: 'Create folder',
    name: 'create folder in a folder (parent_id)',
    async run(context) {
      const parent = await context.folder();
      const child = await context.newFolder({ parent_id: parent });
      const folders = list(
        field(await context.api.result('/api/folder/list', { fld_id: parent }), 'folders'),
      );
      expect(
        folders.some((entry) => entry['fld_id'] === child),
        'it is not in its parent',
      );
    },
  },
  {
    section: 'Rename folder',
    name: 'rename folder',
    async run(context) {
      const parent = await context.newFolder();
      const fld_id = await context.newFolder({ parent_id: parent });
      const name = context.name('renamed');
      expectShape(
        'result',
        await context.api.result('/api/folder/rename', { fld_id, name }),
        exactly('true'),
      );
      const [entry] = list(
        field(await context.api.result('/api/folder/list', { fld_id: parent }), 'folders'),
      );
      expectShape('its name afterwards', entry?.['name'], exactly(name));
    },
  },
  {
    section: 'List folder',
    name: 'list folders and files; the envelope has no field but its four',
    async run(context) {
      await context.upload();
      await context.folder();
      const { body } = await context.api.get('/api/folder/list', { fld_id: '0' });
      const shape = object({
        msg: exactly('OK'),
        status: exactly(200),
        result: contents,
        server_time: dateTime,
      });
      expectShape('the answer', body, shape);
      expectShape('folders', field(body['result'], 'folders'), filledArrayOf(folder));
      expectShape('files', field(body['result'], 'files'), filledArrayOf(listedFile));
    },
  },
  {
    section: 'List folder',
    name: 'list: only_folders',
    async run(context) {
      await context.upload();
      const result = await context.api.result('/api/folder/list', { fld_id: '0', only_folders: '1' });
      expect(list(field(result, 'files')).length === 0, 'there are files');
    },
  },
];
