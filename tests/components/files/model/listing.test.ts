import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createListing,
  indexOfKey,
  itemAt,
  type Listing,
  topFolders,
} from '../../../../components/files/model/listing.ts';
import { allFiles, type FilesRoute } from '../../../../components/files/model/route.ts';
import type { CatalogFile, CatalogFolder } from '../../../../lib/catalog/file.ts';
import { createSnapshot, type Snapshot } from '../../../../lib/catalog/query/snapshot.ts';
import type { ServiceSearchResult } from '../../../../lib/protocol.ts';
import { createSample } from '../../../lib/catalog/query/contents-sample.ts';

const folders: readonly CatalogFolder[] = [
  { id: '1', name: 'Movies', parentId: '0', code: null },
  { id: '2', name: 'Old ones', parentId: '1', code: null },
];
const syncStatus = { phase: 'complete' } as Snapshot['syncStatus'];

function snapshotOf(files: readonly Partial<CatalogFile>[]): Snapshot {
  const { contents } = createSample(files, folders);
  return createSnapshot({ accountId: 'a', version: 1, files: files.length }, contents, syncStatus);
}
const snapshot = snapshotOf([
  { title: 'Rabbit', folderId: '0', uploaded: 10, length: 60 },
  { title: 'Rabbit and turtle', folderId: '1', uploaded: 30, length: 600 },
  { title: 'Old rabbit', folderId: '2', uploaded: 20, canPlay: false },
]);

const at = (change: Partial<FilesRoute>): FilesRoute => ({ ...allFiles, ...change });
const foundFile = (change: Partial<ServiceSearchResult>): ServiceSearchResult => ({
  fileCode: 'new',
  title: 'Rabbit',
  folderId: '0',
  uploaded: null,
  length: null,
  views: null,
  size: null,
  lastView: null,
  detailsReadAt: null,
  canPlay: null,
  isPublic: null,
  image: null,
  download: null,
  ...change,
});
const all = (listed: Listing) => Array.from({ length: listed.length }, (_, index) => itemAt(listed, index));
const namesOf = (listed: Listing) =>
  all(listed).map((item) => {
    if (item?.kind === 'folder') return `/${item.folder.name}`;
    if (item?.kind === 'file') return snapshot.file(item.fileId)?.title;
    return item?.kind === 'found' ? `+${item.file.fileCode}` : '--';
  });

describe('the listing', () => {
  it('of a folder has its folders before its files; with subfolders, it has all their files and no folders', () => {
    expect(namesOf(createListing(snapshot, at({ folderId: '1' }), []))).toEqual([
      '/Old ones',
      'Rabbit and turtle',
    ]);
    expect(namesOf(createListing(snapshot, at({ folderId: '1', withSubfolders: true }), []))).toEqual([
      'Rabbit and turtle',
      'Old rabbit',
    ]);
  });

  it('of a search has matching folders first, starting from the searched folder', () => {
    const search = (change: Partial<FilesRoute>) =>
      namesOf(createListing(snapshot, at(change), [])).slice(0, 2);
    expect(search({ text: 'ones OLD' })).toEqual(['/Old ones']);
    // Names that start with the text come first.
    expect(search({ text: 'o' })).toEqual(['/Old ones', '/Movies']);
    expect(search({ text: 'old', folderId: '1', inFolderOnly: true })).toEqual(['/Old ones', 'Old rabbit']);
    expect(search({ text: 'old', folderId: '2', inFolderOnly: true })).toEqual(['Old rabbit']);
    const conditions = { ...allFiles.conditions, canPlay: false };
    expect(search({ text: 'old', conditions })).toEqual(['Old rabbit']);
  });

  it('of all files is newest first, below a link to the folders if there is no tree', () => {
    expect(namesOf(createListing(snapshot, at({}), []))).toEqual([
      'Rabbit and turtle',
      'Old rabbit',
      'Rabbit',
    ]);
    const pinned = [
      { id: '2', name: 'Old name' },
      { id: 'gone', name: 'Gone' },
    ];
    const top = topFolders(snapshot, pinned);
    expect(top.map(({ id }) => id)).toEqual(['0', '2']);
    expect(namesOf(createListing(snapshot, at({}), [], top))[0]).toBe('/');
  });

  it('of a search has no folders, and the best match first unless it is sorted', () => {
    const sorting = { column: 'uploaded', descending: true } as const;
    expect(namesOf(createListing(snapshot, at({ text: 'rabbit', folderId: '1' }), []))[0]).toBe('Rabbit');
    expect(namesOf(createListing(snapshot, at({ text: 'rabbit', sorting }), []))[0]).toBe(
      'Rabbit and turtle',
    );
    expect(
      namesOf(createListing(snapshot, at({ text: 'rabbit', folderId: '1', inFolderOnly: true }), [])),
    ).toHaveLength(2);
  });

  it('has no folders while filters are set', () => {
    const conditions = { ...allFiles.conditions, length: { least: 100, most: null } };
    expect(namesOf(createListing(snapshot, at({ folderId: '0', conditions }), []))).toEqual([]);
    expect(namesOf(createListing(snapshot, at({ conditions }), []))).toEqual(['Rabbit and turtle']);
  });
});

