/** The stage after the arrival: a video is encoded to one quality after another. Only its clock says how far it is. */
import type { Settings } from '../../service-settings.ts';
import type { StoredFile } from '../../store/files.ts';

export type QualityState = { quality: string; status: 'PENDING' | 'ENCODING' | 'ERROR'; progress: number };

type EncodingSettings = Pick<Settings, 'encodingMs' | 'encodingQualities' | 'encodingFails'>;

/** Whether a file is encoded, and the qualities that are missing, with their progress in percent. */
export function encodingState(
  file: Pick<StoredFile, 'arrivedMs' | 'canPlay'>,
  settings: EncodingSettings,
  nowMs: number = Date.now(),
): { isDone: boolean; missing: QualityState[] } {
  if (file.arrivedMs === null || !file.canPlay) return { isDone: true, missing: [] };
  const { encodingMs } = settings;
  const elapsed = encodingMs === 0 ? Number.POSITIVE_INFINITY : (nowMs - file.arrivedMs) / encodingMs;
  const missing = qualitiesOf(settings).flatMap((quality, index): QualityState[] => {
    const share = Math.min(1, Math.max(0, elapsed - index));
    const progress = Math.floor(share * 100);
    if (settings.encodingFails && share === 1) return [{ quality, status: 'ERROR', progress }];
    if (share === 1) return [];
    return [{ quality, status: share > 0 ? 'ENCODING' : 'PENDING', progress }];
  });
  return { isDone: missing.length === 0, missing };
}

/** When the oldest files arrived that may still be encoded, in milliseconds since 1970. */
export function oldestArrivalMs(settings: EncodingSettings, nowMs: number = Date.now()): number {
  if (settings.encodingFails) return 0;
  return nowMs - settings.encodingMs * qualitiesOf(settings).length;
}

const qualitiesOf = ({ encodingQualities }: EncodingSettings): string[] => encodingQualities.split(',');
