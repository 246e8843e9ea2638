/** Arrived files that their host is still encoding. The upload is done, and polls watch the file until its encoding ends. Pure. */

import { shorten } from '../../api/clean-text.ts';
import type { Encoding, FileInfo } from '../../api/index.ts';
import { createPhraseFinder, readWords } from '../../api/phrases.ts';
import { encodingPoll } from '../../timing/policies.ts';
import { isGivenUp } from '../../timing/retry.ts';
import type { EpochMs } from '../../timing/units.ts';

export interface EncodingPart extends Pick<Encoding, 'quality' | 'status'> {
  readonly percent: number | null;
}

export interface WatchedFile {
  readonly sinceMs: EpochMs;
  /** As last listed. */
  readonly parts: readonly EncodingPart[];
  /** Consecutive polls that didn't list it, or couldn't read the file at the end. */
  readonly misses: number;
}

/** By file code. */
export type WatchedFiles = Readonly<Record<string, WatchedFile>>;

export interface EndedEncoding {
  readonly fileCode: string;
  /** The host's own word for a failure. */
  readonly error: string | null;
}

/** A host may list a file late, and one missing entry proves nothing. */
const graceMs = 20_000;
const minMisses = 2;
/** Per account. The oldest are dropped. */
const maxWatched = 500;
/** Bounds what is stored for each file. Hosts have a few qualities, each with a short status. */
const maxParts = 10;
const maxTextLength = 200;

export const watchFiles = (
  watched: WatchedFiles,
  codes: readonly string[],
  nowMs: EpochMs,
  listed: readonly Encoding[] = [],
): WatchedFiles => {
  const added = codes.map(
    (code) => [code, { sinceMs: nowMs, parts: listParts(listed, code), misses: 0 }] as const,
  );
  return Object.fromEntries([...Object.entries(watched), ...added].slice(-maxWatched));
};

export const listParts = (listed: readonly Encoding[], code: string): readonly EncodingPart[] =>
  listed
    .filter(({ fileCode }) => fileCode === code)
    .slice(0, maxParts)
    .map(({ quality, status, progress: percent }) => ({
      quality: quality && shorten(quality, maxTextLength),
      status: shorten(status, maxTextLength),
      percent,
    }));

const saysFailed = createPhraseFinder(['^ err*|fail*']);
const saysFinished = createPhraseFinder(['^ done|finished|complete*|ready|success|ok']);

const isFailed = ({ status }: EncodingPart): boolean => saysFailed(readWords(status));

const isFinished = ({ status, percent }: EncodingPart): boolean =>
  percent === 100 || saysFinished(readWords(status));

export const isEncoding = (parts: readonly EncodingPart[]): boolean =>
  parts.some((part) => !isFailed(part) && !isFinished(part));

/** @param listed null if the poll failed */
export function updateWatched(
  watched: WatchedFiles,
  listed: readonly Encoding[] | null,
  nowMs: EpochMs,
): { readonly watched: WatchedFiles; readonly ended: readonly EndedEncoding[] } {
  const left: [string, WatchedFile][] = [];
  const ended: EndedEncoding[] = [];
  for (const [fileCode, { sinceMs, parts: before, misses }] of Object.entries(watched)) {
    const parts = listed === null ? before : listParts(listed, fileCode);
    const isMiss = listed === null || parts.length === 0;
    const ageMs = nowMs - sinceMs;
    const isConfirmed = before.length > 0 || ageMs >= graceMs;
    const isMissed =
      listed === null ? isGivenUp(encodingPoll, misses + 1) : misses + 1 >= minMisses && isConfirmed;
    const isOver = isMiss ? isMissed : !isEncoding(parts);
    if (isOver || isGivenUp(encodingPoll, 0, ageMs)) {
      // A file that was never listed wasn't encoded.
      if (before.length + parts.length > 0)
        ended.push({ fileCode, error: parts.find(isFailed)?.status ?? null });
    } else
      left.push([fileCode, { sinceMs, parts: isMiss ? before : parts, misses: isMiss ? misses + 1 : 0 }]);
  }
  return { watched: Object.fromEntries(left), ended };
}

/** Files to watch on, because they couldn't be read at the end of their encoding. */
export function keepUnread(
  watched: WatchedFiles,
  ended: readonly EndedEncoding[],
  infos: readonly FileInfo[],
  nowMs: EpochMs,
): WatchedFiles {
  const read = new Set(infos.flatMap((info) => (info.found || info.error === null ? info.fileCode : [])));
  return Object.fromEntries(
    ended.flatMap(({ fileCode }) => {
      const file = watched[fileCode];
      if (file === undefined || read.has(fileCode)) return [];
      const misses = file.misses + 1;
      return isGivenUp(encodingPoll, misses, nowMs - file.sinceMs) ? [] : [[fileCode, { ...file, misses }]];
    }),
  );
}
