/**
 * Shares one flight among equal reads: who asks for what is already asked for gets the same answer.
 *
 * A passenger who leaves does not end the flight for the others; the last one to leave does. After a change nobody may
 * board what left before it, or a read that checks the change could be answered with the state before.
 */
import type { Lane } from './lanes.ts';

/** A job in the limiter. */
export interface Ticket<T> {
  readonly result: Promise<T>;
  /** Moves the job to a more urgent lane while it waits. */
  promote(lane: Lane): void;
}

interface Flight<T> {
  readonly ticket: Ticket<T>;
  readonly controller: AbortController;
  passengers: number;
}

export class Flights {
  readonly #open = new Map<string, Flight<unknown>>();

  /**
   * @param key equal for equal reads, which therefore have results of the same type
   * @param depart starts the job for the first passenger
   */
  board<T>(
    key: string,
    lane: Lane,
    signal: AbortSignal | undefined,
    depart: (signal: AbortSignal) => Ticket<T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const flight = (this.#open.get(key) as Flight<T> | undefined) ?? this.#start(key, depart);
    flight.passengers += 1;
    flight.ticket.promote(lane);
    if (!signal) return flight.ticket.result;

    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        flight.passengers -= 1;
        if (flight.passengers > 0) return;
        this.#close(key, flight);
        flight.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.ticket.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  /** Something was changed: who asks from now on needs a new answer. */
  closeAll(): void {
    this.#open.clear();
  }

  get size(): number {
    return this.#open.size;
  }

  #start<T>(key: string, depart: (signal: AbortSignal) => Ticket<T>): Flight<T> {
    const controller = new AbortController();
    const flight: Flight<T> = { ticket: depart(controller.signal), controller, passengers: 0 };
    this.#open.set(key, flight);
    const landed = () => this.#close(key, flight);
    flight.ticket.result.then(landed, landed);
    return flight;
  }

  #close(key: string, flight: Flight<unknown>): void {
    // A later flight of the same name may have taken its place.
    if (this.#open.get(key) === flight) this.#open.delete(key);
  }
}
