import {
  type Check,
  type Context,
  field,
  inferred,
  list,
  NotedError,
  SkippedCheckError,
  section,
} from '../check-context.ts';
import { openImage, openPage } from '../open-page.ts';
import { arrayOf, either, exactly, expect, expectShape, filledArrayOf, objectWith } from '../shapes.ts';
import { responseShapes } from './response-shapes.ts';

const maxPerPage = 200;
const tooFewFiles = 'needs an account with more than 200 files';
const halfADayMs = 12 * 3_600_000;
const minutesIn30Days = 30 * 24 * 60;
const slackMs = 5 * 60_000;

async function listFiles({ api }: Context, params: Record<string, string>) {
  const result = await api.result('/api/file/list', params);
  expectShape('result', result, responseShapes['List files']);
  const files = list(field(result, 'files'));
  return { files, codes: files.map((file) => file['file_code']), result };
}

async function findInRoot(context: Context) {
  const file_code = await context.newRootClone();
  const { uploaded } = await context.info(file_code);
  const created = writeTime(readTime(uploaded) - 60_000);
  const { files } = await listFiles(context, { fld_id: '0', per_page: String(maxPerPage), created });
  const entry = files.find((file) => file['file_code'] === file_code);
  expect(entry !== undefined, 'a new file is missing');
  return { file_code, entry };
}

/** The first and the last page, which include the oldest and the newest file in either order. */
async function listEnds(context: Context, created: string) {
  const per_page = String(maxPerPage);
  const first = await listFiles(context, { created, per_page });
  const total = Number(field(first.result, 'results_total'));
  const page = Math.ceil(total / maxPerPage);
  const last = page > 1 ? (await listFiles(context, { created, per_page, page: String(page) })).files : [];
  const files = [...first.files, ...last];
  return { files, codes: files.map((file) => file['file_code']), total };
}

// Times have no time zone. As UTC they can be compared and shifted.
const readTime = (text: unknown) => Date.parse(`${String(text).replace(' ', 'T')}Z`);
const writeTime = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

