/** The content of the embed builder's fields, valid or not. */
import { needsHttp } from '../embed-code/embed.ts';

export interface EmbedDraft {
  /** A file code, or any address of the file (`readFile`). */
  readonly file: string;
  /** Of the service, if `file` is a code. */
  readonly baseUrl: string;
  /** May be empty. */
  readonly title: string;
  /** May be empty. */
  readonly poster: string;
  /** The user chose this poster, or none, instead of the file's own picture. */
  readonly hasOwnPoster: boolean;
  /** When a website shows a poster from the host. */
  readonly posterShow: 'eager' | 'hover';
  readonly tracks: readonly TrackDraft[];
  /** Of the published subtitle document. Required for two or more tracks. */
  readonly document: string;
  /** CSS pixels. Empty for the default. */
  readonly width: string;
  readonly height: string;
  /** Of `linkhaul-player.js`. Empty for the default. */
  readonly script: string;
  /** Allow `http:` on any host. */
  readonly allowHttp: boolean;
}

export interface TrackDraft {
  /** Generated. Stays the same when the track moves. */
  readonly id: string;
  readonly src: string;
  readonly label: string;
  /** Shown from the start. At most one track. */
  readonly isDefault: boolean;
}

/** Allows `http:` if the service's address needs it. */
export function newDraft(given: Partial<EmbedDraft> = {}): EmbedDraft {
  const { baseUrl = '' } = given;
  return {
    file: '',
    baseUrl,
    title: '',
    poster: '',
    hasOwnPoster: false,
    posterShow: 'eager',
    tracks: [],
    document: '',
    width: '',
    height: '',
    script: '',
    allowHttp: needsHttp({ baseUrl, fileCode: 'code' }),
    ...given,
  };
}

type TrackText = Partial<Omit<TrackDraft, 'id'>>;

/** At the end. */
export function addTrack(draft: EmbedDraft, given: TrackText = {}): EmbedDraft {
  const last = Math.max(0, ...draft.tracks.map(({ id }) => Number(id.slice(1))));
  const track = { id: `t${last + 1}`, src: '', label: '', isDefault: false, ...given };
  return { ...draft, tracks: [...draft.tracks, track] };
}

/** If the track becomes the default, the others no longer are. */
export function changeTrack(draft: EmbedDraft, id: string, change: TrackText): EmbedDraft {
  const tracks = draft.tracks.map((track) => {
    if (track.id === id) return { ...track, ...change };
    return change.isDefault ? { ...track, isDefault: false } : track;
  });
  return { ...draft, tracks };
}

export function removeTrack(draft: EmbedDraft, id: string): EmbedDraft {
  return { ...draft, tracks: draft.tracks.filter((track) => track.id !== id) };
}

/** At most to the start or end. */
export function moveTrack(draft: EmbedDraft, id: string, by: number): EmbedDraft {
  const from = draft.tracks.findIndex((track) => track.id === id);
  const track = draft.tracks[from];
  if (!track) return draft;
  const rest = draft.tracks.toSpliced(from, 1);
  const to = Math.min(Math.max(from + by, 0), rest.length);
  return { ...draft, tracks: rest.toSpliced(to, 0, track) };
}

/** The file name if it is empty, because players need a label. */
export const getTrackLabel = ({ src, label }: Pick<TrackDraft, 'src' | 'label'>): string =>
  label.trim() === '' ? nameSubtitles(src) : label;

/** "film.de" for "https://cdn.example/film.de.vtt", or the address if it has no file name. */
export function nameSubtitles(address: string): string {
  const path = URL.parse(address.trim())?.pathname ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z\d]{2,4}$/i, '');
  try {
    return decodeURIComponent(name).trim() || address.trim();
  } catch {
    return name;
  }
}
