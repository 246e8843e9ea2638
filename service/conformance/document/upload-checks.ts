import type { Body } from '../caller.ts';
import { type Check, type Context, field, inferred, list, section } from '../check-context.ts';
import { absoluteUrl, exactly, expect, expectShape, filledArrayOf } from '../shapes.ts';
import { responseShapes } from './response-shapes.ts';

function expectEnvelopeOnly(body: Body): void {
  expectShape('the response', body, responseShapes.Envelope);
  expect(body['msg'] !== '', 'msg is empty');
  expect(!('result' in body), 'there is a result');
}

/** Neither pending nor running. The document doesn't name these states. */
const isFailed = (entry: Record<string, unknown> | undefined) =>
  entry !== undefined &&
  !/^(pending|queued?|waiting|new|working|active|downloading|running|processing)\b/i.test(
    String(entry['status']),
  );

async function addFailed(context: Context, file: string): Promise<string> {
  const file_code = await context.addRemote(context.source(file));
  await context.eventually('the failure of a transfer', async () => {
    return isFailed(await context.transfer(file_code)) || undefined;
  });
  return file_code;
}

function waitForFile(context: Context, file_code: string): Promise<Record<string, unknown>> {
  return context.eventually('the file of a transfer', async () => {
    // Until then, the service may refuse the call or return an empty result.
    const { body } = await context.api.get('/api/file/info', { file_code });
    const [info] = body['status'] === 200 ? list(body['result']) : [];
    return info?.['status'] === 200 ? info : undefined;
  });
}

