/** A model of the catalog in plain maps, which applies the same changes in the simplest way, and generators for changes. */
import fc from 'fast-check';
import type { FileEntry } from '../../../../lib/api/index.ts';
import type { CatalogChange } from '../../../../lib/catalog/change.ts';
import type { CatalogFile, CatalogFolder, FileAddresses } from '../../../../lib/catalog/file.ts';

export interface ModelFile {
  file: CatalogFile;
  addresses: FileAddresses;
  pass: number | null;
}

export class CatalogModel {
  readonly files = new Map<string, ModelFile>();
  readonly folders = new Map<string, CatalogFolder>();
  state: unknown;

  apply({ files = [], pass, patches = [], gone = [], listed, folder }: CatalogChange, state: unknown) {
    const before = new Set(this.files.keys());
    const put = (next: ModelFile) => this.files.set(next.file.fileCode, next);
    for (const entry of files) put(shown(this.files.get(entry.fileCode), entry, pass));
    for (const { fileCode, title, ...rest } of patches) {
      const known = this.files.get(fileCode);
      if (!known) continue;
      const changes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      put({ ...known, file: { ...known.file, ...changes, title: line(title ?? '') || known.file.title } });
    }
    const removed = gone.filter((code) => this.files.delete(code) && before.has(code));
    if (listed) this.list(listed);
    if (folder) this.putFolder(folder);
    if (state !== undefined) this.state = state;
    return {
      added: [...this.files.keys()].filter((code) => !before.has(code)).length,
      removed: removed.length,
    };
  }

  list({ folderId, folders }: NonNullable<CatalogChange['listed']>) {
    const here = new Set<string>();
    for (const { folderId: id, name, code } of folders) {
      if (id === '0' || this.above(folderId).includes(id)) continue;
      const known = this.folders.get(id);
      here.add(id);
      this.folders.set(id, {
        id,
        name: name || (known?.name ?? ''),
        parentId: folderId,
        code: code ?? known?.code ?? null,
      });
    }
    let lost = [...this.folders.values()].filter(
      ({ id, parentId }) => parentId === folderId && !here.has(id),
    );
    while (lost.length > 0) {
      for (const { id } of lost) this.folders.delete(id);
      lost = lost.flatMap(({ id }) => [...this.folders.values()].filter(({ parentId }) => parentId === id));
    }
  }

  putFolder({ id, name, parentId }: NonNullable<CatalogChange['folder']>) {
    if (id === '0') return;
    const known = this.folders.get(id);
    const isCircle = parentId !== undefined && this.above(parentId).includes(id);
    this.folders.set(id, {
      id,
      name: name || (known?.name ?? ''),
      code: known?.code ?? null,
      parentId: parentId === undefined || isCircle ? (known?.parentId ?? '0') : parentId,
    });
  }

  above(id: string): readonly string[] {
    const parentId = this.folders.get(id)?.parentId;
    return parentId === undefined ? [id] : [id, ...this.above(parentId)];
  }

  clear() {
    this.files.clear();
    this.folders.clear();
    this.state = undefined;
  }
}

function shown(known: ModelFile | undefined, entry: FileEntry, pass: number | undefined): ModelFile {
  const { fileCode, title, folderId, uploaded, length, views, canPlay, isPublic } = entry;
  const moment = dates.get(uploaded ?? '') ?? null;
  return {
    file: {
      fileCode,
      title: line(title) || (known?.file.title ?? ''),
      folderId: folderId ?? known?.file.folderId ?? '0',
      uploaded: moment ?? known?.file.uploaded ?? null,
      length: length ?? known?.file.length ?? null,
      views: views ?? known?.file.views ?? null,
      size: known?.file.size ?? null,
      lastView: known?.file.lastView ?? null,
      detailsReadAt: known?.file.detailsReadAt ?? null,
      canPlay: canPlay ?? known?.file.canPlay ?? null,
      isPublic: isPublic ?? known?.file.isPublic ?? null,
    },
    addresses: {
      image: entry.singleImage ?? known?.addresses.image ?? null,
      download: entry.downloadUrl ?? known?.addresses.download ?? null,
    },
    pass: pass ?? known?.pass ?? null,
  };
}

