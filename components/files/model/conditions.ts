/** What files must be like to be shown, as people set it, and as the catalog asks for it. Pure. */
import type { FileFilter } from '../../../lib/catalog/query/snapshot.ts';

/** Every part that is not null must hold. */
export interface Conditions {
  /** `YYYY-MM-DD` on the service's clock; both days belong to it. */
  readonly from: string | null;
  readonly to: string | null;
  /** Seconds, both included. */
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly canPlay: boolean | null;
  readonly isPublic: boolean | null;
}

export const noConditions: Conditions = {
  from: null,
  to: null,
  atLeast: null,
  atMost: null,
  canPlay: null,
  isPublic: null,
};

const daySeconds = 86_400;

/** How many of them are set; a span counts once. */
export function countOf({ from, to, atLeast, atMost, canPlay, isPublic }: Conditions): number {
  return [from ?? to, atLeast ?? atMost, canPlay, isPublic].filter((each) => each !== null).length;
}

export function filterOf({ from, to, atLeast, atMost, canPlay, isPublic }: Conditions): FileFilter {
  const first = from === null ? null : startOf(from);
  const last = to === null ? null : startOf(to);
  return {
    uploadedFrom: first ?? undefined,
    uploadedTo: last === null ? undefined : last + daySeconds - 1,
    lengthFrom: atLeast ?? undefined,
    lengthTo: atMost ?? undefined,
    canPlay: canPlay ?? undefined,
    isPublic: isPublic ?? undefined,
  };
}

/** A day as `<input type="date">` gives it, or null for anything else. */
export function readDay(text: string | null): string | null {
  return text !== null && startOf(text) !== null ? text : null;
}

/** Minutes as people type them, with a point or a comma; as seconds. Null for anything that is no length. */
export function readMinutes(typed: string): number | null {
  if (typed.trim() === '') return null;
  const minutes = Number(typed.replace(',', '.'));
  return Number.isFinite(minutes) && minutes >= 0 ? Math.round(minutes * 60) : null;
}

/** Seconds of the service's wall clock, counted as if it stood in UTC. */
function startOf(day: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/u.test(day)) return null;
  const at = Date.parse(`${day}T00:00:00Z`);
  // "2026-02-30" is read as the second of March by some engines.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : at / 1000;
}
