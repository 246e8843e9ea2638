import { type Check, type Context, field, inferred, list, section } from '../check-context.ts';
import { arrayOf, exactly, expect, expectShape, filledArrayOf, objectWith } from '../shapes.ts';
import { responseShapes } from './response-shapes.ts';

const contents = objectWith({ folders: arrayOf(responseShapes['List folder (sibling)']) });

async function listFolder({ api }: Context, params: Record<string, string>) {
  const result = await api.result('/api/folder/list', params);
  expectShape('result', result, contents);
  return { folders: list(field(result, 'folders')), files: field(result, 'files') };
}

const idsIn = async (context: Context, fld_id: string) =>
  (await listFolder(context, { fld_id })).folders.map((entry) => String(entry['fld_id']));

export const folderChecks: Check[] = [
  ...section('Create folder (sibling)', {
    'create folder: in a folder (parent_id), with its name': async (context) => {
      const parent_id = await context.newFolder();
      const name = context.name('folder');
      const result = await context.api.result('/api/folder/create', { name, parent_id });
      expectShape('result', result, responseShapes['Create folder (sibling)']);
      const { folders } = await listFolder(context, { fld_id: parent_id });
      const created = folders.find((entry) => String(entry['fld_id']) === String(field(result, 'fld_id')));
      expect(created !== undefined, 'the folder is not in its parent');
      expectShape('its name there', created['name'], exactly(name));
    },
    'create folder: in the root without parent_id': inferred(async (context) => {
      const fld_id = await context.newFolder();
      expect((await idsIn(context, '0')).includes(fld_id), 'the folder is not in the root');
    }),
  }),
  ...section('Edit folder (sibling)', {
    'edit folder: "true", and the new name is listed': async (context) => {
      const parent = await context.newFolder();
      const fld_id = await context.newFolder({ parent_id: parent });
      const name = context.name('renamed');
      const result = await context.api.result('/api/folder/edit', { fld_id, name });
      expectShape('result', result, exactly('true'));
      const [entry] = (await listFolder(context, { fld_id: parent })).folders;
      expectShape('its name afterwards', entry?.['name'], exactly(name));
    },
    'edit folder: parent_id moves it, and to the root by 0': async (context) => {
      const parent_id = await context.newFolder();
      const fld_id = await context.newFolder();
      await context.api.result('/api/folder/edit', { fld_id, parent_id });
      expect((await idsIn(context, parent_id)).includes(fld_id), 'the folder is not in its new parent');
      await context.api.result('/api/folder/edit', { fld_id, parent_id: '0' });
      expect((await idsIn(context, '0')).includes(fld_id), 'the folder is not in the root');
      expect(!(await idsIn(context, parent_id)).includes(fld_id), 'the folder is still in its former parent');
    },
  }),
  ...section('List folder (sibling)', {
    'list folder: what is in the folder, with files=1': async (context) => {
      const fld_id = await context.newFolder();
      const child = await context.newFolder({ parent_id: fld_id });
      const file_code = await context.newClone({ fld_id });
      const { folders, files } = await listFolder(context, { fld_id, files: '1' });
      expect(
        folders.length === 1 && String(folders[0]?.['fld_id']) === child,
        `folders: ${JSON.stringify(folders)}`,
      );
      expectShape('files', files, filledArrayOf(responseShapes['File entry (sibling)']));
      const codes = list(files).map((entry) => entry['file_code']);
      expect(codes.length === 1 && codes[0] === file_code, `files: ${codes}`);
    },
    'list folder: only folders without files=1': async (context) => {
      const fld_id = await context.newFolder();
      await context.newFolder({ parent_id: fld_id });
      await context.newClone({ fld_id });
      for (const params of [{}, { files: '0' }]) {
        const { folders, files } = await listFolder(context, { fld_id, ...params });
        expect(folders.length === 1, `${folders.length} folders instead of 1`);
        expect(list(files).length === 0, 'files are listed');
      }
    },
    'list folder: the root without fld_id': inferred(async (context) => {
      const child = await context.newFolder();
      const { folders } = await listFolder(context, {});
      expect(
        folders.some((entry) => String(entry['fld_id']) === child),
        'a folder of the root is missing',
      );
    }),
  }),
];
