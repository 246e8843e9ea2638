/** The content of the embed builder's fields, valid or not. */
import { needsHttp } from '../embed-code/embed.ts';

export interface EmbedDraft {
  /** A file code, or any address of the file; see `readFile`. */
  readonly file: string;
  /** Address of the service, for a file code. */
  readonly baseUrl: string;
  /** Title of the player; may be empty. */
  readonly title: string;
  /** Address of a picture; may be empty. */
  readonly poster: string;
  /** When a website shows a poster that is on the host. `own`: it has a picture of its own. */
  readonly posterShow: 'eager' | 'own' | 'hover';
  readonly tracks: readonly TrackDraft[];
  /** Address of the published subtitle document; needed for two and more tracks. */
  readonly document: string;
  /** CSS pixels; empty for the default. */
  readonly width: string;
  readonly height: string;
  /** Address of `linkhaul-player.js`; empty for the default. */
  readonly script: string;
  /** Allow `http:` on any host. */
  readonly allowHttp: boolean;
}

export interface TrackDraft {
  /** Generated, and kept when the track is moved. */
  readonly id: string;
  readonly src: string;
  readonly label: string;
  /** Whether the player shows it from the start; one track at most. */
  readonly isDefault: boolean;
}

/** An empty draft with the given values. Allows `http:` where the service's address needs it. */
export function newDraft(given: Partial<EmbedDraft> = {}): EmbedDraft {
  const { baseUrl = '' } = given;
  return {
    file: '',
    baseUrl,
    title: '',
    poster: '',
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

/** Adds a track at the end. */
export function addTrack(draft: EmbedDraft, given: TrackText = {}): EmbedDraft {
  const last = Math.max(0, ...draft.tracks.map(({ id }) => Number(id.slice(1))));
  const track = { id: `t${last + 1}`, src: '', label: '', isDefault: false, ...given };
  return { ...draft, tracks: [...draft.tracks, track] };
}

/** Changes a track. If it becomes the default, the others are not any more. */
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

/** Moves a track by a number of places, at most to the beginning or end. */
export function moveTrack(draft: EmbedDraft, id: string, by: number): EmbedDraft {
  const from = draft.tracks.findIndex((track) => track.id === id);
  const track = draft.tracks[from];
  if (!track) return draft;
  const rest = draft.tracks.toSpliced(from, 1);
  const to = Math.min(Math.max(from + by, 0), rest.length);
  return { ...draft, tracks: rest.toSpliced(to, 0, track) };
}

/** A track's label; an empty one is replaced by the name of its file, because players need one. */
export const getTrackLabel = ({ src, label }: Pick<TrackDraft, 'src' | 'label'>): string =>
  label.trim() === '' ? nameSubtitles(src) : label;

/** "film.de" for "https://cdn.example/film.de.vtt"; the address itself where it names no file. */
export function nameSubtitles(address: string): string {
  const path = URL.parse(address.trim())?.pathname ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z\d]{2,4}$/i, '');
  try {
    return decodeURIComponent(name).trim() || address.trim();
  } catch {
    return name;
  }
}
