/** In any window of 1,000 ms, not only in whole seconds. */
export function mostInASecond(arrivals: readonly number[]): number {
  const times = [...arrivals].sort((one, other) => one - other);
  let first = 0;
  return times.reduce((most, time, index) => {
    while ((times[first] ?? time) <= time - 1_000) first += 1;
    return Math.max(most, index - first + 1);
  }, 0);
}

export const spanSeconds = (arrivals: readonly number[]): number =>
  (Math.max(...arrivals) - Math.min(...arrivals)) / 1_000;
