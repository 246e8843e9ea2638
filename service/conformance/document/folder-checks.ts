import { type Check, type Context, field, inferred, list, section } from '../check-context.ts';
import {
  arrayOf,
  dateTime,
  exactly,
  expect,
  expectShape,
  filledArrayOf,
  object,
  objectWith,
  text,
} from '../shapes.ts';
import { responseShapes } from './response-shapes.ts';

const contents = objectWith({
  folders: arrayOf(responseShapes['List folder']),
  files: arrayOf(responseShapes['File entry']),
});

async function listFolder({ api }: Context, fld_id: string, params: Record<string, string> = {}) {
  const result = await api.result('/api/folder/list', { fld_id, ...params });
  expectShape('result', result, contents);
  return { folders: list(field(result, 'folders')), files: list(field(result, 'files')) };
}

export const folderChecks: Check[] = [
  ...section('Create folder', {
    'create folder: in a folder (parent_id), with its name': async (context) => {
      const parent_id = await context.newFolder();
      const name = context.name('folder');
      const result = await context.api.result('/api/folder/create', { name, parent_id });
      expectShape('result', result, responseShapes['Create folder']);
      const { folders } = await listFolder(context, parent_id);
      const created = folders.find((entry) => entry['fld_id'] === field(result, 'fld_id'));
      expect(created !== undefined, 'the folder is not in its parent');
      expectShape('its name there', created['name'], exactly(name));
    },
    'create folder: in the root without parent_id': inferred(async (context) => {
      const fld_id = await context.newFolder();
      const { folders } = await listFolder(context, '0');
      expect(
        folders.some((entry) => entry['fld_id'] === fld_id),
        'the folder is not in the root',
      );
    }),
  }),
  ...section('Rename folder', {
    'rename folder: "true", and the new name is listed': async (context) => {
      const parent = await context.newFolder();
      const fld_id = await context.newFolder({ parent_id: parent });
      const name = context.name('renamed');
      const result = await context.api.result('/api/folder/rename', { fld_id, name });
      expectShape('result', result, exactly('true'));
      const [entry] = (await listFolder(context, parent)).folders;
      expectShape('its name afterwards', entry?.['name'], exactly(name));
    },
  }),
  ...section('List folder', {
    'list folder: folders and files; the envelope has only its four fields': async (context) => {
      const fld_id = await context.newFolder();
      await context.newFolder({ parent_id: fld_id });
      await context.newClone({ fld_id });
      const { body } = await context.api.get('/api/folder/list', { fld_id });
      const shape = object({
        msg: text,
        status: exactly(200),
        result: contents,
        server_time: dateTime,
      });
      expectShape('the response', body, shape);
      expectShape('folders', field(body['result'], 'folders'), filledArrayOf(responseShapes['List folder']));
      expectShape('files', field(body['result'], 'files'), filledArrayOf(responseShapes['File entry']));
    },
    'list folder: what is in the folder, and nothing else': async (context) => {
      const fld_id = await context.newFolder();
      const child = await context.newFolder({ parent_id: fld_id });
      const file_code = await context.newClone({ fld_id });
      for (const params of [{}, { only_folders: '0' }]) {
        const { folders, files } = await listFolder(context, fld_id, params);
        expect(
          folders.length === 1 && folders[0]?.['fld_id'] === child,
          `folders: ${JSON.stringify(folders)}`,
        );
        expect(
          files.length === 1 && files[0]?.['file_code'] === file_code,
          `files: ${JSON.stringify(files)}`,
        );
      }
    },
    'list folder: only_folders leaves the files out and the folders in': async (context) => {
      const fld_id = await context.newFolder();
      await context.newFolder({ parent_id: fld_id });
      await context.newClone({ fld_id });
      const { folders, files } = await listFolder(context, fld_id, { only_folders: '1' });
      expect(folders.length === 1, `${folders.length} folders instead of 1`);
      expect(files.length === 0, 'files are listed');
    },
  }),
];