const line = (title: string) => title.replace(/[\r\n]+/g, ' ').toWellFormed();

// What services send, and worse.
const oddCodes = [
  'a\nb',
  'a\\nb',
  'a\\\nb',
  '\\',
  '\n',
  ' ',
  '0',
  '\ud800',
  'é',
  '__proto__',
  'x'.repeat(200),
];
export const codes: fc.Arbitrary<string> = fc.constantFrom(...'abcdefgh', ...oddCodes);
const titles = fc.oneof(
  fc.constantFrom('', 'Film', 'two\r\n\nlines', '&amp;', 'long '.repeat(2_000), '\ud800', 'été\u0000'),
  fc.string({ unit: 'grapheme' }),
);
const numbers = fc.option(fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 31, 2 ** 53 - 1, 1e300)));
/** Dates as the service writes them, and their epoch seconds. */
const dates = new Map([
  ['0001-01-01 00:00:00', -62_135_596_800],
  ['1969-12-31 23:59:59', -1],
  ['2026-11-21 05:29:08', 1_795_238_948],
  ['9999-12-31 23:59:59', 253_402_300_799],
  ['2023-02-31 00:00:00', 1_677_801_600],
  ['0000-00-00 00:00:00', null],
]);
const addresses = (code: string) =>
  fc.option(
    fc.constantFrom(
      ...[
        `https://x.example/d/${code}`,
        `https://${code}.example/`,
        `https://x.example/${code}/${code}?q=/1`,
      ],
      ...['https://x.example', 'https://x.example/$&/$1', '/', ''],
    ),
  );
export const folderIds = fc.constantFrom('0', '1', '2', '3', '4', '5', '', '__proto__');

const entry: fc.Arbitrary<FileEntry> = codes.chain((fileCode) =>
  fc.record({
    fileCode: fc.constant(fileCode),
    title: titles,
    downloadUrl: addresses(fileCode),
    singleImage: addresses(fileCode),
    canPlay: fc.option(fc.boolean()),
    length: numbers,
    views: numbers,
    uploaded: fc.option(fc.constantFrom(...dates.keys())),
    isPublic: fc.option(fc.boolean()),
    folderId: fc.option(folderIds),
  }),
);
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const patch = fc.record(
  {
    fileCode: codes,
    title: optional(titles),
    folderId: optional(folderIds),
    size: optional(fc.nat()),
    views: optional(fc.nat()),
    length: optional(fc.nat()),
    // Null is unknown and replaces a known value.
    lastView: optional(fc.option(fc.nat())),
    detailsReadAt: optional(fc.nat()),
  },
  { requiredKeys: ['fileCode'] },
);
const names = fc.constantFrom('', 'Films', 'films 2', 'films 10');
const realFolder = fc.constantFrom('0', '1', '2', '3', '4', '5', '__proto__');
const folder = fc.record({ folderId: realFolder, name: names, code: fc.option(fc.constantFrom('c1', 'c2')) });

export const changes: fc.Arbitrary<CatalogChange> = fc.record(
  {
    files: fc.array(entry, { maxLength: 12 }),
    pass: fc.integer({ min: 0, max: 3 }),
    patches: fc.array(patch, { maxLength: 4 }),
    gone: fc.array(codes, { maxLength: 4 }),
    listed: fc.record({ folderId: realFolder, folders: fc.array(folder, { maxLength: 5 }) }),
    folder: fc.oneof(
      fc.record({ id: realFolder, name: names }),
      fc.record({ id: realFolder, name: names, parentId: realFolder }),
    ),
  },
  { requiredKeys: [] },
);
