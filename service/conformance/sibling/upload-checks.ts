import {
  type Check,
  type Context,
  inferred,
  list,
  NotedError,
  readAdded,
  section,
} from '../check-context.ts';
import {
  absoluteUrl,
  arrayOf,
  exactly,
  expect,
  expectShape,
  filledArrayOf,
  objectWith,
  text,
} from '../shapes.ts';
import { responseShapes } from './response-shapes.ts';

/** The published word is "ERROR". */
const isFailed = (entry: Record<string, unknown> | undefined) => /err|fail/i.test(String(entry?.['status']));

async function addFailed(context: Context, file: string): Promise<string> {
  const file_code = await context.addRemote(context.source(file));
  await context.eventually('the failure of a transfer', async () => {
    return isFailed(await context.transfer(file_code)) || undefined;
  });
  return file_code;
}

async function listTransfers({ api }: Context, params: Record<string, string> = {}) {
  const { body } = await api.get('/api/file/url_uploads', params);
  const { msg: _, server_time: _time, status: _status, result, ...beside } = body;
  expectShape('the response', body, objectWith({ status: exactly(200), result: arrayOf(objectWith({})) }));
  const entries = list(result).map((entry) => ({ ...beside, ...entry }));
  expectShape('the list', entries, arrayOf(responseShapes['Transfer list (sibling)']));
  return list(result);
}

/** On some services, the list has no code of a pending transfer. That is only noted. */
async function hasCodes(context: Context, codes: readonly string[]): Promise<boolean> {
  const entries = await Promise.all(codes.map((file_code) => context.transfer(file_code)));
  return entries.every((entry, index) => entry?.['file_code'] === codes[index]);
}

function waitForFile(context: Context, file_code: string): Promise<Record<string, unknown>> {
  return context.eventually('the file of a transfer', async () => {
    // Until then, the service may refuse the call or return an empty result.
    const { body } = await context.api.get('/api/file/info', { file_code });
    const [info] = body['status'] === 200 ? list(body['result']) : [];
    return String(info?.['status']) === '200' ? info : undefined;
  });
}

const clips = async (context: Context, count: number) =>
  Promise.all(Array.from({ length: count }, () => context.clip()));

