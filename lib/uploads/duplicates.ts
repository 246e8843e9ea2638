/**
 * Finds duplicates. Browsers silently repeat a GET whose connection breaks before a response, so a service may take a link twice. Pure.
 *
 * A duplicate is an unclaimed transfer or file with the folder and the address or title of an upload. By the service's clock it was created
 * within seconds of the upload, or it was first seen soon after the request. A link sent from another device at that moment looks the same,
 * so only the user removes a duplicate.
 */

import { parseServiceTime } from '../timing/service-time.ts';
import type { EpochMs } from '../timing/units.ts';
import { createTitleForms, mayBeSameTitle, type TitleForms } from './same-upload.ts';
import type { NamedTransfer } from './transfer-listing.ts';
import type { Upload } from './upload.ts';
import type { ListedFile } from './uploads-context.ts';

/** Time between the creation of two copies. */
const maxDuplicateGapMs = 15_000;
/** Time from a request until its duplicate is seen. */
const maxDuplicateDelayMs = 120_000;

/**
 * @param candidates uploads of the same address
 * @param getCreated the service's date of a listed transfer, by file code
 */
export function findDuplicateOriginal(
  transfer: NamedTransfer,
  candidates: readonly Upload[],
  getCreated: (fileCode: string) => string | null,
  nowMs: EpochMs,
): Upload | undefined {
  return candidates.find((upload) => {
    const { source, claim, fileCode, folder, sentAtMs, duplicates } = upload;
    if (duplicates.some((duplicate) => duplicate.fileCode === transfer.fileCode)) return true;
    if (source !== 'link' || claim === null || fileCode === null || sentAtMs === null) return false;
    if (transfer.folderId !== null && transfer.folderId !== folder.id) return false;
    const gapMs = measureGapMs(transfer.created, getCreated(fileCode));
    return Number.isNaN(gapMs)
      ? nowMs >= sentAtMs && nowMs - sentAtMs <= maxDuplicateDelayMs
      : gapMs <= maxDuplicateGapMs;
  });
}

/**
 * @param claims file code to the upload that has it
 * @param wanted titles that uncertain uploads expect. A file that may belong to them isn't a duplicate
 */
export function findDuplicateFiles(
  files: readonly ListedFile[],
  claims: ReadonlyMap<string, Upload>,
  wanted: readonly TitleForms[],
): readonly { readonly upload: Upload; readonly fileCode: string }[] {
  const claimed = files.flatMap((file) => {
    const upload = claims.get(file.fileCode);
    const isItsOwn = upload?.fileCode === file.fileCode;
    return upload !== undefined && isItsOwn && upload.source === 'link' ? [{ file, upload }] : [];
  });
  const byTitle = Map.groupBy(claimed, ({ file }) => createTitleForms(file.title).whole);
  return files.flatMap((file) => {
    if (claims.has(file.fileCode)) return [];
    const title = createTitleForms(file.title);
    if (title.whole === '' || wanted.some((each) => mayBeSameTitle(title, each))) return [];
    const original = byTitle.get(title.whole)?.find(({ file: own, upload }) => {
      const tookMs = (upload.arrivedAtMs ?? 0) - (upload.sentAtMs ?? 0);
      const gapMs = measureGapMs(file.uploaded, own.uploaded);
      return file.folderId === own.folderId && gapMs <= Math.max(maxDuplicateGapMs, tookMs);
    });
    return original === undefined ? [] : [{ upload: original.upload, fileCode: file.fileCode }];
  });
}

/** Whether two files may come from one request. */
export const areDuplicates = (one: ListedFile, other: ListedFile): boolean =>
  one.title === other.title &&
  one.folderId === other.folderId &&
  measureGapMs(one.uploaded, other.uploaded) <= maxDuplicateGapMs;

/** NaN if a date is missing. */
const measureGapMs = (one: string | null, other: string | null): number =>
  Math.abs(parseMoment(one) - parseMoment(other));

/** Midnight may be a date without a time. */
const parseMoment = (date: string | null): number =>
  date?.endsWith(' 00:00:00') ? Number.NaN : parseServiceTime(date);
