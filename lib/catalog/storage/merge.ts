/** What becomes of a file when a listing shows it, or a change is told of it. What is not told stays as it was known. */
import type { FileEntry } from '../../api/index.ts';
import type { FilePatch } from '../change.ts';
import type { CatalogFile, FileAddresses } from '../file.ts';

/** @param known null for a file that the catalog does not have yet */
export function listedFile(known: CatalogFile | null, entry: FileEntry): CatalogFile {
  return {
    fileCode: entry.fileCode,
    title: line(entry.title) || (known?.title ?? ''),
    folderId: entry.folderId ?? known?.folderId ?? '0',
    uploaded: seconds(entry.uploaded) ?? known?.uploaded ?? null,
    length: amount(entry.length) ?? known?.length ?? null,
    views: amount(entry.views) ?? known?.views ?? null,
    size: known?.size ?? null,
    canPlay: entry.canPlay ?? known?.canPlay ?? null,
    isPublic: entry.isPublic ?? known?.isPublic ?? null,
  };
}

export function listedAddresses(known: FileAddresses, entry: FileEntry): FileAddresses {
  return { image: entry.singleImage ?? known.image, download: entry.downloadUrl ?? known.download };
}

export function patchedFile(known: CatalogFile, patch: FilePatch): CatalogFile {
  return {
    ...known,
    title: line(patch.title ?? '') || known.title,
    folderId: patch.folderId ?? known.folderId,
    size: amount(patch.size) ?? known.size,
    views: amount(patch.views) ?? known.views,
    length: amount(patch.length) ?? known.length,
  };
}

export function isSameFile(one: CatalogFile, other: CatalogFile): boolean {
  return (Object.keys(one) as (keyof CatalogFile)[]).every((field) => one[field] === other[field]);
}

/** Titles are stored as lines. */
const line = (title: string) => title.replaceAll(/[\n\r]+/g, ' ').toWellFormed();

const amount = (value: number | null | undefined) =>
  value !== null && value !== undefined && Number.isFinite(value) && value >= 0 ? Math.trunc(value) : null;

/**
 * `YYYY-MM-DD HH:MM:SS` as seconds, as if it stood in UTC; null for anything else. A day that its month does not have is
 * one of the next month; what `Date.parse` makes of it depends on the browser.
 */
function seconds(date: string | null): number | null {
  const numbers = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/
    .exec(date ?? '')
    ?.slice(1)
    .map(Number);
  if (!numbers) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, rest = 0] = numbers;
  if (year === 0 || month === 0 || day === 0) return null;
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1_000 + (hours * 60 + minutes) * 60 + rest;
}
