import { Caller } from '../caller.ts';
import { type Check, type Context, field, list, SkippedCheckError } from '../context.ts';
import {
  absoluteUrl,
  code,
  dateTime,
  exactly,
  expect,
  expectShape,
  filledArrayOf,
  filledText,
  integer,
  integerText,
  object,
  text,
} from '../shapes.ts';

const uploadResult = object({
  download_url: absoluteUrl,
  single_img: text,
  status: integer,
  filecode: code,
  splash_img: text,
  canplay: integer,
  size: integerText,
  length: integerText,
  uploaded: dateTime,
  protected_embed: absoluteUrl,
  protected_dl: absoluteUrl,
  title: filledText,
});

const cloneResult = object({
  embed_url: absoluteUrl,
  download_url: absoluteUrl,
  protected_download: absoluteUrl,
  protected_embed: absoluteUrl,
  filecode: code,
});

const transfer = object({
  file_code: code,
  remote_url: absoluteUrl,
  status: filledText,
  bytes_total: integerText,
  bytes_downloaded: integerText,
  created: dateTime,
  folder_id: integerText,
});

const slots = {
  msg: exactly('OK'),
  server_time: dateTime,
  status: exactly(200),
  total_slots: integerText,
  used_slots: integerText,
};
const envelopeOnly = object({ msg: filledText, server_time: dateTime, status: exactly(200) });

