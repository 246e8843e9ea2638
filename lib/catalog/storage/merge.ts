/** Merges listing entries and patches into known files. A missing value keeps the known one. */

import type { FileEntry } from '../../api/index.ts';
import { rootId } from '../../folders/folder.ts';
import type { FilePatch } from '../change.ts';
import { mapFields } from '../columns/flags.ts';
import { mapColumns, numberColumns, toCount } from '../columns/number-columns.ts';
import type { CatalogFile, FileAddresses } from '../file.ts';

/** @param known null for a new file */
export function mergeListed(known: CatalogFile | null, entry: FileEntry): CatalogFile {
  return {
    fileCode: entry.fileCode,
    title: toLine(entry.title) || (known?.title ?? ''),
    folderId: entry.folderId ?? known?.folderId ?? rootId,
    ...mapFields(
      (column) => numberColumns[column](entry) ?? known?.[column] ?? null,
      (flag) => entry[flag] ?? known?.[flag] ?? null,
    ),
  };
}

export function mergeAddresses(known: FileAddresses, entry: FileEntry): FileAddresses {
  return { image: entry.singleImage ?? known.image, download: entry.downloadUrl ?? known.download };
}

export function applyPatch(known: CatalogFile, patch: FilePatch): CatalogFile {
  return {
    ...known,
    title: toLine(patch.title ?? '') || known.title,
    folderId: patch.folderId ?? known.folderId,
    ...mapColumns((column) => toCount(patch[column]) ?? known[column]),
    ...(patch.lastView === null && { lastView: null }),
  };
}

export function isSameFile(one: CatalogFile, other: CatalogFile): boolean {
  return (Object.keys(one) as (keyof CatalogFile)[]).every((field) => one[field] === other[field]);
}

/** Titles are stored as lines. */
const toLine = (title: string) => title.replaceAll(/[\n\r]+/g, ' ').toWellFormed();
