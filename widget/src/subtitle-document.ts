/** Subtitle documents, the JSON of `subtitle_json`: docs/http-api.md, "Player page". */
import { type AddressRules, checkAddress, checkText, EmbedError } from './validation.ts';

export interface SubtitleTrack {
  /** Absolute address of the subtitle file, srt or vtt. */
  readonly src: string;
  /** Language or another label. */
  readonly label: string;
  /** Whether the player shows it from the start. At most one track. */
  readonly default?: boolean | undefined;
}

/**
 * Writes a subtitle document: an array of `{ src, label, default? }` in the given order. `default` is only written if true.
 * @throws {EmbedError} whose `field` is the path of the invalid value, such as `[2].src`.
 */
export function subtitleDocument(tracks: readonly SubtitleTrack[], rules: AddressRules = {}): string {
  return `${JSON.stringify(checkTracks(tracks, rules), null, 2)}\n`;
}

/**
 * Reads the tracks of a subtitle document. Ignores other properties of an entry.
 * @throws {EmbedError} whose `field` is `document` or the path of the invalid value.
 */
export function parseSubtitleDocument(text: string, rules: AddressRules = {}): SubtitleTrack[] {
  // Some editors write a byte order mark, which JSON doesn't allow.
  const json = checkText('document', text).replace(/^\uFEFF/, '');
  let tracks: unknown;
  try {
    tracks = JSON.parse(json);
  } catch (cause) {
    throw (
      findUnquotedName(json) ??
      new EmbedError('bad-json', 'document', `is not valid JSON: ${(cause as Error).message}`)
    );
  }
  return checkTracks(tracks, rules);
}

function checkTracks(tracks: unknown, rules: AddressRules): SubtitleTrack[] {
  if (!Array.isArray(tracks)) throw new EmbedError('wrong-type', 'document', 'must be an array of tracks.');
  let defaultIndex = -1;
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
    if (defaultIndex >= 0)
      throw new EmbedError(
        'duplicate',
        `${path}.default`,
        `is true, but [${defaultIndex}] is the default already.`,
      );
    defaultIndex = index;
    return { src, label, default: true };
  });
}

/** As in JavaScript. A common mistake, because examples show `default: true`. */
function findUnquotedName(json: string): EmbedError | undefined {
  // Strings first, because text in them may look like a name.
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