export const uploadChecks: Check[] = [
  {
    section: 'Upload server',
    name: 'upload server: the result is an address',
    async run({ api }) {
      expectShape('result', await api.result('/api/upload/server'), absoluteUrl);
    },
  },
  {
    section: 'Upload a file',
    name: 'local upload: field file, api_key, and the key appended to the query',
    async run(context) {
      const entry = await context.upload();
      expectShape('result', [entry], filledArrayOf(uploadResult));
      const info = list(await context.api.result('/api/file/info', { file_code: await context.file() }));
      expect(info[0]?.['size'] === entry['size'], 'file info gives another size');
    },
  },
  {
    section: 'Clone file',
    name: 'clone of the own file into a folder',
    async run(context) {
      const fld_id = await context.newFolder();
      const file_code = await context.file();
      const result = await context.api.result('/api/file/clone', { file_code, fld_id });
      expectShape('result', result, cloneResult);
      expect(field(result, 'filecode') !== file_code, 'the clone has the code of its original');
      const files = list(field(await context.api.result('/api/folder/list', { fld_id }), 'files'));
      expect(files[0]?.['file_code'] === field(result, 'filecode'), 'the clone is not in the folder');
    },
  },
  {
    section: 'Clone file',
    name: "clone of another account's file",
    async run(context) {
      if (context.options.otherKey === undefined)
        throw new SkippedCheckError('needs the key of a second account (otherKey)');
      const other = new Caller(context.options.baseUrl, context.options.otherKey);
      const result = await other.result('/api/file/clone', { file_code: await context.file() });
      expectShape('result', result, cloneResult);
      const info = list(
        await other.result('/api/file/info', { file_code: String(field(result, 'filecode')) }),
      );
      expect(info[0]?.['status'] === 200, 'the clone is not in the other account');
    },
  },
  {
    section: 'Upload by link',
    name: 'remote upload add: new_title, total_slots and used_slots at the top, filecode in the result',
    async run(context) {
      const { body } = await context.api.get('/api/upload/url', {
        url: context.source('slowSourceUrl'),
        new_title: 'A new title',
      });
      const shape = object({
        ...slots,
        new_title: exactly('A new title'),
        result: object({ filecode: code }),
      });
      expectShape('the answer', body, shape);
      await remove(context, String(field(body['result'], 'filecode')));
    },
  },
  {
    section: 'Transfer list',
    name: 'remote upload list and status show the transfer',
    async run(context) {
      const folder = await context.folder();
      const url = context.source('slowSourceUrl');
      const file_code = await context.addRemote(url, { fld_id: folder });
      const all = await context.api.result('/api/urlupload/list');
      expectShape('the list', all, filledArrayOf(transfer));
      expect(
        list(all).some((entry) => entry['file_code'] === file_code),
        'the list does not have it',
      );
      const one = await context.api.result('/api/urlupload/status', { file_code });
      expectShape('the status', one, filledArrayOf(transfer));
      expect(list(one).length === 1, `the status has ${list(one).length} entries`);
      expectShape('folder_id', list(one)[0]?.['folder_id'], exactly(folder));
      await remove(context, file_code);
    },
  },
  {
    section: 'Transfer list',
    name: 'remote upload: "working" with bytes that grow',
    async run(context) {
      const file_code = await context.addRemote(context.source('slowSourceUrl'));
      const bytes = () =>
        context.eventually('bytes arriving', async () => {
          const [entry] = list(await context.api.result('/api/urlupload/status', { file_code }));
          const downloaded = Number(entry?.['bytes_downloaded']);
          return entry?.['status'] === 'working' && downloaded > 0 ? downloaded : undefined;
        });
      const first = await bytes();
      await context.eventually('more bytes', async () => ((await bytes()) > first ? true : undefined));
      await remove(context, file_code);
    },
  },
  {
    section: 'Upload by link',
    name: 'remote upload: the file comes to exist under the code that was given, in its folder, with its title',
    async run(context) {
      const fld_id = await context.newFolder();
      const title = context.name('title');
      const file_code = await context.addRemote(context.source('sourceUrl'), { fld_id, new_title: title });
      const info = await context.eventually('the file', async () => {
        const [entry] = list(await context.api.result('/api/file/info', { file_code }));
        return entry?.['status'] === 200 ? entry : undefined;
      });
      expect(info['title'] === title, `the title is ${JSON.stringify(info['title'])}`);
      const files = list(field(await context.api.result('/api/folder/list', { fld_id }), 'files'));
      expect(
        files.some((file) => file['file_code'] === file_code),
        'it is not in its folder',
      );
    },
  },
  {
    section: 'Slots',
    name: 'remote upload slots: no result, the slots at the top',
    async run({ api }) {
      const { body } = await api.get('/api/urlupload/slots');
      expectShape('the answer', body, object(slots));
    },
  },
  {
    section: 'Transfer actions',
    name: 'remote upload actions: delete_code',
    async run(context) {
      const file_code = await context.addRemote(context.source('slowSourceUrl'));
      expectShape('the answer', await remove(context, file_code), envelopeOnly);
      const left = list(await context.api.result('/api/urlupload/list'));
      expect(!left.some((entry) => entry['file_code'] === file_code), 'it is still in the list');
    },
  },
  {
    section: 'Transfer actions',
    name: 'remote upload actions: clear_all',
    async run(context) {
      if (!context.options.mayClearAll)
        throw new SkippedCheckError('would empty the queue of the account (mayClearAll)');
      await context.addRemote(context.source('slowSourceUrl'));
      const { body } = await context.api.get('/api/urlupload/actions', {
        restart_errors: '0',
        clear_all: '1',
      });
      expectShape('the answer', body, envelopeOnly);
      expect(list(await context.api.result('/api/urlupload/list')).length === 0, 'the list is not empty');
    },
  },
  ...['restart_errors', 'clear_errors'].map((action): Check => {
    return {
      section: 'Transfer actions',
      name: `remote upload actions: ${action} answers with an envelope only`,
      async run({ api }) {
        const { body } = await api.get('/api/urlupload/actions', { restart_errors: '0', [action]: '1' });
        expectShape('the answer', body, envelopeOnly);
      },
    };
  }),
];

async function remove({ api }: Context, code: string): Promise<Record<string, unknown>> {
  return (await api.get('/api/urlupload/actions', { restart_errors: '0', delete_code: code })).body;
}