export const uploadChecks: Check[] = [
  ...section('Upload server (sibling)', {
    'upload server: the result is an address': async ({ api }) => {
      expectShape('result', await api.result('/api/upload/server'), absoluteUrl);
    },
  }),
  ...section('Upload a file (sibling)', {
    'upload: msg, status and files, with an entry for the file': async (context) => {
      const file = await context.clip();
      const { body } = await context.send([file]);
      const shape = objectWith({
        msg: text,
        status: exactly(200),
        files: filledArrayOf(responseShapes['Upload a file (sibling)']),
      });
      expectShape('the response', body, shape);
      const [entry] = list(body['files']);
      expectShape('status', entry?.['status'], exactly('OK'));
      expectShape('filename', entry?.['filename'], exactly(file.name));
      const { status } = await context.info(String(entry?.['filecode']));
      expectShape('status of the file', Number(status), exactly(200));
    },
    'upload: several files, with an entry for each': async (context) => {
      const entries = await context.sendFiles(await clips(context, 2));
      expect(
        new Set(entries.map((entry) => entry['filecode'])).size === 2,
        `${entries.length} files instead of 2`,
      );
    },
    'upload: into the folder fld_id, with file_title and tags': async (context) => {
      const fld_id = await context.newFolder();
      const file_title = context.name('title');
      const fields = { fld_id, file_title, tags: 'conformance' };
      const [entry] = await context.sendFiles(await clips(context, 1), fields);
      const info = await context.info(String(entry?.['filecode']));
      expectShape('its title', info['file_title'], exactly(file_title));
      expectShape('its folder', String(info['file_fld_id']), exactly(fld_id));
      expect(String(info['tags']).includes('conformance'), `its tags are "${info['tags']}"`);
    },
    'upload: in the root without fld_id': inferred(async (context) => {
      const [entry] = await context.sendFiles(await clips(context, 1));
      const info = await context.info(String(entry?.['filecode']));
      expectShape('its folder', String(info['file_fld_id']), exactly('0'));
    }),
    'upload: rejects missing and unknown keys': async (context) => {
      for (const key of ['', 'nobodys0000000000000key']) {
        const { body } = await context.send(await clips(context, 1), {}, key);
        expect(body['status'] !== 200, `with the key "${key}" it returns ${JSON.stringify(body)}`);
      }
    },
    'upload: requires file': async (context) => {
      const { body } = await context.send([]);
      expect(body['status'] !== 200, `it returns ${JSON.stringify(body)}`);
    },
  }),
  ...section('Upload by link (sibling)', {
    'upload by link: filecode in the result': async (context) => {
      const url = context.source('slow.webm');
      const response = await context.api.get('/api/upload/url', { url });
      context.trackTransfer(response, url);
      const { result } = response.body;
      const added = Array.isArray(result) ? result[0] : result;
      expectShape('the response', { status: response.body['status'] }, objectWith({ status: exactly(200) }));
      expectShape('result', added, responseShapes['Upload by link (sibling)']);
    },
    'upload by link: the file has the returned code and the folder': async (context) => {
      const fld_id = await context.newFolder();
      const file_code = await context.addRemote(context.source('sample.webm'), { fld_id });
      const info = await waitForFile(context, file_code);
      expectShape('its folder', String(info['file_fld_id']), exactly(fld_id));
      expect((await context.codesIn(fld_id)).includes(file_code), 'the file is not in its folder');
    },
    'upload by link: into the root without fld_id': inferred(async (context) => {
      const file_code = await context.addRemote(context.source('slow.webm'));
      expectShape('fld_id', String((await context.transfer(file_code))?.['fld_id']), exactly('0'));
    }),
  }),
  ...section('Transfer list (sibling)', {
    'transfer list: has the transfer, with its address and folder': async (context) => {
      const fld_id = await context.folder();
      const url = context.source('slow.webm');
      const file_code = await context.addRemote(url, { fld_id });
      expect((await listTransfers(context)).length > 0, 'the list is empty');
      const entry = await context.transfer(file_code);
      expect(entry !== undefined, 'the transfer is not in the list');
      expectShape('fld_id', String(entry['fld_id']), exactly(fld_id));
      // The address may be encoded differently.
      const { host, pathname } = new URL(String(entry['remote_url']));
      expect(host + pathname === new URL(url).host + new URL(url).pathname, 'the remote_url is different');
    },
    'transfer list: progress in percent that grows': async (context) => {
      const file_code = await context.addRemote(context.source('slow.webm'));
      const readProgress = (least: number) =>
        context.eventually(`a progress of more than ${least} %`, async () => {
          const progress = Number((await context.transfer(file_code))?.['progress']);
          expect(!(progress > 100), `its progress is ${progress} %`);
          return progress > least ? progress : undefined;
        });
      await readProgress(await readProgress(0));
    },
    'transfer list: file_code gives that transfer only': async (context) => {
      const codes = [];
      for (let count = 0; count < 2; count += 1) {
        codes.push(await context.addRemote(context.source('slow.webm')));
      }
      const areListed = await hasCodes(context, codes);
      for (const file_code of codes) {
        const entries = await listTransfers(context, { file_code });
        const others = entries.filter((entry) => !['', file_code].includes(String(entry['file_code'])));
        expect(others.length === 0 && entries.length <= 1, `${entries.length} entries`);
        if (entries.length === 1) continue;
        if (areListed) throw new Error('the transfer is missing');
        throw new NotedError('the transfer cannot be found by its code');
      }
    },
  }),
  ...section('Transfer actions (sibling)', {
    'transfer actions: delete_code removes those transfers and no other': async (context) => {
      context.requireQueueChanges();
      const added = [];
      for (let count = 0; count < 3; count += 1) {
        added.push(await context.addRemote(context.source('slow.webm')));
      }
      const [kept, ...removed] = added;
      const areListed = await hasCodes(context, removed);
      const body = await context.act({ delete_code: removed.join() });
      const codes = await context.listTransferCodes();
      expect(codes.includes(kept), 'another transfer was removed');
      const isDone = body['status'] === 200 && !removed.some((file_code) => codes.includes(file_code));
      if (isDone) return;
      if (areListed) throw new Error('one of the transfers is still in the list');
      throw new NotedError('one of the transfers cannot be found by its code');
    },
    'transfer actions: restart_errors restarts the failed transfers': async (context) => {
      context.requireQueueChanges();
      // The first request for this file fails, the second succeeds.
      const codes = [await addFailed(context, 'flaky.webm'), await addFailed(context, 'flaky.webm')];
      expectSuccess(await context.act({ restart_errors: '1' }));
      for (const file_code of codes) await waitForFile(context, file_code);
    },
    'transfer actions: delete_errors removes the failed transfers and no other': async (context) => {
      context.requireQueueChanges();
      // The failing transfers first, because with one slot they would wait behind the slow one.
      const failed = [await addFailed(context, 'missing.webm'), await addFailed(context, 'missing.webm')];
      const kept = await context.addRemote(context.source('slow.webm'));
      expectSuccess(await context.act({ delete_errors: '1' }));
      const codes = await context.listTransferCodes();
      expect(
        !failed.some((file_code) => codes.includes(file_code)),
        'a failed transfer is still in the list',
      );
      expect(codes.includes(kept), 'a running transfer was removed');
    },
    'transfer actions: delete_all removes all transfers': async (context) => {
      context.requireQueueChanges();
      await addFailed(context, 'missing.webm');
      await context.addRemote(context.source('slow.webm'));
      expectSuccess(await context.act({ delete_all: '1' }));
      const codes = await context.listTransferCodes();
      expect(codes.length === 0, `${codes.length} transfers are left`);
    },
  }),
  ...section('Clone file (sibling)', {
    'clone: a new file in the folder, with file_title': async (context) => {
      const fld_id = await context.newFolder();
      const file_code = await context.file();
      const file_title = context.name('title');
      const result = await context.api.result('/api/file/clone', { file_code, fld_id, file_title });
      expectShape('result', result, responseShapes['Clone file (sibling)']);
      const clone = String(readAdded({ body: { result } }));
      expect(clone !== file_code, 'the clone has the code of the original');
      const codes = await context.codesIn(fld_id);
      expect(codes.length === 1 && codes[0] === clone, 'the clone is not in the folder');
      expectShape('its title', (await context.info(clone))['file_title'], exactly(file_title));
    },
    'clone: in the root without fld_id': inferred(async (context) => {
      const file_code = await context.newClone();
      expect((await context.codesIn('0')).includes(file_code), 'it is not in the root');
    }),
    "clone: of another account's file": async (context) => {
      const other = context.other();
      const result = await other.result('/api/file/clone', { file_code: await context.file() });
      expectShape('result', result, responseShapes['Clone file (sibling)']);
      const file_code = String(readAdded({ body: { result } }));
      const info = list(await other.result('/api/file/info', { file_code }));
      expectShape('status of the clone there', Number(info[0]?.['status']), exactly(200));
    },
  }),
];

function expectSuccess(body: Record<string, unknown>): void {
  expectShape('the response', body, objectWith({ msg: text, status: exactly(200) }));
}
