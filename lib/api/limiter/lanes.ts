/**
 * The queue of the limiter. Higher lanes go first, but one that was passed over often enough gets a turn. Turns, not time, are counted, so
 * that clicks get most turns even after a 429. Pure.
 */

export const laneNames = ['interactive', 'queue', 'polling', 'sync'] as const;
/** A priority class of requests, from most to least urgent. */
export type Lane = (typeof laneNames)[number];

export const isLane = (name: unknown): name is Lane => laneNames.some((lane) => lane === name);

const maxPassedOver: Readonly<Record<Lane, number>> = {
  interactive: Number.POSITIVE_INFINITY,
  queue: 3,
  polling: 6,
  sync: 9,
};

export class Lanes<Entry> {
  readonly #waiting: Record<Lane, Entry[]> = { interactive: [], queue: [], polling: [], sync: [] };
  readonly #passedOver: Record<Lane, number> = { interactive: 0, queue: 0, polling: 0, sync: 0 };

  add(lane: Lane, entry: Entry): void {
    this.#waiting[lane].push(entry);
  }

  /** False if it isn't waiting in this lane. */
  remove(lane: Lane, entry: Entry): boolean {
    const waiting = this.#waiting[lane];
    const index = waiting.indexOf(entry);
    if (index < 0) return false;
    waiting.splice(index, 1);
    if (waiting.length === 0) this.#passedOver[lane] = 0;
    return true;
  }

  /** @param reservedSlots free slots that the sync lane leaves, unless it was passed over too often */
  takeNext(free: number, reservedSlots: number, canSendBackground: boolean): Entry | undefined {
    if (free <= 0) return undefined;
    const queued = laneNames.filter((lane) => this.#waiting[lane].length > 0);
    const eligible = queued.filter((lane) => canSendBackground || lane === 'interactive');
    const overdue = eligible.find((lane) => this.#passedOver[lane] >= maxPassedOver[lane]);
    const turn = overdue ?? eligible.find((lane) => lane !== 'sync' || free > reservedSlots);
    if (turn === undefined) return undefined;
    for (const lane of queued) this.#passedOver[lane] += 1;
    this.#passedOver[turn] = 0;
    return this.#waiting[turn].shift();
  }

  get size(): number {
    return laneNames.reduce((sum, lane) => sum + this.#waiting[lane].length, 0);
  }
}
