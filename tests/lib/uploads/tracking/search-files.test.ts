import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../lib/api/index.ts';
import { unreportedSearch } from '../../../../lib/timing/policies.ts';
import { getNextSearchMs } from '../../../../lib/uploads/tracking/judge-file.ts';
import { searchFiles } from '../../../../lib/uploads/tracking/search-files.ts';
import type { Upload } from '../../../../lib/uploads/upload.ts';
import { fakeClient } from '../../fake-service.ts';
import { runningUpload } from '../samples.ts';

const facts = { endpoint: 'test', msg: null, status: null, mayHaveTakenEffect: false };
const noAnswer = new ApiError('invalid-response', 'No answer', facts);
const verifying = (fileCode: string, misses = 0): Upload =>
  runningUpload({ id: fileCode, fileCode, state: 'verifying', verification: { misses, nextAtMs: 0 } });

/** @param failing codes for which the request fails */
function clientWith(
  files: readonly string[],
  {
    failing = [] as string[],
    active = [] as string[],
    listed = [] as string[],
    checkFails = false,
    listFails = false,
  } = {},
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
      async *iterate() {
        ask('list');
        if (listFails) throw noAnswer;
        yield* listed.map((fileCode) => ({ fileCode, title: `${fileCode}, listed` }));
        return { skipped: 0 };
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
  const found = await searchFiles(client, [verifying('one'), verifying('two')], 10_000);
  expect([...found]).toEqual([
    ['one', { title: 'one', size: 1 }],
    ['two', null],
  ]);
  expect(requests).toEqual(['info one,two']);
});

test('if file info fails for a file, file check finds it, or there is no verdict', async () => {
  const { client, requests } = clientWith(['one'], { failing: ['two'], active: ['two'] });
  const found = await searchFiles(client, [verifying('one'), verifying('two')], 10_000);
  expect(found.get('two')).toEqual({ title: null, size: null });
  expect(requests).toEqual(['info one,two', 'check two']);
  const both = clientWith(['one'], { failing: ['two', 'three'], checkFails: true, listed: ['two'] });
  const some = await searchFiles(both.client, [verifying('two'), verifying('three')], 10_000);
  expect([some.get('two'), some.get('three')]).toMatchObject([{ title: 'two, listed' }, noAnswer]);
  expect(both.requests).toEqual(['info two,three', 'check two', 'check three', 'list']);
  const failing = clientWith(['one'], { failing: ['two'], checkFails: true, listFails: true });
  const open = await searchFiles(failing.client, [verifying('one'), verifying('two')], 10_000);
  expect([...open]).toEqual([
    ['one', { title: 'one', size: 1 }],
    ['two', noAnswer],
  ]);
});

describe('if the service reports no transfers', () => {
  const { maxElapsedMs: lastMs = 0 } = unreportedSearch;
  const nextMs = (elapsedMs: number, misses = 9) => {
    const { verification, ...rest } = verifying('one', misses);
    const unreported = { misses: 0, nextAtMs: 0, ...verification, unreportedSinceMs: 10_000 };
    const nowMs = 10_000 + elapsedMs;
    const atMs = getNextSearchMs({ ...rest, verification: unreported }, nowMs, { isListKnown: false });
    return atMs === null ? null : atMs - nowMs;
  };

  test('each search follows after a tenth of the elapsed time, within limits', () => {
    expect([0, 40_000, 600_000, 3_600_000, lastMs - 1].map((ms) => nextMs(ms))).toEqual([
      ...[5_000, 5_000, 60_000, 360_000, 900_000],
    ]);
  });

  test('the last search is after half a day, and never among the first', () => {
    expect(nextMs(lastMs)).toBeNull();
    expect(nextMs(lastMs, 3), 'after a sleep').toBe(900_000);
  });
});

test('an upload vanishes only while transfers are reported', () => {
  const next = (isListKnown: boolean) => getNextSearchMs(verifying('one', 4), 10_000, { isListKnown });
  expect([next(true), next(false)]).toEqual([null, 130_000]);
});

test('a vanished upload is searched for once, and again only while the service fails', () => {
  const vanished = { ...verifying('one'), endedAtMs: 1_000 };
  expect(getNextSearchMs(vanished, 10_000, { isListKnown: false })).toBeNull();
  expect(getNextSearchMs(vanished, 10_000, { hasFailed: true })).toBe(12_000);
});

describe('the last search', () => {
  test('uses file check and the list, too', async () => {
    const { client, requests } = clientWith([], { active: ['there'] });
    const found = await searchFiles(
      client,
      [verifying('there', 4), verifying('gone', 4), verifying('early', 3)],
      10_000,
    );
    expect(found.get('there')).toEqual({ title: null, size: null });
    expect(found.get('gone')).toBeNull();
    expect(requests).toEqual(['info there,gone,early', 'check there', 'check gone', 'list']);
  });

  test('comes after searches at growing intervals', () => {
    const waits = [0, 1, 2, 3, 4].map((misses) => getNextSearchMs(verifying('one', misses), 10_000));
    expect(waits).toEqual([12_000, 18_000, 42_000, 130_000, null]);
    expect(getNextSearchMs(verifying('one', 8), 10_000, { hasFailed: true })).toBe(3_610_000);
    expect(getNextSearchMs(verifying('one', 9), 10_000, { hasFailed: true })).toBeNull();
  });
});
