/** Work in slices, beside what is more urgent. */

/** Longest work without a pause, milliseconds. */
const sliceMs = 5;

/** Pauses when a slice is over; resolves to whether work is still wanted. Chromium has no idle time for 0.5 s after opening. */
export function createPause(isWanted: () => boolean): () => Promise<boolean> {
  let end = 0;
  return async () => {
    if (performance.now() >= end) {
      await (globalThis.scheduler?.postTask(() => {}, { priority: 'user-visible' }) ?? idle());
      end = performance.now() + sliceMs;
    }
    return isWanted();
  };
}

/** Firefox has `scheduler` since version 142. */
const idle = () => new Promise<unknown>((resolve) => requestIdleCallback(resolve));
