/** Draws a long list incrementally: a first batch, then more as the user nears the end. */
import { useEffect, useRef, useState } from 'preact/hooks';

const batchSize = 60;

export interface IncrementalRows {
  /** How many rows to draw. */
  readonly shown: number;
  /** Goes on an element behind the last row. */
  readonly sentinel: { current: HTMLDivElement | null };
}

export function useIncrementalRows(total: number): IncrementalRows {
  const [limit, setLimit] = useState(batchSize);
  const sentinel = useRef<HTMLDivElement>(null);
  const shown = Math.min(limit, total);

  useEffect(() => {
    if (!sentinel.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setLimit((known) => known + batchSize);
      },
      { rootMargin: '600px' },
    );
    watcher.observe(sentinel.current);
    return () => watcher.disconnect();
  }, [shown, total]);

  return { shown, sentinel };
}
