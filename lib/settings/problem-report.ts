/** What the user saves to report a problem: versions, settings, figures and the debug log. No key, account or link. Pure. */
import type { Settings } from './settings.ts';

/** In `storage.session`. */
export const debugLogKey = 'debugLog';

export const readDebugLog = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((line) => typeof line === 'string') : [];

export interface ProblemReport {
  readonly version: string;
  /** `navigator.userAgent`. */
  readonly browser: string;
  readonly language: string;
  readonly settings: Settings;
  /** Null where they could not be counted. */
  readonly figures: object | null;
  readonly log: readonly string[];
}

export const writeProblemReport = (report: ProblemReport): string => `${JSON.stringify(report, null, 2)}\n`;
