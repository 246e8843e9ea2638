import {
  type Check,
  type Context,
  field,
  inferred,
  list,
  SkippedCheckError,
  section,
} from '../check-context.ts';
import { openImage, openPage } from '../open-page.ts';
import { arrayOf, exactly, expect, expectShape, filledArrayOf } from '../shapes.ts';
import { responseShapes } from './response-shapes.ts';

const minutesIn30Days = 30 * 24 * 60;
const halfADayMs = 12 * 3_600_000;
const minuteMs = 60_000;
const hourSeconds = 3600;

async function listFiles({ api }: Context, params: Record<string, string>) {
  const result = await api.result('/api/file/list', params);
  expectShape('result', result, responseShapes['List files (sibling)']);
  const files = list(field(result, 'files'));
  const total = Number(field(result, 'results_total'));
  return { files, total, codes: files.map((file) => file['file_code']), result };
}

// Times have no time zone. As UTC they can be compared and shifted.
const readTime = (text: unknown) => Date.parse(`${String(text).replace(' ', 'T')}Z`);
const writeTime = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

async function newListedClone(context: Context) {
  const fld_id = await context.newFolder();
  const file_code = await context.newClone({ fld_id });
  const { files } = await listFiles(context, { fld_id });
  const [entry] = files;
  expect(entry !== undefined && files.length === 1, `the folder has ${files.length} files`);
  return { fld_id, file_code, entry };
}

/** Waits until both clips are listed as encodings. */
async function findEncodings(context: Context) {
  const clips = [await context.clip(), await context.clip()];
  const codes = (await context.sendFiles(clips)).map((entry) => String(entry['filecode']));
  return context.eventually('the end of an encoding', async () => {
    const result = await context.api.result('/api/file/encodings');
    expectShape('result', result, arrayOf(responseShapes['Encodings (sibling)']));
    const isListed = (code: string) => list(result).some((entry) => entry['file_code'] === code);
    if (codes.every(isListed)) return { codes, entries: list(result) };
    const infos = list(await context.api.result('/api/file/info', { file_code: codes.join() }));
    if (infos.some((info) => Number(info['canplay']) === 1)) {
      throw new SkippedCheckError('the files were encoded before they could be listed');
    }
    return undefined;
  });
}

const isMissing = async ({ api }: Context, file_code: string) => {
  const { body } = await api.get('/api/file/info', { file_code });
  const [entry] = list(body['result']);
  return body['status'] !== 200 || String(entry?.['status'] ?? 404) !== '200';
};