export const uploadChecks: Check[] = [
  ...section('Upload server', {
    'upload server: the result is an address': async ({ api }) => {
      expectShape('result', await api.result('/api/upload/server'), absoluteUrl);
    },
  }),
  ...section('Upload a file', {
    'upload: field file, api_key, and the key appended to the query': async (context) => {
      const entry = await context.upload();
      expectShape('result', [entry], filledArrayOf(responseShapes['Upload a file']));
      const info = await context.info(await context.file());
      expect(info['size'] === entry['size'], 'file info has a different size');
    },
    'upload: the file is in the root': inferred(async (context) => {
      expect((await context.codesIn('0')).includes(await context.file()), 'the file is not in the root');
    }),
    'upload: rejects missing and unknown keys': async (context) => {
      for (const key of ['', 'nobodys0000000000000key']) {
        const { body } = await context.send([await context.clip()], {}, key);
        expect(body['status'] !== 200, `with the key "${key}" it returns ${JSON.stringify(body)}`);
      }
    },
    'upload: requires file': async (context) => {
      const { body } = await context.send([]);
      expect(body['status'] !== 200, `it returns ${JSON.stringify(body)}`);
    },
  }),
  ...section('Clone file', {
    'clone: a new file in the folder': async (context) => {
      const fld_id = await context.newFolder();
      const file_code = await context.file();
      const result = await context.api.result('/api/file/clone', { file_code, fld_id });
      expectShape('result', result, responseShapes['Clone file']);
      const clone = field(result, 'filecode');
      expect(clone !== file_code, 'the clone has the code of the original');
      const codes = await context.codesIn(fld_id);
      expect(codes.length === 1 && codes[0] === clone, 'the clone is not in the folder');
    },
    'clone: in the root without fld_id': inferred(async (context) => {
      const file_code = await context.newClone();
      expect((await context.codesIn('0')).includes(file_code), 'it is not in the root');
    }),
    "clone: of another account's file": async (context) => {
      const other = context.other();
      const result = await other.result('/api/file/clone', { file_code: await context.file() });
      expectShape('result', result, responseShapes['Clone file']);
      const file_code = String(field(result, 'filecode'));
      const info = list(await other.result('/api/file/info', { file_code }));
      expect(info[0]?.['status'] === 200, 'the clone is not in the other account');
    },
  }),
  ...section('Upload by link', {
    'upload by link: new_title and slots at the top level, filecode in the result': async (context) => {
      const params = { url: context.source('slow.webm'), new_title: context.name('title') };
      const response = await context.api.get('/api/upload/url', params);
      context.trackTransfer(response, params.url);
      expectShape('the response', response.body, responseShapes.Envelope);
      expectShape('the response', response.body, responseShapes['Upload by link']);
    },
    'upload by link: the file has the returned code, the folder and the title': async (context) => {
      const fld_id = await context.newFolder();
      const title = context.name('title');
      const params = { fld_id, new_title: title };
      const file_code = await context.addRemote(context.source('sample.webm'), params);
      const info = await waitForFile(context, file_code);
      expectShape('title', info['title'], exactly(title));
      const size = (await context.upload())['size'];
      expectShape('size', info['size'], exactly(size));
      expect((await context.codesIn(fld_id)).includes(file_code), 'the file is not in its folder');
    },
    'upload by link: into the root without fld_id': inferred(async (context) => {
      const file_code = await context.addRemote(context.source('slow.webm'));
      expectShape('folder_id', (await context.transfer(file_code))?.['folder_id'], exactly('0'));
    }),
  }),
  ...section('Transfer list', {
    'transfer list: has the transfer, with its address and folder': async (context) => {
      const folder = await context.folder();
      const url = context.source('slow.webm');
      const file_code = await context.addRemote(url, { fld_id: folder });
      const all = await context.api.result('/api/urlupload/list');
      expectShape('the list', all, filledArrayOf(responseShapes['Transfer list']));
      const entry = list(all).find((each) => each['file_code'] === file_code);
      expect(entry !== undefined, 'the transfer is not in the list');
      expectShape('folder_id', entry['folder_id'], exactly(folder));
      // The address may be encoded differently.
      const { host, pathname } = new URL(String(entry['remote_url']));
      expect(host + pathname === new URL(url).host + new URL(url).pathname, 'the remote_url is different');
    },
    'transfer list: "working" with bytes that grow': async (context) => {
      const file_code = await context.addRemote(context.source('slow.webm'));
      const readBytes = () =>
        context.eventually('bytes arriving', async () => {
          const entry = await context.transfer(file_code);
          const downloaded = Number(entry?.['bytes_downloaded']);
          return entry?.['status'] === 'working' && downloaded > 0 ? downloaded : undefined;
        });
      const first = await readBytes();
      await context.eventually('more bytes', async () => ((await readBytes()) > first ? true : undefined));
    },
  }),
  ...section('Transfer status', {
    'transfer status: the requested transfer': async (context) => {
      const codes = [];
      for (let count = 0; count < 2; count += 1) {
        codes.push(await context.addRemote(context.source('slow.webm')));
      }
      for (const file_code of codes) {
        const result = await context.api.result('/api/urlupload/status', { file_code });
        expectShape('result', result, filledArrayOf(responseShapes['Transfer list']));
        expect(list(result).length === 1, `${list(result).length} entries`);
        expectShape('file_code', list(result)[0]?.['file_code'], exactly(file_code));
      }
    },
  }),
  ...section('Slots', {
    'slots: no result, two counts at the top level': async ({ api }) => {
      const { body } = await api.get('/api/urlupload/slots');
      expectShape('the response', body, responseShapes.Envelope);
      expectShape('the response', body, responseShapes.Slots);
      expect(!('result' in body), 'there is a result');
    },
  }),
  ...section('Transfer actions', {
    'transfer actions: delete_code removes that transfer and no other': async (context) => {
      context.requireQueueChanges();
      const removed = await context.addRemote(context.source('slow.webm'));
      const kept = await context.addRemote(context.source('slow.webm'));
      expectEnvelopeOnly(await context.act({ delete_code: removed }));
      const codes = await context.listTransferCodes();
      expect(!codes.includes(removed), 'the transfer is still in the list');
      expect(codes.includes(kept), 'another transfer was removed');
    },
    'transfer actions: restart_errors restarts the failed transfers': async (context) => {
      context.requireQueueChanges();
      // The first request for this file fails, the second succeeds.
      const codes = [await addFailed(context, 'flaky.webm'), await addFailed(context, 'flaky.webm')];
      expectEnvelopeOnly(await context.act({ restart_errors: '1' }));
      for (const file_code of codes) await waitForFile(context, file_code);
    },
    'transfer actions: clear_errors removes the failed transfers and no other': async (context) => {
      context.requireQueueChanges();
      // The failing transfers first, because with one slot they would wait behind the slow one.
      const failed = [await addFailed(context, 'missing.webm'), await addFailed(context, 'missing.webm')];
      const kept = await context.addRemote(context.source('slow.webm'));
      expectEnvelopeOnly(await context.act({ clear_errors: '1' }));
      const codes = await context.listTransferCodes();
      expect(
        !failed.some((file_code) => codes.includes(file_code)),
        'a failed transfer is still in the list',
      );
      expect(codes.includes(kept), 'a running transfer was removed');
    },
    'transfer actions: clear_all removes all transfers': async (context) => {
      context.requireQueueChanges();
      await addFailed(context, 'missing.webm');
      await context.addRemote(context.source('slow.webm'));
      expectEnvelopeOnly(await context.act({ clear_all: '1' }));
      const codes = await context.listTransferCodes();
      expect(codes.length === 0, `${codes.length} transfers are left`);
    },
  }),
];