export const fileChecks: Check[] = [
  ...section('List files', {
    'list files: entries and counts': async (context) => {
      const fld_id = await context.newFolder();
      await context.newClone({ fld_id });
      const { files, result } = await listFiles(context, { fld_id });
      expectShape('files', files, filledArrayOf(responseShapes['File entry']));
      expect(field(result, 'results') === files.length, `results is not ${files.length}`);
      expect(Number(field(result, 'results_total')) >= files.length, 'results_total is less than results');
      expect(Number(field(result, 'total_pages')) >= 1, 'total_pages is less than 1');
    },
    'list files: the files of all folders without fld_id': inferred(async (context) => {
      const file_code = await context.newClone({ fld_id: await context.newFolder() });
      const { uploaded } = await context.info(file_code);
      const created = writeTime(readTime(uploaded) - 60_000);
      const { codes } = await listFiles(context, { per_page: String(maxPerPage), created });
      expect(codes.includes(file_code), 'a file in a folder is missing');
    }),
    'list files: page and per_page': async (context) => {
      const fld_id = await context.newFolder();
      for (let count = 0; count < 6; count += 1) await context.newClone({ fld_id });
      const all = [];
      // The document doesn't say whether pages are counted from 0 or 1.
      for (const page of [{}, { page: '2' }]) {
        const { codes } = await listFiles(context, { fld_id, per_page: '2', ...page });
        expect(codes.length === 2, `a page has ${codes.length} files for per_page=2`);
        all.push(...codes);
      }
      expect(new Set(all).size === 4, 'the second page repeats the first');
    },
    'list files: page 1 is the first': inferred(async (context) => {
      const fld_id = await context.newFolder();
      for (let count = 0; count < 2; count += 1) await context.newClone({ fld_id });
      const { codes } = await listFiles(context, { fld_id, per_page: '1' });
      const first = await listFiles(context, { fld_id, per_page: '1', page: '1' });
      expect(first.codes.join() === codes.join(), 'it differs from the page without a number');
    }),
    'list files: per_page 200 gives 200 of more than 200 files': async (context) => {
      const { files, result } = await listFiles(context, { per_page: String(maxPerPage) });
      if (!context.options.prepared && Number(field(result, 'results_total')) <= maxPerPage) {
        throw new SkippedCheckError(tooFewFiles);
      }
      expect(files.length === maxPerPage, `${files.length} files`);
    },
    'list files: never more than 200 a page': async (context) => {
      const { body } = await context.api.get('/api/file/list', { per_page: '1000' });
      // The service may refuse the call.
      if (body['status'] !== 200) return;
      const { result } = body;
      const files = list(field(result, 'files'));
      expect(files.length <= maxPerPage, `${files.length} files`);
      if (Number(field(result, 'results_total')) <= maxPerPage) throw new SkippedCheckError(tooFewFiles);
    },
    'list files: fld_id': async (context) => {
      const fld_id = await context.newFolder();
      const file_code = await context.newClone({ fld_id });
      const { files } = await listFiles(context, { fld_id });
      expect(
        files.length === 1 && files[0]?.['file_code'] === file_code,
        `the list is ${JSON.stringify(files)}`,
      );
      expectShape('its fld_id', files[0]?.['fld_id'], exactly(fld_id));
    },
    'list files: title and canplay of the file, and "0" for the root': async (context) => {
      const { file_code, entry } = await findInRoot(context);
      const { title, canplay } = await context.info(file_code);
      const shape = { title: exactly(title), canplay: exactly(canplay), fld_id: exactly('0') };
      expectShape('its entry', entry, objectWith(shape));
    },
    'list files: download_url is a page and single_img an image': async (context) => {
      const { entry } = await findInRoot(context);
      await openPage(context, String(entry['download_url']));
      await openImage(context, '"single_img"', String(entry['single_img']));
    },
    'list files: created as a time gives the files uploaded after it': async (context) => {
      const file_code = await context.newRootClone();
      const uploaded = readTime((await context.info(file_code))['uploaded']);
      const before = await listEnds(context, writeTime(uploaded - 60_000));
      expect(before.codes.includes(file_code), 'a file uploaded a minute after it is missing');
      const older = before.files.filter((file) => readTime(file['uploaded']) < uploaded - 60_000);
      expect(older.length === 0, `${older.length} files were uploaded before it`);
      const after = await listEnds(context, writeTime(uploaded + 60_000));
      expect(!after.codes.includes(file_code), 'a file uploaded a minute before it is listed');
    },
    'list files: created as a number gives the files of that many last minutes': async (context) => {
      const file_code = await context.newRootClone();
      const uploaded = readTime((await context.info(file_code))['uploaded']);
      const since = uploaded - minutesIn30Days * 60_000;
      const { codes, total } = await listEnds(context, String(minutesIn30Days));
      expect(codes.includes(file_code), 'a new file is missing');
      const countAfter = async (ms: number) => (await listEnds(context, writeTime(ms))).total;
      const least = await countAfter(since + slackMs);
      const most = await countAfter(since - slackMs);
      expect(total >= least && total <= most, `${total} files, but ${least} to ${most} with a time`);
      // Without older and newer files, another number of minutes would give the same files.
      const hasOlder = most < (await countAfter(0));
      const hasYounger = (await countAfter(uploaded - halfADayMs)) < least;
      if (!hasOlder || !hasYounger) {
        throw new SkippedCheckError('needs files older than 30 days, and others older than half a day');
      }
    },
  }),
  ...section('File status', {
    'file status: Active': async (context) => {
      const file_code = await context.file();
      const result = await context.api.result('/api/file/check', { file_code });
      expectShape('result', result, filledArrayOf(responseShapes['File status']));
      const shape = objectWith({ filecode: exactly(file_code), status: exactly('Active') });
      expectShape('result', result, filledArrayOf(shape));
    },
  }),
  ...section('File info', {
    'file info: the fields of the requested file': async (context) => {
      const file_code = await context.file();
      const result = await context.api.result('/api/file/info', { file_code });
      expectShape('result', result, filledArrayOf(responseShapes['File info']));
      const [entry] = list(result);
      expectShape('filecode', entry?.['filecode'], exactly(file_code));
      for (const name of ['title', 'size'])
        expectShape(name, entry?.[name], exactly((await context.upload())[name]));
      expect(/^\/e\/[\w-]+$/.test(String(entry?.['protected_embed'])), 'protected_embed is not /e/<code>');
      expect(/^\/d\/[\w-]+$/.test(String(entry?.['protected_dl'])), 'protected_dl is not /d/<code>');
    },
    'file info: last_view is empty for a file that was never viewed': async (context) => {
      const info = await context.info(await context.newClone());
      expectShape('last_view', info['last_view'], exactly(''));
    },
  }),
  ...section('File images', {
    'file image: the fields of the requested file': async (context) => {
      const file_code = await context.file();
      const result = await context.api.result('/api/file/image', { file_code });
      expectShape('result', result, filledArrayOf(responseShapes['File images']));
      expectShape('filecode', list(result)[0]?.['filecode'], exactly(file_code));
      expectShape('title', list(result)[0]?.['title'], exactly((await context.upload())['title']));
    },
  }),
  ...section('Rename file', {
    'rename file: "true", and the file has the title': async (context) => {
      const file_code = await context.newClone();
      const title = context.name('title');
      const result = await context.api.result('/api/file/rename', { file_code, title });
      expectShape('result', result, exactly('true'));
      expectShape('its title afterwards', (await context.info(file_code))['title'], exactly(title));
    },
  }),
  ...section('Move file', {
    'move file: into a folder, and to the root by 0': async (context) => {
      const fld_id = await context.newFolder();
      const file_code = await context.newClone();
      const result = await context.api.result('/api/file/move', { file_code, fld_id });
      expectShape('result', result, exactly('true'));
      expect((await context.codesIn(fld_id)).includes(file_code), 'the file is not in the folder');
      await context.api.result('/api/file/move', { file_code, fld_id: '0' });
      expect((await context.codesIn('0')).includes(file_code), 'the file is not in the root');
      expect(!(await context.codesIn(fld_id)).includes(file_code), 'the file is still in the folder');
    },
  }),
  ...section('Search', {
    'search: "true", or file entries': async (context) => {
      const file_code = await context.newClone();
      const title = context.name('needle');
      await context.api.result('/api/file/rename', { file_code, title });
      const result = await context.api.result('/api/search/videos', { search_term: title });
      expectShape('result', result, either(exactly('true'), arrayOf(objectWith({}))));
      if (Array.isArray(result) && result.length === 0)
        throw new SkippedCheckError('the search found nothing');
      const problem = either(exactly('true'), arrayOf(responseShapes['File entry']))(result);
      if (problem !== undefined) throw new NotedError(problem);
    },
  }),
];
