/** Splits work into slices, so that more urgent work runs in between. */

/** The longest work without a pause. */
const sliceMs = 5;

/**
 * Pauses at the end of a slice. Resolves to whether the work is still wanted. Chromium reports no idle time in the first 0.5 s of a page.
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

/** Firefox has `scheduler` since version 142. Safari's worker and Node have neither. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve);
  });
