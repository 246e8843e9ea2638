/** Simulates encoding: a new video is encoded to one quality after another. The progress depends on the clock alone. */
import type { Settings } from '../../service-settings.ts';
import type { StoredFile } from '../../store/files.ts';

interface QualityState {
  quality: string;
  status: 'PENDING' | 'ENCODING' | 'ERROR';
  progress: number;
}

type EncodingSettings = Pick<Settings, 'encodingMs' | 'encodingQualities' | 'encodingFails'>;

export function encodingState(
  file: Pick<StoredFile, 'arrivedMs' | 'canPlay'>,
  settings: EncodingSettings,
): { isDone: boolean; missing: QualityState[] } {
  if (file.arrivedMs === null || !file.canPlay) return { isDone: true, missing: [] };
  const { encodingMs } = settings;
  const elapsed = encodingMs === 0 ? Number.POSITIVE_INFINITY : (Date.now() - file.arrivedMs) / encodingMs;
  const missing = listQualities(settings).flatMap((quality, index): QualityState[] => {
    const share = Math.min(1, Math.max(0, elapsed - index));
    const progress = Math.floor(share * 100);
    if (settings.encodingFails && share === 1) return [{ quality, status: 'ERROR', progress }];
    if (share === 1) return [];
    return [{ quality, status: elapsed >= index ? 'ENCODING' : 'PENDING', progress }];
  });
  return { isDone: missing.length === 0, missing };
}

/** Files that arrived before are encoded. */
export function oldestArrivalMs(settings: EncodingSettings): number {
  if (settings.encodingFails) return 0;
  return Date.now() - settings.encodingMs * listQualities(settings).length;
}

const listQualities = ({ encodingQualities }: EncodingSettings): string[] => encodingQualities.split(',');
