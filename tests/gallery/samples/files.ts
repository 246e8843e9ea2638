/** Catalogs in memory, also for tests that need a snapshot. */

import { Block, toColumns } from '../../../lib/catalog/columns/block.ts';
import { blockSize } from '../../../lib/catalog/columns/block-size.ts';
import type { CatalogFile, CatalogFolder, FileAddresses, SyncStatus } from '../../../lib/catalog/file.ts';
import { unreadBlock } from '../../../lib/catalog/query/contents.ts';
import { createSnapshot, type Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { demo, now } from './sample.ts';

const day = 86_400;
const newest = Math.floor(now / 1000);

export const syncStatus = (change: Partial<SyncStatus> = {}): SyncStatus => ({
  phase: 'complete',
  isStopped: false,
  files: 0,
  folders: 0,
  filesExpected: null,
  foldersLeft: 0,
  isDamaged: false,
  syncedAtMs: now - 2 * 60_000,
  problem: null,
  serviceClock: null,
  details: { isWanted: false, isStopped: false, waitsUntilMs: null, isOneByOne: false },
  ...change,
});

export const file = (change: Partial<CatalogFile> = {}): CatalogFile => ({
  fileCode: 'code',
  title: 'big-buck-bunny',
  folderId: '0',
  uploaded: newest,
  length: 596,
  views: 12,
  size: null,
  lastView: null,
  detailsReadAt: null,
  canPlay: true,
  isPublic: true,
  ...change,
});

export const folder = (id: string, name: string, parentId = '0'): CatalogFolder => ({
  id,
  name,
  parentId,
  code: null,
});

/** @param files null: an empty slot */
export function buildSnapshot(
  files: readonly (CatalogFile | null)[],
  folders: readonly CatalogFolder[],
  status: Partial<SyncStatus> = {},
  version = 1,
  unread: readonly Block[] = [],
): Snapshot {
  const blocks = Array.from(
    { length: Math.ceil(files.length / blockSize) },
    (_, number) => new Block(toColumns(files.slice(number * blockSize, (number + 1) * blockSize))),
  ).concat(unread);
  const size = files.filter((each) => each !== null).length;
  return createSnapshot(
    { accountId: demo.id, version, files: size },
    { blocks, folders: new Map(folders.map((each) => [each.id, each])) },
    syncStatus({ files: size, folders: folders.length, ...status }),
  );
}

/** The other files keep their rows. */
export function without(snapshot: Snapshot, lost: number): Snapshot {
  const last = snapshot.fileIds().at(-1) ?? -1;
  const files = Array.from({ length: last + 1 }, (_, row) => (row === lost ? null : snapshot.file(row)));
  return buildSnapshot(files, [...snapshot.folders.values()], snapshot.syncStatus, snapshot.version + 1);
}

/** Some files have none, and some fail to load. */
export const addresses = (_accountId: string, rows: readonly number[]): Promise<readonly FileAddresses[]> =>
  Promise.resolve(
    rows.map((row) => ({
      image: row % 7 === 3 ? null : `https://${row % 11 === 5 ? 'gone' : 'pictures'}.example/${row}.jpg`,
      download: `https://share.example/d/code${row}`,
    })),
  );

const films = [
  'Big Buck Bunny',
  'Sintel',
  'Tears of Steel',
  'Elephants Dream',
  'Cosmos Laundromat',
  'Spring',
  'Agent 327 Operation Barbershop',
  'Caminandes Llamigos',
  'Hero',
  'Glass Half',
  'Nuit à l’opéra',
  'Æbeltoft harbour festival',
];
const kinds = ['trailer', '1080p', '2160p HDR', 'director’s commentary', 'making of', 'teaser', 'subtitled'];

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** In several folders, newest first. Always the same ones. */
export function manyFiles(count: number, folderIds: readonly string[]): readonly CatalogFile[] {
  return Array.from({ length: count }, (_, row) =>
    file({
      fileCode: `code${row}`,
      title: `${pick(films, row * 7)} ${pick(kinds, row * 5)} ${String(row + 1).padStart(4, '0')}`,
      folderId: pick(folderIds, row * 13),
      uploaded: row % 97 === 96 ? null : newest - row * 31_117,
      length: row % 41 === 40 ? null : 60 + ((row * 7919) % 9000),
      views: (row * 31) % 4211,
      size: row % 3 === 0 ? 1_000_000 * (1 + ((row * 37) % 4000)) : null,
      canPlay: row % 13 !== 12,
      isPublic: row % 5 !== 4,
    }),
  );
}

const fewFolders: readonly CatalogFolder[] = [
  folder('11', 'Movies'),
  folder('12', 'Lectures'),
  folder('13', 'موسيقى'),
  folder('14', 'Photos'),
  folder('21', 'Trailers', '11'),
  folder('22', 'A folder with quite a long name that does not fit anywhere at all', '11'),
  folder('23', 'Drafts & more <b>', '11'),
  folder('24', '2026', '21'),
  folder('31', '2025', '12'),
  folder('32', '2026', '12'),
];

const usualFiles = [
  ...manyFiles(24, ['11', '11', '0', '12', '21']),
  file({
    fileCode: 'noname',
    title: '',
    folderId: '11',
    length: null,
    views: null,
    uploaded: null,
    canPlay: null,
  }),
];
export const usual = buildSnapshot(usualFiles, fewFolders);
/** Before the rest is read. */
export const partial = buildSnapshot(usualFiles, fewFolders, {}, 1, [unreadBlock]);

const longName = 'The complete and unabridged recording of the harbour festival of Æbeltoft, '
  .repeat(3)
  .trim();
export const long = buildSnapshot(
  [
    file({ fileCode: 'long1', title: longName, folderId: '22' }),
    file({
      fileCode: 'long2',
      title: 'W'.repeat(240),
      folderId: '22',
      length: 360_000,
      size: 4.2e12,
      views: 987_654_321,
    }),
    file({
      fileCode: 'long3',
      title: 'محاضرة الفيزياء — الجزء الثاني (نسخة كاملة بدون اختصار مع الملاحق)',
      folderId: '22',
    }),
    file({ fileCode: 'long4', title: '<b>bold</b> & “quoted” \u202e turned around', folderId: '23' }),
  ],
  [
    ...fewFolders,
    folder('41', 'V'.repeat(120), '22'),
    folder('42', 'Deep', '41'),
    folder('43', 'Deeper', '42'),
  ],
);

export const emptyAccount = buildSnapshot([], []);

export function hugeAccount(count: number): Snapshot {
  const folders = Array.from({ length: Math.ceil(count / 50) }, (_, at) =>
    folder(`${100 + at}`, `Series ${at + 1}`, at < 40 ? '0' : `${100 + (at % 40)}`),
  );
  return buildSnapshot(manyFiles(count, ['0', ...folders.map(({ id }) => id)]), folders);
}

export const days = (ago: number): number => newest - ago * day;

/** With known and unknown last views, and never viewed. @param unread one in this many hasn't been read */
export function viewed(unread: number | null, details: Partial<SyncStatus['details']> = {}): Snapshot {
  const files = manyFiles(60, ['11', '0', '12']).map((each, row): CatalogFile => {
    const uploaded = days(row * 4);
    if (unread !== null && row % unread === 0) return { ...each, uploaded };
    const lastView = row % 7 === 6 ? null : row % 5 === 4 ? 0 : days((row * 3) % 130);
    return {
      ...each,
      uploaded,
      lastView,
      size: (1 + ((row * 37) % 4000)) * 1_000_000,
      detailsReadAt: newest,
    };
  });
  const status = syncStatus().details;
  return buildSnapshot(files, fewFolders, { details: { ...status, ...details } });
}

const longTitle = 'The complete and unabridged recording of the harbour festival of Æbeltoft, '.repeat(3);

export const copies = buildSnapshot(
  [
    file({ fileCode: 'a1', title: 'Big Buck Bunny', folderId: '11', length: 596, views: 1234, size: 7e8 }),
    file({ fileCode: 'a2', title: 'big_buck-bunny (1).mp4', folderId: '0', length: 596, views: 3 }),
    file({ fileCode: 'a3', title: '[HD] Big Buck Bunny', folderId: '12', length: 597, views: 0 }),
    file({ fileCode: 'b1', title: longTitle, folderId: '12', length: 7200 }),
    file({ fileCode: 'b2', title: `${longTitle} copy`, folderId: '11', length: 7200 }),
    file({ fileCode: 'c1', title: 'أغنية من البحر', folderId: '0', length: null }),
    file({ fileCode: 'c2', title: 'أغنية من البحر', folderId: '11', length: null }),
    file({ fileCode: 'd1', title: 'Alone', folderId: '11', length: 30 }),
  ],
  [folder('11', 'Movies'), folder('12', 'A folder with quite a long name that does not fit anywhere at all')],
);
