/** What the toolbar button says at a glance. */

export interface Badge {
  readonly text: string;
  /** `moving` while something is under way, `trouble` where something wants the user. */
  readonly tone: 'moving' | 'trouble';
}

export interface BadgeCounts {
  /** Links in the outbox and transfers that run. */
  readonly moving: number;
  /** What was refused, failed or cannot be proven, until the user has dealt with it. */
  readonly trouble: number;
}

/** Trouble wins: it is what the user would want to know first. */
export function badgeOf({ moving, trouble }: BadgeCounts): Badge {
  if (trouble > 0) return { text: '!', tone: 'trouble' };
  if (moving > 0) return { text: moving > 999 ? '999+' : String(moving), tone: 'moving' };
  return { text: '', tone: 'moving' };
}
