/** Draws a first batch, then more as the user nears the end. */
import { useEffect, useRef, useState } from 'preact/hooks';

const batchSize = 60;

/** @returns how many rows to draw, and the element for behind the last one, which draws more when neared */
export function useIncrementalRows(total: number) {
  const [limit, setLimit] = useState(batchSize);
  const element = useRef<HTMLDivElement>(null);
  const shown = Math.min(limit, total);

  useEffect(() => {
    if (!element.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setLimit((known) => known + batchSize);
      },
      { rootMargin: '600px' },
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [shown, total]);

  return { shown, sentinel: shown < total && <div ref={element} style={{ blockSize: '1px' }} /> };
}
