import { describe, expect, test } from 'vitest';
import { findDuplicateFiles, findDuplicateOriginal } from '../../../lib/uploads/duplicates.ts';
import { createTitleForms } from '../../../lib/uploads/same-upload.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import type { ListedFile } from '../../../lib/uploads/uploads-context.ts';
import { listedTransfer, runningUpload } from './samples.ts';

const created = '2026-01-01 10:00:00';
const upload = runningUpload({ fileCode: 'original' });

describe('a transfer', () => {
  const findOriginal = (
    changes: Partial<Parameters<typeof listedTransfer>[0]>,
    original: Partial<Upload> = {},
    { nowMs = 2_000, originalCreated = created as string | null } = {},
  ) => {
    const transfer = listedTransfer({ fileCode: 'duplicate', created, ...changes });
    const candidate = { ...upload, ...original };
    return findDuplicateOriginal(transfer, [candidate], () => originalCreated, nowMs) === candidate;
  };

  test('with an upload’s address and folder, started within seconds of it, is its duplicate', () => {
    expect(findOriginal({})).toBe(true);
    expect(findOriginal({ created: '2026-01-01 10:00:15' })).toBe(true);
    expect(findOriginal({ created: '2026-01-01 09:59:45' })).toBe(true);
    expect(findOriginal({ created: '2026-01-01 10:00:16' })).toBe(false);
    expect(findOriginal({ folderId: '7' })).toBe(false);
    expect(findOriginal({ folderId: null })).toBe(true);
  });

  test('without a start time is a duplicate if it is first seen within two minutes of the request', () => {
    const minutes = (count: number) => ({ nowMs: 1_000 + count * 60_000 });
    expect(findOriginal({ created: null }, {}, minutes(2))).toBe(true);
    expect(findOriginal({ created: null }, {}, minutes(2.01))).toBe(false);
    expect(findOriginal({}, {}, { ...minutes(1), originalCreated: null })).toBe(true);
    expect(findOriginal({}, {}, { ...minutes(3), originalCreated: null })).toBe(false);
    // The clock was set back, so this can't be decided.
    expect(findOriginal({ created: null }, {}, { nowMs: 500 })).toBe(false);
    expect(findOriginal({ created: 'yesterday' }, {}, minutes(3))).toBe(false);
    // A known duplicate stays a duplicate after the original has left the list.
    const duplicates = [{ fileCode: 'duplicate', isTransfer: true }];
    expect(findOriginal({}, { duplicates }, { ...minutes(3), originalCreated: null })).toBe(true);
  });

  test('is no duplicate unless a link with the same address was accepted', () => {
    expect(findOriginal({}, { fileCode: null, claim: null })).toBe(false);
    expect(findOriginal({}, { source: 'external', claim: null })).toBe(false);
    expect(findDuplicateOriginal(listedTransfer(), [], () => null, 2_000)).toBeUndefined();
  });

  test('is the duplicate of the matching upload among several with its address', () => {
    const other = runningUpload({ id: 'two', fileCode: 'later' });
    const dates = (code: string) => (code === 'later' ? '2026-01-01 12:00:00' : created);
    const transfer = listedTransfer({ fileCode: 'duplicate', created: '2026-01-01 12:00:01' });
    expect(findDuplicateOriginal(transfer, [upload, other], dates, 9e9)).toBe(other);
  });
});

describe('a file', () => {
  const file = (fileCode: string, changes: Partial<ListedFile> = {}): ListedFile => ({
    fileCode,
    title: 'Film',
    folderId: '0',
    uploaded: created,
    ...changes,
  });
  const arrived = { ...upload, arrivedAtMs: 1_000 } as Upload;
  const duplicatesIn = (
    files: readonly ListedFile[],
    {
      holder = arrived,
      wanted = [] as string[],
      claims = { original: holder } as Record<string, Upload>,
    } = {},
  ) =>
    findDuplicateFiles(files, new Map(Object.entries(claims)), wanted.map(createTitleForms)).map(
      ({ fileCode }) => fileCode,
    );

  test('with the title and folder of an upload’s file, created within seconds of it, is its duplicate', () => {
    const original = file('original');
    expect(duplicatesIn([original, file('duplicate')])).toEqual(['duplicate']);
    expect(duplicatesIn([original, file('duplicate', { uploaded: '2026-01-01 10:00:15' })])).toEqual([
      'duplicate',
    ]);
    expect(duplicatesIn([original, file('duplicate', { uploaded: '2026-01-01 10:00:16' })])).toEqual([]);
    expect(duplicatesIn([original, file('duplicate', { uploaded: null })])).toEqual([]);
    // Without times, all files of a day have the same date.
    const uploaded = '2026-01-01 00:00:00';
    expect(duplicatesIn([file('original', { uploaded }), file('duplicate', { uploaded })])).toEqual([]);
    expect(duplicatesIn([original, file('duplicate', { title: 'Another film' })])).toEqual([]);
    expect(duplicatesIn([original, file('duplicate', { folderId: '7' })])).toEqual([]);
    expect(duplicatesIn([file('original', { title: '' }), file('duplicate', { title: '' })])).toEqual([]);
  });

  test('may be created later by as long as the original took', () => {
    const slow = { ...arrived, arrivedAtMs: 1_000 + 60_000 };
    const later = (uploaded: string) =>
      duplicatesIn([file('original'), file('duplicate', { uploaded })], { holder: slow });
    expect(later('2026-01-01 10:01:00')).toEqual(['duplicate']);
    expect(later('2026-01-01 10:01:01')).toEqual([]);
  });

  test('that another upload has claimed or may claim is no duplicate', () => {
    const files = [file('original'), file('duplicate')];
    expect(
      duplicatesIn(files, {
        claims: { original: arrived, duplicate: { ...arrived, id: 'two', fileCode: 'duplicate' } },
      }),
    ).toEqual([]);
    expect(duplicatesIn(files, { wanted: ['film.mp4'] })).toEqual([]);
    expect(duplicatesIn(files, { holder: { ...arrived, source: 'external' } })).toEqual([]);
  });
});