export const fileChecks: Check[] = [
  ...section('List files (sibling)', {
    'list files: entries and counts': async (context) => {
      const { fld_id } = await newListedClone(context);
      const { files, total, result } = await listFiles(context, { fld_id });
      expectShape('files', files, filledArrayOf(responseShapes['File entry (sibling)']));
      expect(Number(field(result, 'results')) === files.length, `results is not ${files.length}`);
      expect(total >= files.length, 'results_total is less than results');
      expect(Number(field(result, 'pages')) >= 1, 'pages is less than 1');
    },
    'list files: title, folder and canplay of the file': async (context) => {
      const { fld_id, file_code, entry } = await newListedClone(context);
      const info = await context.info(file_code);
      expectShape('its code', entry['file_code'], exactly(file_code));
      expectShape('its title', entry['title'], exactly(info['file_title']));
      expectShape('its folder', String(entry['fld_id']), exactly(fld_id));
      expectShape('its canplay', Number(entry['canplay']), exactly(Number(info['canplay'])));
    },
    'list files: the files of all folders without fld_id': inferred(async (context) => {
      const { file_code, entry } = await newListedClone(context);
      const created = writeTime(readTime(entry['uploaded']) - minuteMs);
      const { codes } = await listFiles(context, { per_page: '200', created });
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
    'list files: title gives the files with these words in their titles': async (context) => {
      const fld_id = await context.newFolder();
      const titled = async (file_title: string) => {
        const file_code = await context.newClone({ fld_id });
        await context.api.result('/api/file/edit', { file_code, file_title });
        return file_code;
      };
      const [found, other] = [await titled('Needle'), await titled('Haystack')];
      const { codes } = await listFiles(context, { fld_id, title: 'Needle' });
      expect(codes.includes(found), 'a file with that title is missing');
      expect(!codes.includes(other), 'a file with another title is listed');
    },
    'list files: public and adult': async (context) => {
      const { fld_id, file_code } = await newListedClone(context);
      const info = await context.info(file_code);
      for (const name of ['public', 'adult']) {
        const value = String(info[`file_${name}`]);
        const isListed = async (wanted: string) =>
          (await listFiles(context, { fld_id, [name]: wanted })).codes.includes(file_code);
        expect(await isListed(value), `a file is missing with ${name}=${value}`);
        const otherwise = value === '0' ? '1' : '0';
        expect(!(await isListed(otherwise)), `a file is listed with ${name}=${otherwise}`);
      }
    },
    'list files: created as a time gives the files uploaded after it': async (context) => {
      const { fld_id, file_code, entry } = await newListedClone(context);
      const uploaded = readTime(entry['uploaded']);
      const codesAfter = async (ms: number) =>
        (await listFiles(context, { fld_id, created: writeTime(ms) })).codes;
      const before = await codesAfter(uploaded - minuteMs);
      expect(before.includes(file_code), 'a file uploaded a minute after it is missing');
      const after = await codesAfter(uploaded + minuteMs);
      expect(!after.includes(file_code), 'a file uploaded a minute before it is listed');
    },
    'list files: created as a number gives the files of that many last minutes': async (context) => {
      const uploaded = readTime((await newListedClone(context)).entry['uploaded']);
      const since = uploaded - minutesIn30Days * minuteMs;
      const count = async (created: string) => (await listFiles(context, { created, per_page: '1' })).total;
      const total = await count(String(minutesIn30Days));
      const least = await count(writeTime(since + 5 * minuteMs));
      const most = await count(writeTime(since - 5 * minuteMs));
      expect(total >= least && total <= most, `${total} files, but ${least} to ${most} with a time`);
      // Without older and newer files, another number of minutes would give the same files.
      const hasOlder = most < (await count(writeTime(0)));
      const hasYounger = (await count(writeTime(uploaded - halfADayMs))) < least;
      if (!hasOlder || !hasYounger) {
        throw new SkippedCheckError('needs files older than 30 days, and others older than half a day');
      }
    },
  }),
  ...section('Pages (sibling)', {
    'pages: link is a page, and thumbnail an image': async (context) => {
      const { entry } = await newListedClone(context);
      await openPage(context, String(entry['link']));
      await openImage(context, '"thumbnail"', String(entry['thumbnail']));
    },
    'pages: the address of a clone is a page': async (context) => {
      const result = await context.api.result('/api/file/clone', { file_code: await context.file() });
      await openPage(context, String(field(result, 'url')));
    },
  }),
  ...section('File info (sibling)', {
    'file info: the fields of the requested file': async (context) => {
      const file_code = await context.file();
      const result = await context.api.result('/api/file/info', { file_code });
      expectShape('result', result, filledArrayOf(responseShapes['File info (sibling)']));
      expectShape('filecode', list(result)[0]?.['filecode'], exactly(file_code));
      expectShape('status', Number(list(result)[0]?.['status']), exactly(200));
    },
    'file info: an entry for each of several codes': async (context) => {
      const codes = [await context.file(), await context.newClone()];
      const entries = list(await context.api.result('/api/file/info', { file_code: codes.join() }));
      const found = entries.map((entry) => entry['filecode']);
      expect(
        codes.every((each) => found.includes(each)),
        `the entries are ${found}`,
      );
    },
    'file info: no success for an unknown code': async (context) => {
      expect(await isMissing(context, 'nothing00000'), 'its status is 200');
    },
    'file info: player_img is an image': async (context) => {
      const info = await context.info(await context.file());
      await openImage(context, '"player_img"', String(info['player_img']));
    },
  }),
  ...section('Edit file (sibling)', {
    'edit file: "true", and the files have the title': async (context) => {
      const codes = [await context.newClone(), await context.newClone()];
      const file_title = context.name('title');
      const params = { file_code: codes.join(), file_title };
      expectShape('result', await context.api.result('/api/file/edit', params), exactly('true'));
      for (const file_code of codes) {
        expectShape('its title', (await context.info(file_code))['file_title'], exactly(file_title));
      }
    },
    'edit file: file_fld_id moves the files, and to the root by 0': async (context) => {
      const fld_id = await context.newFolder();
      const codes = [await context.newClone(), await context.newClone()];
      const move = (file_fld_id: string) =>
        context.api.result('/api/file/edit', { file_code: codes.join(), file_fld_id });
      expectShape('result', await move(fld_id), exactly('true'));
      const moved = await context.codesIn(fld_id);
      expect(
        codes.every((each) => moved.includes(each)),
        'one of them is not in the folder',
      );
      await move('0');
      expect((await context.codesIn(fld_id)).length === 0, 'one of them is still in the folder');
    },
  }),
  ...section('Delete file (sibling)', {
    'delete file: no longer listed and no longer known': async (context) => {
      const { fld_id, file_code } = await newListedClone(context);
      await context.api.result('/api/file/delete', { file_code });
      expect((await listFiles(context, { fld_id })).total === 0, 'the file is still in its folder');
      expect(await isMissing(context, file_code), 'file info still has it');
    },
  }),
  ...section('Deleted files (sibling)', {
    'deleted files: a file that was just deleted is listed': async (context) => {
      const { file_code, entry } = await newListedClone(context);
      await context.api.result('/api/file/delete', { file_code });
      const result = await context.api.result('/api/file/deleted', { last: '1' });
      expectShape('result', result, filledArrayOf(responseShapes['Deleted files (sibling)']));
      const deleted = list(result).find((each) => each['file_code'] === file_code);
      expect(deleted !== undefined, 'the deleted file is missing');
      expectShape('its title', deleted['title'], exactly(entry['title']));
      const old = list(result).filter((each) => Number(each['deleted_ago_sec']) > hourSeconds + 60);
      expect(old.length === 0, `${old.length} files were deleted more than an hour ago`);
    },
  }),
  ...section('Encodings (sibling)', {
    'encodings: a file that has arrived is listed, with its title': async (context) => {
      const { codes, entries } = await findEncodings(context);
      const entry = entries.find((each) => each['file_code'] === codes[0]);
      const { file_title } = await context.info(String(codes[0]));
      expectShape('its title', entry?.['title'], exactly(file_title));
      expect(Number(entry?.['progress']) <= 100, `its progress is ${entry?.['progress']} %`);
    },
    'encodings: file_code gives the encodings of that file only': async (context) => {
      const { codes } = await findEncodings(context);
      const result = await context.api.result('/api/file/encodings', { file_code: String(codes[0]) });
      const others = list(result).filter((entry) => entry['file_code'] !== codes[0]);
      expect(others.length === 0, `${others.length} encodings of other files are listed`);
    },
  }),
];
