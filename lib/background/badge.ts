/** The badge of the toolbar button. */
import type { UploadCounts } from '../uploads/uploads.ts';

export interface Badge {
  /** The number of active uploads, and a mark if something needs attention. Four characters at most. */
  readonly text: string;
  readonly tone: 'moving' | 'attention';
  /** For the tooltip, which says both in words. */
  readonly counts: UploadCounts;
}

export function createBadge(counts: UploadCounts): Badge {
  const { moving, attention } = counts;
  const mark = attention > 0 ? '!' : '';
  const most = 10 ** (mark === '' ? 3 : 2) - 1;
  const number = moving > most ? `${most}+` : String(moving || '');
  return { text: number + mark, tone: mark === '' ? 'moving' : 'attention', counts };
}
