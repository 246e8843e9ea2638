/** Validates a draft. Returns options for `embedCode`, or the problems by field. */

import { checkScript } from '../embed-code/embed.ts';
import type { EmbedCodeOptions } from '../embed-code/embed-code.ts';
import { embedUrl } from '../player-form.ts';
import { type SubtitleTrack, subtitleDocument } from '../subtitle-document.ts';
import {
  type AddressRules,
  checkAddress,
  checkText,
  EmbedError,
  type EmbedErrorCode,
} from '../validation.ts';
import { addTrack, type EmbedDraft, getTrackLabel, nameSubtitles, type TrackDraft } from './draft.ts';
import { type FileReading, formatFile, readFile } from './read-file.ts';

export type DraftField =
  | 'file'
  | 'baseUrl'
  | 'poster'
  | 'document'
  | 'width'
  | 'height'
  | 'script'
  /** The track's id and its field: `t1.src`, `t1.label`. */
  | `${string}.src`
  | `${string}.label`;

export interface DraftProblem {
  readonly field: DraftField;
  /** Stable. `missing`: the field is empty. `bad-options`: the player's address has an invalid poster or subtitle. */
  readonly code: EmbedErrorCode | 'bad-options';
}

export interface ParsedDraft {
  /** For `embedCode`. Null if there are problems. */
  readonly options: EmbedCodeOptions | null;
  /** In the order of the form. */
  readonly problems: readonly DraftProblem[];
  /** Null if missing or invalid. */
  readonly file: FileReading | null;
  /** For a preview: without invalid values and, if several tracks have no document, with the default track only. Null without a file. */
  readonly preview: EmbedCodeOptions | null;
  /** There are several tracks. */
  readonly needsDocument: boolean;
  /** Null for a single track, or if a track is invalid. */
  readonly document: string | null;
}

/** Tracks with neither address nor label were just added. */
const filledTracks = (draft: EmbedDraft): readonly TrackDraft[] =>
  draft.tracks.filter(({ src, label }) => src.trim() !== '' || label.trim() !== '');

export function readDraft(draft: EmbedDraft): ParsedDraft {
  const { allowHttp } = draft;
  const { problems, attempt, address, optional } = createProblemCollector({ allowHttp });

  const file = attempt('file', () => readFile(addLabel(draft.file), draft.baseUrl, { allowHttp })) ?? null;
  const poster = optional('poster', draft.poster);
  const entered = filledTracks(draft);
  const tracks = entered.flatMap((track): SubtitleTrack[] => {
    const { id, src, isDefault } = track;
    const validSrc = address(`${id}.src`, src);
    const validLabel = attempt(`${id}.label`, () => checkText(`${id}.label`, getTrackLabel(track)));
    if (validSrc === undefined || validLabel === undefined) return [];
    return [{ src: validSrc, label: validLabel, ...(isDefault && { default: true }) }];
  });
  const needsDocument = entered.length > 1;
  const json = needsDocument ? address('document', draft.document) : optional('document', draft.document);
  const text =
    needsDocument && tracks.length === entered.length
      ? attempt('document', () => subtitleDocument(tracks, { allowHttp }))
      : undefined;
  const width = attempt('width', () => readPixels('width', draft.width));
  const height = attempt('height', () => readPixels('height', draft.height));
  const script = attempt('script', () => readScript(draft.script, { allowHttp }));

  const shown = tracks.find((track) => track.default) ?? tracks[0];
  const preview: EmbedCodeOptions | null = file && {
    baseUrl: file.baseUrl,
    fileCode: file.fileCode,
    poster,
    subtitle: shown && !(needsDocument && json) ? { file: shown.src, label: shown.label } : undefined,
    subtitles: json === undefined ? undefined : { json },
    allowHttp: allowHttp || undefined,
    title: draft.title.trim() || undefined,
    width,
    height,
    script,
    loading: poster !== undefined && draft.posterShow === 'eager' ? 'eager' : undefined,
  };
  const options = problems.length === 0 ? preview : null;
  return { options, problems, file, preview, needsDocument, document: text ?? null };
}

/** Moves the options of the address in the file field to their own fields. */
export function applyFileOptions(draft: EmbedDraft): EmbedDraft {
  const { file } = readDraft(draft);
  if (!file?.options) return draft;
  const { poster, subtitle, subtitles } = file.options;
  const { allowHttp } = draft;
  const isSameService = readDraft({ ...draft, file: 'any' }).file?.baseUrl === file.baseUrl;
  const filled: EmbedDraft = {
    ...draft,
    file: isSameService
      ? formatFile(file.baseUrl, file.fileCode, { allowHttp })
      : embedUrl({ ...file, allowHttp }),
    poster: poster ?? draft.poster,
    hasOwnPoster: poster !== undefined || draft.hasOwnPoster,
    document: subtitles?.json ?? draft.document,
  };
  return subtitle
    ? addTrack({ ...filled, tracks: [] }, { src: subtitle.file, label: subtitle.label })
    : filled;
}

/** Subtitles in a player's address get their file name as the label if they have none. */
function addLabel(address: string): string {
  const url = URL.parse(address);
  const file = url?.searchParams.get('c1_file');
  if (!url || !file || url.searchParams.get('c1_label')?.trim()) return address;
  url.searchParams.set('c1_label', nameSubtitles(file));
  return url.href;
}

/** In the same order. */
export function hasSameTracks(draft: EmbedDraft, listed: readonly SubtitleTrack[]): boolean {
  const toKey = (src: string, label: string, isDefault: boolean) => JSON.stringify([src, label, isDefault]);
  const own = filledTracks(draft).map((track) =>
    toKey(track.src.trim(), getTrackLabel(track), track.isDefault),
  );
  const other = listed.map(({ src, label, default: isDefault = false }) => toKey(src, label, isDefault));
  return own.join() === other.join();
}

/** Its functions read a field. If the value is invalid, they add a problem and return undefined. */
function createProblemCollector(rules: AddressRules) {
  const problems: DraftProblem[] = [];

  function attempt<T>(field: DraftField, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof EmbedError)) throw error;
      problems.push(toProblem(field, error));
      return undefined;
    }
  }
  const address = (field: DraftField, text: string): string | undefined =>
    attempt(field, () => {
      const trimmed = text.trim();
      checkAddress(field, trimmed, rules);
      return trimmed;
    });
  const optional = (field: DraftField, text: string): string | undefined =>
    text.trim() === '' ? undefined : address(field, text);
  return { problems, attempt, address, optional };
}

/** A problem with the file field may be caused by the service's address, or by an option of a pasted address. */
function toProblem(field: DraftField, error: EmbedError): DraftProblem {
  if (field !== 'file' || ['file', 'fileCode'].includes(error.field)) return { field, code: error.code };
  return error.field === 'baseUrl' ? { field: 'baseUrl', code: error.code } : { field, code: 'bad-options' };
}

function readPixels(field: DraftField, text: string): number | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (/^0*[1-9]\d{0,4}$/.test(typed)) return Number(typed);
  throw new EmbedError('wrong-type', field, 'must be a whole number of pixels above 0.');
}

/** Empty means the default. */
function readScript(text: string, rules: AddressRules): string | undefined {
  const script = text.trim();
  return script === '' ? undefined : checkScript(script, rules);
}