describe('close matches', () => {
  it('come below their own heading, above the service’s results', () => {
    const listed = createListing(
      snapshot,
      at({ text: 'turtle' }),
      [foundFile({})],
      [],
      new Uint32Array([2, 0]),
    );
    expect(namesOf(listed)).toEqual(['Rabbit and turtle', '--', 'Old rabbit', 'Rabbit', '--', '+new']);
    for (const [index, item] of all(listed).entries())
      if (item?.kind !== 'heading') expect(indexOfKey(listed, item?.key ?? '')).toBe(index);
  });
});

describe('results of the service', () => {
  const text = 'rabbit';

  it('come last, under a heading, each file once, without those in the catalog', () => {
    const found = [foundFile({ fileCode: 'code0' }), foundFile({}), foundFile({})];
    expect(namesOf(createListing(snapshot, at({ text }), found)).slice(-2)).toEqual(['--', '+new']);
  });

  it('are left out without a search', () => {
    expect(namesOf(createListing(snapshot, at({ text: ' ' }), [foundFile({})]))).not.toContain('+new');
  });

  it('respect the folder and the filters', () => {
    const counted = (route: Partial<FilesRoute>, change: Partial<ServiceSearchResult>) =>
      createListing(snapshot, at({ text, ...route }), [foundFile(change)]).found.length;
    expect(counted({ folderId: '1', inFolderOnly: true }, { folderId: '0' })).toBe(0);
    expect(counted({ folderId: '1', inFolderOnly: true }, { folderId: '2' })).toBe(1);
    expect(counted({ folderId: '1' }, { folderId: '0' })).toBe(1);
    const only = (change: Partial<FilesRoute['conditions']>) => ({
      conditions: { ...allFiles.conditions, ...change },
    });
    const minute = { length: { least: 60, most: null } };
    expect(counted(only(minute), { length: 60 })).toBe(1);
    expect(counted(only(minute), { length: 59 })).toBe(0);
    expect(counted(only(minute), { length: null })).toBe(0);
    expect(counted(only({ views: { least: null, most: 3 } }), { views: 4 })).toBe(0);
    // The service's search returns no views.
    expect(counted(only({ unviewed: 30 }), { uploaded: 0 })).toBe(0);
    expect(counted(only({ unviewed: 'never' }), { uploaded: 0 })).toBe(0);
    expect(counted(only({ isTakedown: true }), {})).toBe(0);
    expect(counted(only({ isTakedown: false }), {})).toBe(1);
    expect(counted(only({ from: '2026-01-01' }), { uploaded: Date.parse('2025-12-31') / 1000 })).toBe(0);
    expect(counted(only({ canPlay: true }), { canPlay: false })).toBe(0);
    expect(counted(only({ isPublic: false }), { isPublic: null })).toBe(0);
  });

  it('don’t move other items', () => {
    const codes = fc.array(fc.constantFrom('code0', 'code1', 'a', 'b', 'c d'));
    fc.assert(
      fc.property(codes, fc.constantFrom('rabbit', 'old', ''), (fileCodes, typed) => {
        const route = at({ text: typed });
        const before = all(createListing(snapshot, route, []));
        const after = createListing(
          snapshot,
          route,
          fileCodes.map((fileCode) => foundFile({ fileCode })),
        );
        expect(all(after).slice(0, before.length)).toEqual(before);
      }),
    );
  });
});

it('finds every item by its key, and no item by another key', () => {
  const found = ['x', 'y z'].map((fileCode) => foundFile({ fileCode }));
  for (const route of [at({}), at({ folderId: '0' }), at({ text: 'rabbit' })]) {
    const listed = createListing(snapshot, route, found, topFolders(snapshot, []));
    for (const [index, item] of all(listed).entries()) {
      if (item?.kind !== 'heading') expect(indexOfKey(listed, item?.key ?? '')).toBe(index);
    }
    for (const key of ['', 'file 99', 'folder 99', 'found nobody']) expect(indexOfKey(listed, key)).toBe(-1);
    expect(itemAt(listed, listed.length)).toBeNull();
  }
});
