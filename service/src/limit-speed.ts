import { setTimeout as sleep } from 'node:timers/promises';

/** So that an abort or a changed limit takes effect soon. */
const maxPauseMs = 100;

/** At most `bytesPerSecond()` (0 = unlimited). @throws the reason of `signal` if it aborts. */
export async function* throttle(
  source: AsyncIterable<Uint8Array>,
  bytesPerSecond: () => number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    let rest = chunk;
    while (rest.length > 0) {
      const cap = bytesPerSecond();
      const size = cap > 0 ? Math.max(1, Math.ceil((cap * maxPauseMs) / 1000)) : rest.length;
      const piece = rest.subarray(0, size);
      rest = rest.subarray(size);
      yield piece;
      if (cap > 0) await sleep((piece.length / cap) * 1000, undefined, signal ? { signal } : {});
    }
  }
}
