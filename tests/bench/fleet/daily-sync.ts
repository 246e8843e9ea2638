/** The daily full sync: when many users open pages, and the requests of that. */
import { isFullSyncDue } from '../../../lib/catalog/sync/sync-scheduler.ts';
import { bucketMs } from './fleet.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
const days = 3;

/** Relative number of visits in each hour of the day. */
const visitsByHour = [2, 1, 1, 1, 1, 2, 4, 7, 10, 11, 11, 10, 10, 10, 11, 11, 10, 10, 11, 13, 14, 13, 9, 5];
const visitsADay = 3;
/** The folder that is shown, the incremental sync, and a poll. */
const requestsOfVisit = 3;
const perSecond = 10;

export interface Hour {
  readonly mean: number;
  readonly peak: number;
}

/**
 * @param drawVisitMs Draws when a page is opened, milliseconds from midnight.
 * @returns requests a second in each hour of the last day
 */
export function runDailySyncs(
  installations: number,
  random: () => number,
  drawVisitMs: () => number,
): readonly Hour[] {
  const counts = new Uint32Array((days * day) / bucketMs + 60);
  const count = (atMs: number, requests: number) => {
    const bucket = Math.floor(atMs / bucketMs);
    counts[bucket] = (counts[bucket] ?? 0) + requests;
  };
  for (let installation = 0; installation < installations; installation += 1) {
    const visits = Array.from(
      { length: days * visitsADay },
      (_, at) => Math.floor(at / visitsADay) * day + drawVisitMs(),
    ).sort((one, other) => one - other);
    const requestsOfSync = Math.round(5 + random() * 55);
    // The last sync before the first day was at a random time of the day before.
    let fullSyncedAt = -random() * day;
    for (const atMs of visits) {
      count(atMs, requestsOfVisit);
      if (!isFullSyncDue({ fullSyncedAt, needsFullSync: false }, atMs)) continue;
      for (let sent = 0; sent < requestsOfSync; sent += perSecond)
        count(atMs + (sent / perSecond) * second, Math.min(perSecond, requestsOfSync - sent));
      fullSyncedAt = atMs;
    }
  }
  return Array.from({ length: 24 }, (_, at) => hourOf(counts, (days - 1) * day + at * hour));
}

/** When a user opens a page, distributed by `visitsByHour`. */
export function drawTypicalVisitMs(random: () => number): number {
  let left = random() * visitsByHour.reduce((sum, weight) => sum + weight, 0);
  const at = visitsByHour.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return (at + random()) * hour;
}

function hourOf(counts: Uint32Array, fromMs: number): Hour {
  const buckets = counts.subarray(fromMs / bucketMs, (fromMs + hour) / bucketMs);
  const sum = buckets.reduce((total, each) => total + each, 0);
  const seconds = bucketMs / second;
  return { mean: sum / buckets.length / seconds, peak: Math.max(...buckets) / seconds };
}
