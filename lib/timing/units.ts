/** Units of numbers, for records and public functions. Only aliases: the compiler doesn't tell them apart. */

/** Milliseconds since 1970, by this machine's clock. */
export type EpochMs = number;

/** Seconds since 1970, if the service's wall clock showed UTC. Format them as UTC, and never compare them with another clock. */
export type ServiceSeconds = number;

export type Seconds = number;

export type Bytes = number;

/** From 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;
