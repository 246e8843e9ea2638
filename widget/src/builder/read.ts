/** From a draft to what can be made of it: options for `embedCode`, or what is wrong in which field. */
import { embedUrl } from '../addresses.ts';
import { type AddressRules, checkAddress, checkText, EmbedError, type EmbedErrorCode } from '../check.ts';
import { checkScript } from '../embed-code/embed.ts';
import type { EmbedCodeOptions } from '../embed-code/index.ts';
import { type SubtitleTrack, subtitleDocument } from '../subtitles.ts';
import { addTrack, type EmbedDraft, type TrackDraft } from './draft.ts';
import { type FileReading, formatFile, readFile } from './file.ts';

export type DraftField =
  | 'file'
  | 'baseUrl'
  | 'poster'
  | 'document'
  | 'width'
  | 'height'
  | 'script'
  /** `t1.src`, `t1.label`: the track's id and its field. */
  | `${string}.src`
  | `${string}.label`;

export interface DraftProblem {
  readonly field: DraftField;
  /**
   * Stable, as in `EmbedError`. `missing` is what is not there yet; `bad-options` is an address of a player that is
   * right itself and brings a poster or subtitles that are not.
   */
  readonly code: EmbedErrorCode | 'bad-options';
}

export interface DraftReading {
  /** What `embedCode` takes; null while there are problems. */
  readonly options: EmbedCodeOptions | null;
  /** In the order of the form. */
  readonly problems: readonly DraftProblem[];
  /** Null while it is not clear which file is meant. */
  readonly file: FileReading | null;
  /**
   * What a player can show already, without what is wrong or missing; null without a file. Of several tracks that are
   * not online as a document yet, it has the one that will be shown from the start.
   */
  readonly preview: EmbedCodeOptions | null;
  /** There are several tracks, which the player takes from a document only. */
  readonly isList: boolean;
  /** The text of that document; null without a list, and while one of its tracks is wrong. */
  readonly document: string | null;
}

/** Tracks with neither address nor label do not count: they have only just been added. */
const filledTracks = (draft: EmbedDraft): readonly TrackDraft[] =>
  draft.tracks.filter(({ src, label }) => src.trim() !== '' || label.trim() !== '');

export function readDraft(draft: EmbedDraft): DraftReading {
  const { allowHttp } = draft;
  const { problems, attempt, address, optional } = createProblemCollector({ allowHttp });

  const file = attempt('file', () => readFile(draft.file, draft.baseUrl, { allowHttp })) ?? null;
  const poster = optional('poster', draft.poster);
  const entered = filledTracks(draft);
  const tracks = entered.flatMap(({ id, src, label, isDefault }): SubtitleTrack[] => {
    const rightSrc = address(`${id}.src`, src);
    const rightLabel = attempt(`${id}.label`, () => checkText(`${id}.label`, label));
    if (rightSrc === undefined || rightLabel === undefined) return [];
    return [{ src: rightSrc, label: rightLabel, ...(isDefault && { default: true }) }];
  });
  const isList = entered.length > 1;
  const json = isList ? address('document', draft.document) : optional('document', draft.document);
  const text =
    isList && tracks.length === entered.length
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
    subtitle: shown && !(isList && json) ? { file: shown.src, label: shown.label } : undefined,
    subtitles: json === undefined ? undefined : { json },
    allowHttp: allowHttp || undefined,
    title: draft.title.trim() || undefined,
    width,
    height,
    script,
  };
  const options = problems.length === 0 ? preview : null;
  return { options, problems, file, preview, isList, document: text ?? null };
}

/**
 * Takes over what the address in the file field brings, over what stood in those fields. What it says nothing of stays.
 * The field then names the file only.
 */
export function applyFileOptions(draft: EmbedDraft): EmbedDraft {
  const { file } = readDraft(draft);
  if (!file?.brings) return draft;
  const { poster, subtitle, subtitles } = file.brings;
  const { allowHttp } = draft;
  const isOwn = readDraft({ ...draft, file: 'any' }).file?.baseUrl === file.baseUrl;
  const filled: EmbedDraft = {
    ...draft,
    file: isOwn ? formatFile(file.baseUrl, file.fileCode, { allowHttp }) : embedUrl({ ...file, allowHttp }),
    poster: poster ?? draft.poster,
    document: subtitles?.json ?? draft.document,
  };
  return subtitle
    ? addTrack({ ...filled, tracks: [] }, { src: subtitle.file, label: subtitle.label })
    : filled;
}

/** Whether a subtitle document lists the tracks of the draft, in their order. */
export function hasSameTracks(draft: EmbedDraft, listed: readonly SubtitleTrack[]): boolean {
  const spelled = (src: string, label: string, isDefault: boolean) => JSON.stringify([src, label, isDefault]);
  const own = filledTracks(draft).map(({ src, label, isDefault }) => spelled(src.trim(), label, isDefault));
  const other = listed.map(({ src, label, default: isDefault = false }) => spelled(src, label, isDefault));
  return own.join() === other.join();
}

/** Collects what is wrong while fields are read. Each reader gives the value, or undefined where that is wrong. */
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

/** What is read for the file may be wrong elsewhere: in the service's address, or in an option that was pasted with it. */
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

/** Empty is the default. */
function readScript(text: string, rules: AddressRules): string | undefined {
  const script = text.trim();
  return script === '' ? undefined : checkScript(script, rules);
}
