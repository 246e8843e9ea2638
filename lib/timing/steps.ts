/** Long work as a generator that yields wherever it may pause, so that it can run at once or in slices. */

import { createPause } from './create-pause.ts';

export type Steps<T> = Generator<void, T, void>;

export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Null if the result is no longer wanted. */
export async function runInSlices<T>(
  steps: Steps<T>,
  isWanted: () => boolean = () => true,
): Promise<T | null> {
  const pause = createPause(isWanted);
  for (;;) {
    if (!(await pause())) return null;
    const { done, value } = steps.next();
    if (done) return value;
  }
}
