/** What the toolbar button says at a glance. */
import type { UploadCounts } from '../uploads/uploads.ts';

export interface Badge {
  readonly text: string;
  /** `moving` while something is under way, `trouble` where something wants the user. */
  readonly tone: 'moving' | 'trouble';
}

/** Trouble wins: it is what the user would want to know first. */
export function badgeOf({ moving, trouble }: UploadCounts): Badge {
  if (trouble > 0) return { text: '!', tone: 'trouble' };
  if (moving > 0) return { text: moving > 999 ? '999+' : String(moving), tone: 'moving' };
  return { text: '', tone: 'moving' };
}
