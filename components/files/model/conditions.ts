import type { FileFilter } from '../../../lib/catalog/query/snapshot.ts';
import { foldText } from '../../../lib/search/fold.ts';

/** All conditions that are not null must hold. */
export interface FileConditions {
  /** `YYYY-MM-DD` on the service's clock, inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  /** Seconds, inclusive. */
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly canPlay: boolean | null;
  readonly isPublic: boolean | null;
  readonly isDuplicate: true | null;
}

export const noConditions: FileConditions = {
  from: null,
  to: null,
  atLeast: null,
  atMost: null,
  canPlay: null,
  isPublic: null,
  isDuplicate: null,
};

const daySeconds = 86_400;

/** A range counts once. */
export function countConditions(conditions: FileConditions): number {
  const { from, to, atLeast, atMost, canPlay, isPublic, isDuplicate } = conditions;
  return [from ?? to, atLeast ?? atMost, canPlay, isPublic, isDuplicate].filter((each) => each !== null)
    .length;
}

/** Without `isDuplicate`: copies are found beside the catalog (`useDuplicates`). */
export function toFilter({ from, to, atLeast, atMost, canPlay, isPublic }: FileConditions): FileFilter {
  const first = from === null ? null : dayToSeconds(from);
  const last = to === null ? null : dayToSeconds(to);
  return {
    uploadedFrom: first ?? undefined,
    uploadedTo: last === null ? undefined : last + daySeconds - 1,
    lengthFrom: atLeast ?? undefined,
    lengthTo: atMost ?? undefined,
    canPlay: canPlay ?? undefined,
    isPublic: isPublic ?? undefined,
  };
}

/** A value of `<input type="date">`; null: invalid. */
export function readDay(text: string | null): string | null {
  return text !== null && dayToSeconds(text) !== null ? text : null;
}

/** Minutes, with a point or a comma, in digits of any script, to seconds; null: invalid. */
export function readMinutes(typed: string): number | null {
  if (typed.trim() === '') return null;
  const minutes = Number(foldText(typed).replace(',', '.'));
  return Number.isFinite(minutes) && minutes >= 0 ? Math.round(minutes * 60) : null;
}

/** Seconds, as `CatalogFile.uploaded`. */
function dayToSeconds(day: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/u.test(day)) return null;
  const at = Date.parse(`${day}T00:00:00Z`);
  // Some engines read "2026-02-30" as March 2.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : at / 1000;
}
