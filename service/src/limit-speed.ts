import { setTimeout as sleep } from 'node:timers/promises';

/** Longest single pause, so that a change of the cap or an abort is noticed soon. */
const maxPauseMs = 100;

/** Passes `source` on at no more than `bytesPerSecond()`, 0 = no cap. @throws the reason of `signal` where that aborts. */
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
