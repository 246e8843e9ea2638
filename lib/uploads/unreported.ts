/** Where a service reports no transfers, so that only files can tell: how often, and for how long, a file is searched for. Pure. */

const longestDelayMs = 15 * 60_000;

/**
 * After so long the service never showed the file (docs/guide/problems.md). Queues and large files take hours, and nothing is lost
 * by an end: a file that appears later is found.
 */
export const maxUnreportedMs = 12 * 60 * 60_000;

/** Until the next search: a tenth of the time so far, within limits. */
export const getSearchDelayMs = (elapsedMs: number, shortestMs: number): number =>
  Math.min(longestDelayMs, Math.max(shortestMs, Math.round(elapsedMs / 10)));
