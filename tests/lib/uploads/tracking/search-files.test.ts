import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../lib/api/index.ts';
import { getNextSearchMs, searchFiles } from '../../../../lib/uploads/tracking/search-files.ts';
import type { Upload } from '../../../../lib/uploads/upload.ts';
import { fakeClient } from '../../fake-service.ts';
import { runningUpload } from '../samples.ts';

const facts = { endpoint: 'test', msg: null, status: null, mayHaveTakenEffect: false };
const noAnswer = new ApiError('invalid-response', 'No answer', facts);
const verifying = (fileCode: string, misses = 0): Upload =>
  runningUpload({ id: fileCode, fileCode, state: 'verifying', verification: { misses, nextAtMs: 0 } });

/** @param failing the service has no answer for these */
function clientWith(
  files: readonly string[],
  { failing = [] as string[], active = [] as string[], checkFails = false } = {},
) {
  const requests: string[] = [];
  const ask = (what: string) => {
    requests.push(what);
  };
  const client = fakeClient({
    files: {
      async info(codes: readonly string[]) {
        ask(`info ${codes.join()}`);
        return codes.map((fileCode) =>
          files.includes(fileCode)
            ? { fileCode, found: true, title: fileCode, size: 1 }
            : { fileCode, found: false, msg: null, error: failing.includes(fileCode) ? noAnswer : null },
        );
      },
      async check(code: string) {
        ask(`check ${code}`);
        if (checkFails) throw noAnswer;
        if (!active.includes(code)) throw new ApiError('not-found', 'No', facts);
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

test('a file that file info fails for is found by file check, or has no verdict', async () => {
  const { client, requests } = clientWith(['one'], { failing: ['two'], active: ['two'] });
  const found = await searchFiles(client, [verifying('one'), verifying('two')]);
  expect(found.get('two')).toEqual({ title: null, size: null });
  expect(requests).toEqual(['info one,two', 'check two']);
  const failing = clientWith(['one'], { failing: ['two'], checkFails: true });
  const open = await searchFiles(failing.client, [verifying('one'), verifying('two')]);
  expect([...open]).toEqual([
    ['one', { title: 'one', size: 1 }],
    ['two', noAnswer],
  ]);
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

  test('comes after searches at growing intervals', () => {
    const waits = [0, 1, 2, 3, 4].map((misses) => getNextSearchMs(verifying('one', misses), 10_000));
    expect(waits).toEqual([12_000, 18_000, 40_000, 130_000, null]);
    expect(getNextSearchMs(verifying('one', 8), 10_000, true)).toBe(3_610_000);
    expect(getNextSearchMs(verifying('one', 9), 10_000, true)).toBeNull();
  });
});
