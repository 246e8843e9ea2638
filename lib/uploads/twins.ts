/**
 * Twins: browsers silently repeat a GET whose connection broke before an answer, so a service may take a link twice. Pure.
 *
 * A twin is a transfer or file that nobody has claimed, with the address (or title) and folder of an upload, that began
 * within seconds of it by the service's own clock, or, where that is not said, was first seen soon after its request left.
 * The same signs fit a link that somebody sent from another device at that moment; so a twin is said, and never removed
 * without being asked for.
 */

import type { Transfer } from '../api/index.ts';
import { isSameTitle, type TitleForms, titleForms } from './address.ts';
import type { SeenFile } from './context.ts';
import type { Upload } from './upload.ts';

/** Milliseconds between the beginnings of two copies. */
const apartMs = 15_000;
/** Milliseconds between a request and the first sight of its twin. */
const soonMs = 120_000;

/**
 * The upload whose twin a transfer is.
 *
 * @param candidates uploads of the same address
 * @param createdOf the service's date of a listed transfer, by file code
 */
export function uploadOfTwin(
  transfer: Transfer,
  candidates: readonly Upload[],
  createdOf: (fileCode: string) => string | null,
  nowMs: number,
): Upload | undefined {
  return candidates.find((upload) => {
    const { source, claim, fileCode, folder, sentAtMs } = upload;
    if (source !== 'link' || claim === null || fileCode === null || sentAtMs === null) return false;
    if (transfer.folderId !== null && transfer.folderId !== folder.id) return false;
    const apart = millisecondsApart(transfer.created, createdOf(fileCode));
    return apart === null ? nowMs >= sentAtMs && nowMs - sentAtMs <= soonMs : apart <= apartMs;
  });
}

/**
 * Files that are twins of claimed ones.
 *
 * @param claims file code → the upload that has it
 * @param wanted titles that uncertain uploads expect: a file that may be theirs is nobody's twin
 */
export function findTwinFiles(
  files: readonly SeenFile[],
  claims: ReadonlyMap<string, Upload>,
  wanted: readonly TitleForms[],
): readonly { readonly upload: Upload; readonly fileCode: string }[] {
  const claimed = files.flatMap((file) => {
    const upload = claims.get(file.fileCode);
    const isItsOwn = upload?.fileCode === file.fileCode;
    return upload !== undefined && isItsOwn && upload.source === 'link' ? [{ file, upload }] : [];
  });
  const byTitle = Map.groupBy(claimed, ({ file }) => titleForms(file.title).whole);
  return files.flatMap((file) => {
    if (claims.has(file.fileCode)) return [];
    const title = titleForms(file.title);
    if (title.whole === '' || wanted.some((each) => isSameTitle(title, each))) return [];
    const original = byTitle.get(title.whole)?.find(({ file: own, upload }) => {
      const tookMs = (upload.arrivedAtMs ?? 0) - (upload.sentAtMs ?? 0);
      const apart = millisecondsApart(file.uploaded, own.uploaded);
      return file.folderId === own.folderId && apart !== null && apart <= Math.max(apartMs, tookMs);
    });
    return original === undefined ? [] : [{ upload: original.upload, fileCode: file.fileCode }];
  });
}

/** Whether two files may come from one request: the same title and folder, and made within seconds. */
export function areTwins(one: SeenFile, other: SeenFile): boolean {
  const apart = millisecondsApart(one.uploaded, other.uploaded);
  return one.title === other.title && one.folderId === other.folderId && apart !== null && apart <= apartMs;
}

/** Between two dates of one clock, `YYYY-MM-DD HH:MM:SS`; null where one is not said. */
function millisecondsApart(one: string | null, other: string | null): number | null {
  const [a, b] = [one, other].map((date) => Date.parse(`${date?.replace(' ', 'T')}Z`));
  return Number.isNaN(a) || Number.isNaN(b) || a === undefined || b === undefined ? null : Math.abs(a - b);
}
