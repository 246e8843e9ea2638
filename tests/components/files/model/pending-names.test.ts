import { expect, it } from 'vitest';
import { isNoLongerPending, type PendingName } from '../../../../components/files/model/pending-names.ts';
import type { BulkJob } from '../../../../lib/bulk/work.ts';

const pendingName: PendingName = { name: 'New', before: 'Old', jobId: 'job' };
const catalog = (name: string | null) => ({
  file: () => (name === null ? null : { title: name }) as never,
  folders: new Map(name === null ? [] : [['7', { id: '7', name, parentId: '0', code: null }]]),
});
const job = (change: Partial<BulkJob>) => [{ id: 'job', failed: 0, isUndone: false, ...change } as BulkJob];

it.each(['file 3', 'folder 7'])(
  'the pending name of %s is dropped when the catalog has another name, or its job had no effect',
  (key) => {
    expect(isNoLongerPending(key, pendingName, catalog('Old'), [])).toBe(false);
    expect(isNoLongerPending(key, pendingName, catalog('Old'), job({ state: 'working' }))).toBe(false);
    expect(isNoLongerPending(key, pendingName, catalog('Old'), job({ id: 'another', state: 'done' }))).toBe(
      false,
    );
    expect(isNoLongerPending(key, pendingName, catalog('New'), job({ state: 'working' }))).toBe(true);
    expect(isNoLongerPending(key, pendingName, catalog('Third'), [])).toBe(true);
    expect(isNoLongerPending(key, pendingName, catalog(null), [])).toBe(true);
    expect(isNoLongerPending(key, pendingName, catalog('Old'), job({ state: 'stopped' }))).toBe(true);
    expect(isNoLongerPending(key, pendingName, catalog('Old'), job({ state: 'done', failed: 1 }))).toBe(true);
    expect(isNoLongerPending(key, pendingName, catalog('Old'), job({ state: 'done', isUndone: true }))).toBe(
      true,
    );
    // The changed catalog is still being read.
    expect(isNoLongerPending(key, pendingName, catalog('Old'), job({ state: 'done' }))).toBe(false);
  },
);

it('the pending name of a file that only the service knows is dropped when the job fails or is undone', () => {
  const key = 'found c';
  expect(isNoLongerPending(key, pendingName, catalog(null), [])).toBe(false);
  expect(isNoLongerPending(key, pendingName, catalog(null), job({ state: 'done' }))).toBe(false);
  expect(isNoLongerPending(key, pendingName, catalog(null), job({ state: 'done', failed: 1 }))).toBe(true);
  expect(isNoLongerPending(key, pendingName, catalog(null), job({ state: 'done', isUndone: true }))).toBe(
    true,
  );
  expect(isNoLongerPending(key, pendingName, catalog(null), job({ state: 'stopped' }))).toBe(true);
});
