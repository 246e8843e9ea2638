/** Draws a long list incrementally: a first batch, then more as the user nears the end. */
import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const batchSize = 60;

export interface IncrementalRows {
  /** How many rows to draw. */
  readonly shown: number;
  /** Goes behind the last row; nearing it draws more. */
  readonly sentinel: ComponentChild;
}

export function useIncrementalRows(total: number): IncrementalRows {
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
