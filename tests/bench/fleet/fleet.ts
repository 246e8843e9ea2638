/** Many installations in virtual time, and the requests to their service in each ten seconds. */
import { Installation, type Setup } from './installation.ts';

export type Kind = 'idle' | 'watching' | 'moving' | 'full queue';
export const kinds: readonly Kind[] = ['idle', 'watching', 'moving', 'full queue'];
/** Of each 100 installations. */
const shares: Readonly<Record<Kind, number>> = { idle: 70, watching: 2, moving: 18, 'full queue': 10 };

export const bucketMs = 10_000;
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds from the start; the time before `before` is the warm-up. */
export const phases = {
  before: [30 * minute, 40 * minute],
  during: [40 * minute, 50 * minute],
  after: [50 * minute, 110 * minute],
} as const;
export type Phase = keyof typeof phases;

/** When `during` begins, the service fails for all of it, or all browsers restart. */
export type Incident = 'outage' | 'restart';
const closedMs = 20 * second;

/** Requests by kind and bucket. */
export type Load = Readonly<Record<Kind, Uint32Array>>;

export interface FleetOptions {
  readonly installations: number;
  readonly event: Incident;
  /** The random function for the population. */
  readonly populationRandom: () => number;
  /** The random function of the installations. */
  readonly random: () => number;
}

export function runFleet({ installations, event, populationRandom, random }: FleetOptions): Load {
  const [eventAtMs, endMs] = [phases.during[0], phases.after[1]];
  const isUp = (atMs: number) => event !== 'outage' || atMs < eventAtMs || atMs >= phases.during[1];
  const load = Object.fromEntries(kinds.map((kind) => [kind, new Uint32Array(endMs / bucketMs)])) as Load;
  const queue = new InstallationQueue();
  const everybody = kinds.flatMap((kind) => {
    const counts = load[kind];
    const request = (atMs: number) => {
      const bucket = Math.floor(atMs / bucketMs);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      return isUp(atMs);
    };
    return Array.from({ length: Math.round((installations * shares[kind]) / 100) }, () => {
      return new Installation(drawSetup(kind, populationRandom), { request, random });
    });
  });
  for (const installation of everybody) queue.add(installation);
  if (event === 'restart') {
    queue.runUntil(eventAtMs);
    queue.clear();
    for (const installation of everybody) {
      installation.close();
      installation.open(eventAtMs + closedMs);
      queue.add(installation);
    }
  }
  queue.runUntil(endMs);
  return load;
}

/** An installation in a random phase of steady operation. */
function drawSetup(kind: Kind, random: () => number): Setup {
  const between = (from: number, to: number) => from + random() * (to - from);
  const isQueue = kind === 'full queue';
  const slots = 1 + Math.floor(random() * 5);
  const transferMs = () => (isQueue ? between(3 * minute, hour) : between(30 * minute, 6 * hour));
  const transfers = Array.from({ length: kind === 'idle' ? 0 : slots }, () => {
    const durationMs = transferMs();
    const sentAtMs = -between(0, durationMs);
    return { sentAtMs, endsAtMs: sentAtMs + durationMs, changedAtMs: sentAtMs };
  });
  return {
    ...{ isWatched: kind === 'watching', slots, queued: isQueue ? 50 : 0, transfers, transferMs },
    hasCatalog: true,
    // For half of those with an open page the full sync is due.
    fullSyncRequests: kind === 'watching' && random() < 0.5 ? Math.round(between(5, 60)) : 0,
    polledAtMs: -between(0, minute),
    slotsCheckAtMs: between(0, minute),
  };
}

export interface Rate {
  /** Requests a second. */
  readonly mean: number;
  /** In the busiest ten seconds. */
  readonly peak: number;
}

export function rateOf(load: Load, of: readonly Kind[], [fromMs, toMs]: readonly [number, number]): Rate {
  let [sum, most] = [0, 0];
  const [first, last] = [Math.floor(fromMs / bucketMs), Math.floor(toMs / bucketMs)];
  for (let bucket = first; bucket < last; bucket += 1) {
    const count = of.reduce((total, kind) => total + (load[kind][bucket] ?? 0), 0);
    sum += count;
    most = Math.max(most, count);
  }
  const seconds = bucketMs / second;
  return { mean: sum / (last - first) / seconds, peak: most / seconds };
}

/** Installations by `nextAtMs`: a binary heap. */
class InstallationQueue {
  #heap: { atMs: number; installation: Installation }[] = [];

  add(installation: Installation): void {
    const atMs = installation.nextAtMs();
    if (atMs === Number.POSITIVE_INFINITY) return;
    const heap = this.#heap;
    let at = heap.length;
    heap.push({ atMs, installation });
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  clear(): void {
    this.#heap = [];
  }

  runUntil(endMs: number): void {
    for (;;) {
      const [first] = this.#heap;
      if (first === undefined || first.atMs >= endMs) return;
      first.installation.step();
      const atMs = first.installation.nextAtMs();
      if (atMs === Number.POSITIVE_INFINITY) {
        const last = this.#heap.pop();
        if (last === undefined || last === first) continue;
        this.#heap[0] = last;
      } else {
        first.atMs = atMs;
      }
      this.#sink();
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = this.#isBefore(left, at) ? left : at;
      if (this.#isBefore(right, least)) least = right;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    return first !== undefined && second !== undefined && first.atMs < second.atMs;
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#heap[one], this.#heap[other]];
    if (first === undefined || second === undefined) return;
    this.#heap[one] = second;
    this.#heap[other] = first;
  }
}
