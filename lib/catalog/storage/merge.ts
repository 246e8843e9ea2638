/** Merges listing entries and patches into known files. Missing values keep the known one. */
import type { FileEntry } from '../../api/index.ts';
import type { FilePatch } from '../change.ts';
import type { CatalogFile, FileAddresses } from '../file.ts';

/** @param known null for a new file */
export function mergeListed(known: CatalogFile | null, entry: FileEntry): CatalogFile {
  return {
    fileCode: entry.fileCode,
    title: toLine(entry.title) || (known?.title ?? ''),
    folderId: entry.folderId ?? known?.folderId ?? '0',
    uploaded: toSeconds(entry.uploaded) ?? known?.uploaded ?? null,
    length: toCount(entry.length) ?? known?.length ?? null,
    views: toCount(entry.views) ?? known?.views ?? null,
    size: known?.size ?? null,
    canPlay: entry.canPlay ?? known?.canPlay ?? null,
    isPublic: entry.isPublic ?? known?.isPublic ?? null,
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
    size: toCount(patch.size) ?? known.size,
    views: toCount(patch.views) ?? known.views,
    length: toCount(patch.length) ?? known.length,
  };
}

export function isSameFile(one: CatalogFile, other: CatalogFile): boolean {
  return (Object.keys(one) as (keyof CatalogFile)[]).every((field) => one[field] === other[field]);
}

/** Titles are stored as lines. */
const toLine = (title: string) => title.replaceAll(/[\n\r]+/g, ' ').toWellFormed();

const toCount = (value: number | null | undefined) =>
  value !== null && value !== undefined && Number.isFinite(value) && value >= 0 ? Math.trunc(value) : null;

/**
 * `YYYY-MM-DD HH:MM:SS` read as UTC, in seconds; null for anything else. A day beyond its month counts into the next one;
 * `Date.parse` differs between browsers there.
 */
function toSeconds(date: string | null): number | null {
  const numbers = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/
    .exec(date ?? '')
    ?.slice(1)
    .map(Number);
  if (!numbers) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, rest = 0] = numbers;
  if (year === 0 || month === 0 || day === 0) return null;
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1_000 + (hours * 60 + minutes) * 60 + rest;
}
