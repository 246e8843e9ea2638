import { describe, expect, test } from 'vitest';
import { NotFoundError } from '../../../../lib/api/index.ts';
import { getNextSearchMs, searchFiles } from '../../../../lib/uploads/tracking/search-files.ts';
import type { Upload } from '../../../../lib/uploads/upload.ts';
import { fakeClient } from '../../fake-service.ts';
import { runningUpload } from '../samples.ts';

const facts = { endpoint: 'test', msg: null, status: null, mayHaveTakenEffect: false };
const verifying = (fileCode: string, misses = 0, wasFailed = false): Upload =>
  runningUpload({
    id: fileCode,
    fileCode,
    state: 'verifying',
    verification: { wasFailed, misses, nextAtMs: 0 },
  });

/** @param refuses the whole question is answered "not found" where one of the codes is unknown */
function clientWith(files: readonly string[], { refuses = false, active = [] as string[] } = {}) {
  const requests: string[] = [];
  const ask = (what: string) => {
    requests.push(what);
  };
  const client = fakeClient({
    files: {
      async info(codes: readonly string[]) {
        ask(`info ${codes.join()}`);
        if (refuses && codes.some((code) => !files.includes(code))) throw new NotFoundError('No', facts);
        return codes.map((fileCode) =>
          files.includes(fileCode)
            ? { fileCode, found: true, title: fileCode, size: 1 }
            : { fileCode, found: false },
        );
      },
      async check(code: string) {
        ask(`check ${code}`);
        if (!active.includes(code)) throw new NotFoundError('No', facts);
        return { active: true };
      },
    },
  });
  return { client, requests };
}

test('one request searches for any number of transfers, and returns title and size', async () => {
  const { client, requests } = clientWith(['one']);
  const found = await searchFiles(client, [verifying('one'), verifying('two')]);
  expect([...found]).toEqual([
    ['one', { title: 'one', size: 1 }],
    ['two', null],
  ]);
  expect(requests).toEqual(['info one,two']);
});

test('a request that the service refuses because of one code is repeated for each code', async () => {
  const { client, requests } = clientWith(['one'], { refuses: true });
  const found = await searchFiles(client, [verifying('one'), verifying('two')]);
  expect(found.get('one')).not.toBeNull();
  expect(found.get('two')).toBeNull();
  expect(requests).toEqual(['info one,two', 'info one', 'info two']);
});

describe('the last search', () => {
  test('uses file check, too', async () => {
    const { client, requests } = clientWith([], { active: ['there'] });
    const found = await searchFiles(client, [
      verifying('there', 4),
      verifying('gone', 4),
      verifying('early', 3),
    ]);
    expect(found.get('there')).toEqual({ title: null, size: null });
    expect(found.get('gone')).toBeNull();
    expect(requests).toEqual(['info there,gone,early', 'check there', 'check gone']);
  });

  test('is the first one for a failed transfer', async () => {
    const { client, requests } = clientWith([]);
    await searchFiles(client, [verifying('one', 0, true)]);
    expect(requests).toEqual(['info one', 'check one']);
  });

  test('comes after searches at growing intervals', () => {
    const waits = [0, 1, 2, 3, 4].map((misses) => getNextSearchMs(verifying('one', misses), 10_000));
    expect(waits).toEqual([12_000, 18_000, 40_000, 130_000, null]);
  });
});
