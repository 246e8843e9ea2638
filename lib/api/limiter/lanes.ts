/**
 * Who is next. A lane is a class of priority, first come first served within; across lanes the higher one goes first,
 * but one that was passed over so many times gets its turn. Counting turns and not time keeps that true at any pace:
 * when a 429 has slowed everything down to one a second, clicks still have most of the turns. Pure.
 */

/** From the most to the least urgent. */
export const laneNames = ['interactive', 'queue', 'polling', 'sync'] as const;
export type Lane = (typeof laneNames)[number];

/** How often a lane is passed over, at most, before it gets a turn. */
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

  /** Takes an entry out; false where it does not wait in this lane. */
  remove(lane: Lane, entry: Entry): boolean {
    const waiting = this.#waiting[lane];
    const index = waiting.indexOf(entry);
    if (index < 0) return false;
    waiting.splice(index, 1);
    if (waiting.length === 0) this.#passedOver[lane] = 0;
    return true;
  }

  /**
   * The entry whose turn it is while so many slots are free; undefined where nobody may go.
   *
   * @param reserved slots that the sync leaves free unless it was passed over too often
   * @param isDue whether one may go that is no click
   */
  next(free: number, reserved: number, isDue: boolean): Entry | undefined {
    if (free <= 0) return undefined;
    const queued = laneNames.filter((lane) => this.#waiting[lane].length > 0);
    const able = queued.filter((lane) => isDue || lane === 'interactive');
    const overdue = able.find((lane) => this.#passedOver[lane] >= maxPassedOver[lane]);
    const turn = overdue ?? able.find((lane) => lane !== 'sync' || free > reserved);
    if (turn === undefined) return undefined;
    for (const lane of queued) this.#passedOver[lane] += 1;
    this.#passedOver[turn] = 0;
    return this.#waiting[turn].shift();
  }

  get size(): number {
    return laneNames.reduce((sum, lane) => sum + this.#waiting[lane].length, 0);
  }
}
