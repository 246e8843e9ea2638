import {
  ADTS,
  FilePathSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import { getExtension } from './titles.ts';

export interface Media {
  /** Safe to show inline, or "application/octet-stream". */
  mime: string;
  /** Whole seconds; 0 if unknown. */
  length: number;
  canPlay: 0 | 1;
}

// Not ALL_FORMATS: a playlist format would open the paths that an uploaded file names.
const inputFormats = [WEBM, MATROSKA, MP4, QTFF, OGG, MP3, FLAC, WAVE, ADTS, MPEG_TS];

const pictures: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

const noMedia: Media = { mime: 'application/octet-stream', length: 0, canPlay: 0 };

/** `fileName` is the original name. Unreadable files count as no media. */
export async function inspectMedia(path: string, fileName: string): Promise<Media> {
  const picture = pictures[getExtension(fileName)];
  if (picture) return { ...noMedia, mime: picture };
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined });
  const input = new Input({ formats: inputFormats, source });
  try {
    if (!(await input.canRead())) return noMedia;
    const tracks = await input.getTracks();
    const length = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
    const format = await input.getFormat();
    const kind = tracks.some((track) => track.type === 'video') ? 'video' : 'audio';
    return {
      mime: format.mimeType.replace(/^\w+/, kind),
      length: Number.isFinite(length) ? Math.max(0, Math.round(length)) : 0,
      canPlay: tracks.length > 0 ? 1 : 0,
    };
  } catch {
    // A damaged or truncated media file is stored like any other bytes.
    return noMedia;
  } finally {
    input.dispose();
  }
}
