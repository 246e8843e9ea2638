/** Progress over a shorter time gives no estimate. */
const minElapsedMs = 5_000;

export function createTimeLeft() {
  const seen = new Map<string, { readonly atMs: number; readonly share: number }>();
  /** `share` is from 0 to 1. Null means no progress, and restarts the measurement. Returns seconds, or null if unknown. */
  return (id: string, share: number | null, nowMs: number): number | null => {
    const first = seen.get(id);
    if (share === null) seen.delete(id);
    else if (first === undefined || share < first.share) seen.set(id, { atMs: nowMs, share });
    if (share === null || first === undefined || share <= first.share) return null;
    const elapsedMs = nowMs - first.atMs;
    if (elapsedMs < minElapsedMs) return null;
    return ((1 - share) * elapsedMs) / (share - first.share) / 1_000;
  };
}
