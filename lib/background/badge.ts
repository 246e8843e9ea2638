/** The badge of the toolbar button. */
import type { UploadCounts } from '../uploads/uploads.ts';

export interface Badge {
  readonly text: string;
  /** `moving` while something is under way, `attention` where the user must act. */
  readonly tone: 'moving' | 'attention';
}

/** `attention` takes precedence. */
export function createBadge({ moving, attention }: UploadCounts): Badge {
  if (attention > 0) return { text: '!', tone: 'attention' };
  if (moving > 0) return { text: moving > 999 ? '999+' : String(moving), tone: 'moving' };
  return { text: '', tone: 'moving' };
}
