import type { UploadCounts } from '../uploads/uploads.ts';

export interface Badge {
  /** Active uploads, and a mark if something needs attention. At most four characters. */
  readonly text: string;
  readonly tone: 'moving' | 'attention';
  /** For the tooltip. */
  readonly counts: UploadCounts;
}

export function createBadge(counts: UploadCounts): Badge {
  const { moving, attention } = counts;
  const mark = attention > 0 ? '!' : '';
  const most = 10 ** (mark === '' ? 3 : 2) - 1;
  const number = moving > most ? `${most}+` : String(moving || '');
  return { text: number + mark, tone: mark === '' ? 'moving' : 'attention', counts };
}
