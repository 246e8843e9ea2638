/** Work in slices, beside what is more urgent. */

/** Longest work without a pause, milliseconds. */
const sliceMs = 5;

/**
 * Returns a function that pauses for more urgent work where a slice is over, and resolves to whether the work is still wanted.
 * Chromium calls nothing idle until half a second after the opening, when people have begun to type.
 */
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
