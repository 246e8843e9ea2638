import { describe, expect, test } from 'vitest';
import { createTitleForms } from '../../../lib/uploads/same-upload.ts';
import { findTwinFiles, findTwinOriginal } from '../../../lib/uploads/twins.ts';
import type { Upload } from '../../../lib/uploads/upload.ts';
import type { ListedFile } from '../../../lib/uploads/uploads-context.ts';
import { listedTransfer, runningUpload } from './samples.ts';

const created = '2026-01-01 10:00:00';
const upload = runningUpload({ fileCode: 'original' });

describe('a transfer', () => {
  const twinOf = (
    changes: Partial<Parameters<typeof listedTransfer>[0]>,
    original: Partial<Upload> = {},
    { nowMs = 2_000, originalCreated = created as string | null } = {},
  ) => {
    const transfer = listedTransfer({ fileCode: 'twin', created, ...changes });
    const candidate = { ...upload, ...original };
    return findTwinOriginal(transfer, [candidate], () => originalCreated, nowMs) === candidate;
  };

  test('with the address and folder of an upload, begun within seconds of it, is its twin', () => {
    expect(twinOf({})).toBe(true);
    expect(twinOf({ created: '2026-01-01 10:00:15' })).toBe(true);
    expect(twinOf({ created: '2026-01-01 09:59:45' })).toBe(true);
    expect(twinOf({ created: '2026-01-01 10:00:16' })).toBe(false);
    expect(twinOf({ folderId: '7' })).toBe(false);
    expect(twinOf({ folderId: null })).toBe(true);
  });

  test('without a start time is a twin if it is first seen within two minutes of the request', () => {
    const minutes = (count: number) => ({ nowMs: 1_000 + count * 60_000 });
    expect(twinOf({ created: null }, {}, minutes(2))).toBe(true);
    expect(twinOf({ created: null }, {}, minutes(2.01))).toBe(false);
    expect(twinOf({}, {}, { ...minutes(1), originalCreated: null })).toBe(true);
    expect(twinOf({}, {}, { ...minutes(3), originalCreated: null })).toBe(false);
    // The clock was set back: undecidable.
    expect(twinOf({ created: null }, {}, { nowMs: 500 })).toBe(false);
    expect(twinOf({ created: 'yesterday' }, {}, minutes(3))).toBe(false);
    // Once known, it remains one when the original has left the list.
    const twins = [{ fileCode: 'twin', isTransfer: true }];
    expect(twinOf({}, { twins }, { ...minutes(3), originalCreated: null })).toBe(true);
  });

  test('is no twin without an accepted link of the same address', () => {
    expect(twinOf({}, { fileCode: null, claim: null })).toBe(false);
    expect(twinOf({}, { source: 'external', claim: null })).toBe(false);
    expect(findTwinOriginal(listedTransfer(), [], () => null, 2_000)).toBeUndefined();
  });

  test('is the twin of the matching upload among several with its address', () => {
    const other = runningUpload({ id: 'two', fileCode: 'later' });
    const dates = (code: string) => (code === 'later' ? '2026-01-01 12:00:00' : created);
    const transfer = listedTransfer({ fileCode: 'twin', created: '2026-01-01 12:00:01' });
    expect(findTwinOriginal(transfer, [upload, other], dates, 9e9)).toBe(other);
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
  const twinsIn = (
    files: readonly ListedFile[],
    {
      holder = arrived,
      wanted = [] as string[],
      claims = { original: holder } as Record<string, Upload>,
    } = {},
  ) =>
    findTwinFiles(files, new Map(Object.entries(claims)), wanted.map(createTitleForms)).map(
      ({ fileCode }) => fileCode,
    );

  test('with the title and folder of an upload’s file, made within seconds of it, is its twin', () => {
    const original = file('original');
    expect(twinsIn([original, file('twin')])).toEqual(['twin']);
    expect(twinsIn([original, file('twin', { uploaded: '2026-01-01 10:00:15' })])).toEqual(['twin']);
    expect(twinsIn([original, file('twin', { uploaded: '2026-01-01 10:00:16' })])).toEqual([]);
    expect(twinsIn([original, file('twin', { uploaded: null })])).toEqual([]);
    expect(twinsIn([original, file('twin', { title: 'Another film' })])).toEqual([]);
    expect(twinsIn([original, file('twin', { folderId: '7' })])).toEqual([]);
    expect(twinsIn([file('original', { title: '' }), file('twin', { title: '' })])).toEqual([]);
  });

  test('may be created later by as much time as the original took', () => {
    const slow = { ...arrived, arrivedAtMs: 1_000 + 60_000 };
    const later = (uploaded: string) =>
      twinsIn([file('original'), file('twin', { uploaded })], { holder: slow });
    expect(later('2026-01-01 10:01:00')).toEqual(['twin']);
    expect(later('2026-01-01 10:01:01')).toEqual([]);
  });

  test('that another upload has claimed or may claim is no twin', () => {
    const files = [file('original'), file('twin')];
    expect(
      twinsIn(files, { claims: { original: arrived, twin: { ...arrived, id: 'two', fileCode: 'twin' } } }),
    ).toEqual([]);
    expect(twinsIn(files, { wanted: ['film.mp4'] })).toEqual([]);
    expect(twinsIn(files, { holder: { ...arrived, source: 'external' } })).toEqual([]);
  });
});
