/** Subtitle documents, the JSON that `subtitle_json` leads to: docs/http-api.md, "Player page". */
import { type AddressRules, checkAddress, checkText, EmbedError } from './check.ts';

export interface SubtitleTrack {
  /** Absolute address of the subtitle file, srt or vtt. */
  readonly src: string;
  /** Language or any other label. */
  readonly label: string;
  /** Whether the player shows it from the start; one track at most. */
  readonly default?: boolean | undefined;
}

/**
 * Writes a subtitle document: an array of `{ src, label, default? }` in the order given, with `default` only where it is true.
 * @throws {EmbedError} whose `field` is the path of what is wrong, for example `[2].src`.
 */
export function subtitleDocument(tracks: readonly SubtitleTrack[], rules: AddressRules = {}): string {
  return `${JSON.stringify(checkTracks(tracks, rules), null, 2)}\n`;
}

/**
 * Reads a subtitle document and gives its tracks; whatever else an entry holds is left out.
 * @throws {EmbedError} whose `field` is the path of what is wrong, or `document`.
 */
export function parseSubtitleDocument(text: string, rules: AddressRules = {}): SubtitleTrack[] {
  // A file saved by some editors begins with a byte order mark, which is no JSON.
  const json = checkText('document', text).replace(/^\uFEFF/, '');
  let tracks: unknown;
  try {
    tracks = JSON.parse(json);
  } catch (cause) {
    throw (
      unquotedName(json) ?? new EmbedError('bad-json', 'document', `is no JSON: ${(cause as Error).message}`)
    );
  }
  return checkTracks(tracks, rules);
}

function checkTracks(tracks: unknown, rules: AddressRules): SubtitleTrack[] {
  if (!Array.isArray(tracks)) throw new EmbedError('wrong-type', 'document', 'must be an array of tracks.');
  let chosen = -1;
  return Array.from(tracks, (entry: unknown, index) => {
    const path = `[${index}]`;
    if (typeof entry !== 'object' || !entry || Array.isArray(entry))
      throw new EmbedError('wrong-type', path, 'must be an object with src and label.');
    const track = entry as Record<keyof SubtitleTrack, unknown>;
    const src = checkText(`${path}.src`, track.src);
    checkAddress(`${path}.src`, src, rules);
    const label = checkText(`${path}.label`, track.label);
    const isDefault = track.default ?? false;
    if (typeof isDefault !== 'boolean')
      throw new EmbedError('wrong-type', `${path}.default`, 'must be true or false, without quotes.');
    if (!isDefault) return { src, label };
    if (chosen >= 0)
      throw new EmbedError(
        'duplicate',
        `${path}.default`,
        `is true, but [${chosen}] is the default already.`,
      );
    chosen = index;
    return { src, label, default: true };
  });
}

/** Examples show `default: true`, as JavaScript allows and JSON does not; whoever copies it needs to hear just that. */
function unquotedName(json: string): EmbedError | undefined {
  // Strings are matched first, to their end if they have one, so that nothing inside is taken for a name.
  for (const { 1: name, index } of json.matchAll(/"(?:[^"\\]|\\.)*"?|\b([a-z]\w*)(?=\s*:)/gi)) {
    if (name === undefined) continue;
    const line = json.slice(0, index).split('\n').length;
    return new EmbedError(
      'unquoted-name',
      'document',
      `needs quotes around the name ${name} in line ${line}: "${name}": …`,
    );
  }
  return undefined;
}
