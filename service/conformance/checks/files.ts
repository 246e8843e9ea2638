import { type Check, type Context, field, list } from '../context.ts';
import {
  absoluteUrl,
  arrayOf,
  code,
  dateTime,
  either,
  exactly,
  expect,
  expectShape,
  filledArrayOf,
  filledText,
  integer,
  integerText,
  object,
  relativePath,
  text,
} from '../shapes.ts';

export const listedFile = object({
  file_code: code,
  title: text,
  download_url: absoluteUrl,
  single_img: relativePath,
  canplay: integer,
  length: integerText,
  views: integerText,
  uploaded: dateTime,
  public: text,
  fld_id: integerText,
});

const page = object({
  total_pages: integer,
  files: arrayOf(listedFile),
  results_total: integerText,
  results: integer,
});

const details = object({
  single_img: text,
  status: exactly(200),
  filecode: code,
  splash_img: text,
  canplay: integer,
  size: integerText,
  views: integerText,
  length: integerText,
  uploaded: dateTime,
  last_view: either(exactly(''), dateTime),
  protected_embed: relativePath,
  protected_dl: relativePath,
  title: filledText,
});

const images = object({
  status: integer,
  filecode: code,
  title: filledText,
  single_img: relativePath,
  thumb_img: relativePath,
  splash_img: relativePath,
});

/** The details of the run's own clip, cloned so that a check may change it. */
async function createClone(context: Context): Promise<string> {
  const result = await context.api.result('/api/file/clone', { file_code: await context.file() });
  return String(field(result, 'filecode'));
}

async function fetchInfo(context: Context, file_code: string): Promise<Record<string, unknown>> {
  const [entry] = list(await context.api.result('/api/file/info', { file_code }));
  expect(entry !== undefined, 'file info is empty');
  return entry;
}

async function listCodes(context: Context, fld_id: string): Promise<unknown[]> {
  const result = await context.api.result('/api/file/list', { fld_id, per_page: '200' });
  return list(field(result, 'files')).map((file) => file['file_code']);
}

export const fileChecks: Check[] = [
  {
    section: 'List files',
    name: 'list files',
    async run(context) {
      await context.upload();
      const result = await context.api.result('/api/file/list');
      expectShape('result', result, page);
      expectShape('files', field(result, 'files'), filledArrayOf(listedFile));
    },
  },
  {
    section: 'List files',
    name: 'list files: page and per_page',
    async run(context) {
      await createClone(context);
      await createClone(context);
      const pages = [];
      for (const number of ['1', '2']) {
        const files = list(
          field(await context.api.result('/api/file/list', { per_page: '1', page: number }), 'files'),
        );
        expect(files.length === 1, `page ${number} has ${files.length} files for per_page=1`);
        pages.push(files[0]?.['file_code']);
      }
      expect(pages[0] !== pages[1], 'the second page is the first one again');
    },
  },
  {
    section: 'Limits',
    name: 'list files: at most 200 a page',
    async run({ api }) {
      const files = list(field(await api.result('/api/file/list', { per_page: '1000' }), 'files'));
      expect(files.length <= 200, `${files.length} files on one page`);
    },
  },
  {
    section: 'List files',
    name: 'list files: fld_id',
    async run(context) {
      const fld_id = await context.newFolder();
      const file_code = await createClone(context);
      await context.api.result('/api/file/move', { file_code, fld_id });
      const codes = await listCodes(context, fld_id);
      expect(codes.length === 1 && codes[0] === file_code, `the folder has ${JSON.stringify(codes)}`);
    },
  },
  {
    section: 'List files',
    name: 'list files: created as a timestamp',
    async run(context) {
      const file_code = await context.file();
      const uploaded = String((await fetchInfo(context, file_code))['uploaded']);
      const before = uploaded.replace(/^\d{4}/, (year) => String(Number(year) - 1));
      const after = uploaded.replace(/^\d{4}/, (year) => String(Number(year) + 1));
      const found = await context.api.result('/api/file/list', { created: before, per_page: '200' });
      expect(
        list(field(found, 'files')).some((file) => file['file_code'] === file_code),
        'a new file is missing',
      );
      const none = await context.api.result('/api/file/list', { created: after });
      expect(list(field(none, 'files')).length === 0, 'there are files from the future');
    },
  },
  {
    section: 'List files',
    name: 'list files: created as a number of minutes',
    async run(context) {
      const file_code = await context.file();
      const result = await context.api.result('/api/file/list', { created: '60', per_page: '200' });
      expect(
        list(field(result, 'files')).some((file) => file['file_code'] === file_code),
        'a new file is missing',
      );
    },
  },
  {
    section: 'File status',
    name: 'file status: Active',
    async run(context) {
      const file_code = await context.file();
      const result = await context.api.result('/api/file/check', { file_code });
      expectShape(
        'result',
        result,
        filledArrayOf(object({ filecode: exactly(file_code), status: exactly('Active') })),
      );
    },
  },
  {
    section: 'File info',
    name: 'file info',
    async run(context) {
      const result = await context.api.result('/api/file/info', { file_code: await context.file() });
      expectShape('result', result, filledArrayOf(details));
      const [entry] = list(result);
      expect(/^\/e\/[\w-]+$/.test(String(entry?.['protected_embed'])), 'protected_embed is not /e/<code>');
      expect(/^\/d\/[\w-]+$/.test(String(entry?.['protected_dl'])), 'protected_dl is not /d/<code>');
    },
  },
  {
    section: 'File images',
    name: 'file image',
    async run(context) {
      const result = await context.api.result('/api/file/image', { file_code: await context.file() });
      expectShape('result', result, filledArrayOf(images));
    },
  },
  {
    section: 'Rename file',
    name: 'file rename',
    async run(context) {
      const file_code = await createClone(context);
      const title = context.name('title');
      expectShape(
        'result',
        await context.api.result('/api/file/rename', { file_code, title }),
        exactly('true'),
      );
      expectShape('its title afterwards', (await fetchInfo(context, file_code))['title'], exactly(title));
    },
  },
  {
    section: 'Move file',
    name: 'file move: into a folder, and to the root by 0',
    async run(context) {
      const fld_id = await context.newFolder();
      const file_code = await createClone(context);
      expectShape(
        'result',
        await context.api.result('/api/file/move', { file_code, fld_id }),
        exactly('true'),
      );
      expect((await listCodes(context, fld_id)).includes(file_code), 'it is not in the folder');
      await context.api.result('/api/file/move', { file_code, fld_id: '0' });
      expect((await listCodes(context, '0')).includes(file_code), 'it is not in the root');
    },
  },
  {
    section: 'Search',
    name: 'search',
    async run(context) {
      const file_code = await createClone(context);
      const title = context.name('needle');
      await context.api.result('/api/file/rename', { file_code, title });
      const result = await context.api.result('/api/search/videos', { search_term: title });
      expectShape('result', result, either(exactly('true'), filledArrayOf(listedFile)));
    },
  },
];
