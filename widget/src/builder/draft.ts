/** What somebody who makes an embed has entered so far, right or wrong: texts as they stand in the fields. */
import { needsHttp } from '../embed-code/embed.ts';

export interface EmbedDraft {
  /** A file code, or any address of the file; `readFile` says what is understood. */
  readonly file: string;
  /** Address of the service, for a file that is given by its code alone. */
  readonly baseUrl: string;
  /** What the player is called; may be empty. */
  readonly title: string;
  /** Address of a picture; may be empty. */
  readonly poster: string;
  readonly tracks: readonly TrackDraft[];
  /** Where the subtitle document has been put online; needed from the second track on. */
  readonly document: string;
  /** CSS pixels, as typed; empty for the default. */
  readonly width: string;
  readonly height: string;
  /** Where the website has `linkhaul-player.js`; empty for the default. */
  readonly script: string;
  /** Take `http:` on any host. */
  readonly allowHttp: boolean;
}

export interface TrackDraft {
  /** Made here, never shown; the track keeps it wherever it is moved. */
  readonly id: string;
  readonly src: string;
  readonly label: string;
  /** Whether the player shows it from the start; one track at most. */
  readonly isDefault: boolean;
}

/** A draft with nothing in it but what is given. A service that has no `https:` makes `http:` allowed. */
export function newDraft(given: Partial<EmbedDraft> = {}): EmbedDraft {
  const { baseUrl = '' } = given;
  return {
    file: '',
    baseUrl,
    title: '',
    poster: '',
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

/** Changes a track. One that becomes the default takes that from the others. */
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

/** Moves a track by so many places, as far as there are places. */
export function moveTrack(draft: EmbedDraft, id: string, by: number): EmbedDraft {
  const from = draft.tracks.findIndex((track) => track.id === id);
  const track = draft.tracks[from];
  if (!track) return draft;
  const rest = draft.tracks.toSpliced(from, 1);
  const to = Math.min(Math.max(from + by, 0), rest.length);
  return { ...draft, tracks: rest.toSpliced(to, 0, track) };
}
