/** Draws a long list by and by: the first rows at once, more as the user comes near the end. */
import { useEffect, useRef, useState } from 'preact/hooks';

const step = 60;

export interface Growing {
  /** How many rows to draw. */
  readonly shown: number;
  /** Goes on an element behind the last row. */
  readonly sentinel: { current: HTMLDivElement | null };
}

export function useGrowing(total: number): Growing {
  const [limit, setLimit] = useState(step);
  const sentinel = useRef<HTMLDivElement>(null);
  const shown = Math.min(limit, total);

  useEffect(() => {
    if (!sentinel.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setLimit((known) => known + step);
      },
      { rootMargin: '600px' },
    );
    watcher.observe(sentinel.current);
    return () => watcher.disconnect();
  }, [shown, total]);

  return { shown, sentinel };
}
